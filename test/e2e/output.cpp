// Output to the streams of the process: the characters of a plain build, in its order.
#include <cstdio>
#include <iomanip>
#include <iostream>
#include <string>

#include "harness.h"

using ag::Tensor;

namespace output_programs {
namespace {

struct Point {
  Tensor x, y;
};
std::ostream& operator<<(std::ostream& stream, const Point& p) {
  return stream << "(" << p.x << ", " << std::setw(3) << p.y << ")";
}

struct Limits {
  static const int kMost = 3;
};

AG_FUNCTION Tensor streams(Tensor n) {
  std::cout << "  start " << n << ' ' << 1.5 << std::endl;
  int rounds = 0;
  double half = 0.5;
  bool odd = false;
  uint8_t letter = 'a';
  while (rounds < n) {
    ++rounds;
    half = half / 3;
    odd = !odd;
    ++letter;
    if (rounds == 3) std::cout << "  third of " << Limits::kMost << "\n";
    std::cout << "  round " << rounds << ", half = " << half << ", odd: " << odd << letter << std::string("!") << "\n";
  }
  std::cout << "  " << std::fixed << std::setprecision(3) << half << std::setw(8) << rounds << std::left << std::setw(4)
            << std::hex << rounds * 20 << "|" << std::boolalpha << (rounds > 2) << "\n";
  std::cout << std::defaultfloat << std::setprecision(6) << std::dec << std::right << std::noboolalpha;
  return n;
}

Tensor noisy(Tensor x) {
  std::cout << "[noisy " << x << "]";
  return x + 1;
}

AG_FUNCTION Tensor in_order(Tensor x, Point p) {
  std::cout << "  first " << noisy(x) << " then " << noisy(x * 2) << "\n";
  ag::print("  between");
  if (ag::all(x > 0)) std::cout << "  " << p << std::setw(4) << p << "\n";
  for (Tensor row : x) std::cout << "  row " << row << std::flush << "\n";
  auto say = [&](Tensor value) { std::cout << "  said " << value << "\n"; };
  say(x);
  std::cerr << "";
  return x;
}

AG_FUNCTION Tensor formats(Tensor x, const std::string& name) {
  double error = 1;
  int n = 0;
  long long total = 1;
  while (error > 0.1) {
    error = double(ag::max(x)) / 2;
    x = x / 2;
    ++n;
    total = total * 1000;
    std::printf("  %s: %5.2f after %03d rounds, %d%%, %+e\n", name.c_str(), error, n, int(100 * error), error);
    std::printf("  %lld %x %c %g %u\n", total, n, 'a' + n, error, 7u);
  }
  printf("  end\n");
  return x;
}

AG_FUNCTION Tensor until_an_error(Tensor x, Tensor n) {
  for (Tensor i : ag::range(n)) {
    std::cout << "  at " << i << "\n";
    ag::check(i < 2, "far enough");
  }
  return x;
}

template <class T>
T shown(T x) {
  if (x > 0) std::cout << "  shown " << x << "\n";
  return x;
}
AG_FUNCTION Tensor shows(Tensor x) { return shown(x) + shown(2.5); }

// What handles no tensors and writes does it when the graph gets there.
void note(int n) { std::cout << "  note " << n << "\n"; }
void note() { printf("  note\n"); }
struct Counter {
  int count = 5;
  void add(int n) {
    std::cout << "  count " << count << "\n";
    count += n;
  }
};
struct Logger {
  std::string name;
  static void plain(int n) { std::cout << "  plain " << n << "\n"; }
  void line(int n) const { std::cout << "  " << name << " " << n << "\n"; }
};
template <int N>
void numbered() {
  std::cout << "  numbered " << N << "\n";
}
AG_FUNCTION Tensor helpers(Tensor x) {
  Counter counter;
  const Logger logger{"log"};
  note();
  if (x > 3) note(3);
  auto counted = [&](Tensor y) -> Tensor {
    counter.add(2);
    return -y;
  };
  Tensor y = x == 4 ? counted(x) : x;
  for (Tensor i : ag::range(x)) {
    note();
    if (i > 1) Logger::plain(1);
    if (i > 2) logger.line(2);
    if (i == 3) numbered<4>();
  }
  return y;
}

AG_FUNCTION Tensor last_of_list(Tensor x) {
  std::vector<Tensor> rows;
  for (auto row : x) {
    rows.push_back(row * 2);
  }
  std::cout << "last " << rows.back() << "\n";
  return ag::stack(rows);
}

AG_FUNCTION Tensor puts_lines(Tensor x, std::string name) {
  for (int k = 0; k < 2; ++k) {
    if (x > k) {
      std::puts("more");
    } else {
      std::puts(name.c_str());
    }
    x = x - 1;
    std::printf("%d%%\n", k);
  }
  return x;
}

}  // namespace
}  // namespace output_programs

void e2e::output() {
  using namespace output_programs;
  for (int x : {0, 1, 2}) run("puts_lines", puts_lines, ag::tensor(x), std::string("50% less"));
  for (int x : {0, 3, 4}) run("helpers", helpers, ag::tensor(x));
  run("streams", streams, ag::tensor(0));
  run("streams", streams, ag::tensor(3));
  std::cout << std::setprecision(3);
  run("streams", streams, ag::tensor(4));
  std::cout << std::setprecision(6);
  run("in_order", in_order, ag::tensor({1, 2}), Point{ag::tensor(1.5), ag::tensor({2, 3})});
  run("in_order", in_order, ag::tensor({1, -2}), Point{ag::tensor(1.5), ag::tensor({2, 3})});
  run("formats", formats, ag::tensor({1.0, 3.0}), std::string("error"));
  run("until_an_error", until_an_error, ag::tensor(1), ag::tensor(2));
  run("until_an_error", until_an_error, ag::tensor(1), ag::tensor(5));
  run("last_of_list", last_of_list, ag::tensor({1, -2, 5}));
  run("shows", shows, ag::tensor(3));
  run("shows", shows, ag::tensor(-3));
}
