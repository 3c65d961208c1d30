// A choice between structures of which one holds a variable outside of the function.
#include <ag/ag.h>
#include <optional>
#include <utility>
using ag::Tensor;

bool on = true;
double scale = 2;

AG_FUNCTION Tensor f(Tensor x) {
  std::optional<bool> flag = x.ndim() == 0 ? std::optional<bool>{true} : std::optional<bool>{on};
  std::pair<double, int> both = on ? std::pair<double, int>{scale, 1} : std::pair<double, int>{1.0, 2};
  return x + both.first + flag.has_value();
}
