// A vector made of a list of numbers, as the result of a function, or a method, whose second face gives symbolic ones.
#include <ag/ag.h>

#include <vector>

using ag::Tensor;

std::vector<double> ends(double a, double b) { return std::vector<double>{a, b, 0.5}; }

auto pair_of(double a) { return std::vector<double>{a, 2 * a}; }

struct Range {
  double low = 0, high = 1;
  std::vector<double> both() const { return {low, high}; }
};

AG_FUNCTION Tensor sum(Tensor x) {
  Range range;
  range.high = double(x);
  return Tensor(ends(double(x), 1)[0] + pair_of(double(x))[1] + range.both()[1]);
}
