#include <ag/ag.h>

#include <string>
#include <tuple>

using ag::Tensor;

AG_FUNCTION std::tuple<Tensor, int, std::string> solve(Tensor x, int limit) {
  std::string outcome = "limit";
  int k = 0;
  while (k < limit) {
    x = x / 2;
    ++k;
    if (x < 1) {
      outcome = "converged";
      break;
    }
  }
  return {x, k, outcome};
}

std::pair<std::string, double> named(Tensor x) {
  if (x < 0) return {"negative", x.item<double>()};
  std::string sign = x > 10 ? "large" : "small";
  return std::make_pair(sign, 2.0);
}

AG_FUNCTION Tensor known(Tensor x) {
  const auto [name, factor] = named(x);
  return name == "large" ? x * factor : x;
}
