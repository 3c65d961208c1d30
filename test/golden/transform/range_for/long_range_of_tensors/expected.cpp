#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::for_stmt(ag::staged(ag::range(1, 150)), AG_STATE(x), [&](Tensor i) { x = x * i; });
  ag::Flag did_break; ag::for_stmt(ag::staged(ag::range(400, 0, -2)), AG_STATE(x).until(did_break), [&](const Tensor& i) {
    ag::if_stmt(x > i, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {
    x += 1;
  }); });
  return x;
}

// A vector that grows keeps the loop on the host.
AG_CONVERT std::vector<Tensor> g(Tensor x) {
  std::vector<Tensor> parts;
  for (Tensor i : ag::range(150)) parts.push_back(x * i);
  return parts;
}
