#include <ag/ag.h>

#include <iostream>
#include <string>
#include <string_view>
using ag::Tensor;

std::string_view seen(Tensor x) { return x > 2 ? "high" : "low"; }

AG_FUNCTION Tensor f(Tensor x) {
  std::string_view text = (x > 1) ? "yes" : "no";
  std::string made{seen(x)};
  std::cout << text << made << "\n";
  if (text != seen(x + 1)) x += std::string(seen(x)).size();
  return x;
}
