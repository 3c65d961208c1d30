#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor only_thrown(Tensor x) {
  int turns = 0;
  while (true) {
    ++turns;
    x = x + turns;
    if (x > 20) throw std::range_error("over");
  }
  return x;
}
AG_CONVERT Tensor with_a_step(Tensor x) {
  for (int k = 1;; k *= 2) {
    if (x + k > 50) throw std::range_error("far");
  }
  return x;
}
AG_CONVERT Tensor behind_the_body(Tensor x) {
  do {
    x = x * 2;
    if (x > 50) throw std::range_error("far");
  } while (true);
  return x;
}
AG_CONVERT Tensor ends_on_the_host(Tensor x, int n) {
  while (true) {
    x = x + 1;
    if (x > 50) throw std::range_error("far");
    if (--n == 0) throw std::length_error("long");
  }
  return x;
}
