#include <ag/ag.h>

#include <cstdlib>
using ag::Tensor;

struct Plain {
  const char* name = "";
  virtual double twice(double v) const { return v * 2; }
};

AG_FUNCTION Tensor f(Tensor x) {
  const auto whole = [](auto n) { return ::abs(n); };
  const auto twice = [](auto n) { return Plain().twice(n); };
  return x + whole(double(x)) + twice(double(x)) + whole(2.5);
}
