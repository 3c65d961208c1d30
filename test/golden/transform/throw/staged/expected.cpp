#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::if_stmt(x < 0, [&] { ag::raise(std::domain_error("negative")); });
  return x * 2;
}
AG_CONVERT Tensor in_the_other_branch(Tensor x) {
  return ag::if_else<Tensor>(x >= 0, [&] {
    return x * 2; },
  [&] {
    return ag::raise(std::domain_error("negative")); });
}
AG_CONVERT Tensor behind_a_return(Tensor x) {
  return ag::if_else<Tensor>(x >= 0, [&] { return x * 2; }, [&] {
  ag::print("negative", x);
  return ag::raise(std::domain_error("negative"));
}); }
AG_CONVERT Tensor chosen(Tensor x) { return ag::if_else(x > 0, [&] { return x; }, [&] { return ag::raise(std::domain_error("not positive")); }); }
