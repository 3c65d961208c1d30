#include <ag/ag.h>

#include <string>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x, std::string& label, Tensor&) {
  label = "done";
  return x;
}
