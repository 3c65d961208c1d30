#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
  ag::Staged<int> rounds = 0;
  ag::ordered(std::cout) << "begin" << std::endl;
  ag::while_stmt([&] { return rounds < n; }, AG_STATE(rounds), [&] {
    ++rounds;
    ag::if_stmt(x > 0, [&] { ag::ordered(cout) << "x = " << x << ", " << std::setw(4) << rounds * 2 << "\n"; });
    ag::for_stmt(ag::range(n), [&](Tensor i) { (ag::ordered(std::cerr) << i) << p << (rounds > 2); });
  });
  auto say = [&] { ag::ordered(std::clog) << "end " << rounds; };
  say();
}
