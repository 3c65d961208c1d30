#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <iostream>
using ag::Tensor;

#define SHOW(x) std::cout << #x " = " << (x) << "\n"

AG_CONVERT Tensor f(Tensor x) {
  ag::if_stmt(x > 0, [&] { ag::ordered(std::cout) << "x" " = " << (x) << "\n"; });
  return x;
}
