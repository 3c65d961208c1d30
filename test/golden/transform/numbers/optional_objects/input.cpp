// Methods of what an optional holds.
#include <ag/ag.h>

#include <optional>

using ag::Tensor;

struct Range {
  double low, high;
  [[nodiscard]] double width() const { return high - low; }
  void widen(double by) { low -= by, high += by; }
};

std::optional<Range> range(double a, double b) {
  if (a < b) return Range{a, b};
  return std::nullopt;
}

AG_FUNCTION Tensor width(Tensor x) {
  auto found = range(double(x), 4);
  if (!found) return Tensor(0.0);
  found->widen(0.5);
  return Tensor(found->width());
}
