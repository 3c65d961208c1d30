#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <array>
#include <tuple>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  std::vector<Tensor> v{1, 2, 3};
  std::array<Tensor, 2> a{1, 1};
  std::tuple<Tensor, Tensor> t{0, n};
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, v, a, t), [&] {
    ag::element(v, 0) = ag::element(v, 1) + ag::element(v, 2);
    std::swap(ag::element(v, 1), ag::element(v, 2));
    a[1] = a[0] + a[1];
    std::get<0>(t) += a[1];
    n -= 1;
  });
  return v[0] + a[0] + std::get<0>(t);
}
