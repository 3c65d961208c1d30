#include <ag/ag.h>
#include <string>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  std::string name = "small";
  if (x > 1) name = "big";
  ag::print(name);
  return x;
}
