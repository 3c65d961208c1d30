#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  if (x < 0) throw std::domain_error("negative");
  return x * 2;
}
AG_CONVERT Tensor in_the_other_branch(Tensor x) {
  if (x >= 0)
    return x * 2;
  else
    throw std::domain_error("negative");
}
AG_CONVERT Tensor behind_a_return(Tensor x) {
  if (x >= 0) return x * 2;
  ag::print("negative", x);
  throw std::domain_error("negative");
}
AG_CONVERT Tensor chosen(Tensor x) { return x > 0 ? x : throw std::domain_error("not positive"); }
