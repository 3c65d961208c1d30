#include <ag/ag.h>
#include <map>
#include <string>
#include <variant>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  std::map<std::string, Tensor> totals{{"even", x}, {"odd", x}};
  std::variant<int, Tensor> held = x;
  while (x > 0) {
    if (x % 2 == 0) {
      totals["even"] += x;
    } else {
      totals.at("odd") = x;
    }
    std::get<Tensor>(held) = x;
    x -= 1;
  }
  return totals["even"] + totals["odd"] + std::get<1>(held);
}
