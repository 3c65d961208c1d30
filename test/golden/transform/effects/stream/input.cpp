#include <ag/ag.h>

#include <iomanip>
#include <iostream>
using ag::Tensor;
using std::cout;

struct Point {
  Tensor x, y;
};
std::ostream& operator<<(std::ostream& stream, const Point& p) { return stream << "(" << p.x << ", " << p.y << ")"; }

AG_CONVERT void f(Tensor x, Tensor n, Point p) {
  int rounds = 0;
  std::cout << "begin" << std::endl;
  while (rounds < n) {
    ++rounds;
    if (x > 0) cout << "x = " << x << ", " << std::setw(4) << rounds * 2 << "\n";
    for (Tensor i : ag::range(n)) (std::cerr << i) << p << (rounds > 2);
  }
  auto say = [&] { std::clog << "end " << rounds; };
  say();
}
