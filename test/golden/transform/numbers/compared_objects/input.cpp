#include <ag/ag.h>

#include <compare>
#include <utility>
using ag::Tensor;

struct Version {
  int major_part = 0, minor_part = 0;
  auto operator<=>(const Version&) const = default;
};
struct Setting {
  double value = 0;
  Version since;
  bool operator==(const Setting&) const = default;
  explicit operator bool() const { return value > 0; }
  operator double() const {
    if (value > 1) return 1;
    return value;
  }
};
AG_CONVERT Tensor f(Tensor x) {
  Setting a, b, known;
  if (x > 1) {
    a.value = 2;
    b.since.minor_part = 1;
  }
  if (a == b || a.since < b.since) x = x + 1;
  if (a != known && a) x = x * (a + 1);
  std::pair<int, double> made(1, known);
  if (x > 2) made.first = 3;
  return x * double(b) + made.second;
}
