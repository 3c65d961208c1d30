#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <utility>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<bool> doubled) {
  auto sign = [](Tensor v) {
    return ag::if_else<ag::Staged<int>>(v > 0, [&] { return 1; }, [&] {
    return -1;
  }); };
  auto split = [&](ag::Staged<int> k) { return std::pair(k / 2, x * k); };
  auto chosen = [&, k = sign(x)](ag::Staged<bool> first) {
    return ag::if_else<ag::Staged<int>>(first, [&] { return 0; }, [&] {
    return k;
  }); };
  auto all = [&] {
    ag::Return<ag::Staged<int>> result; for (int i = 0; i < 3 && !ag::host_condition(result); ++i) { ag::if_stmt(result.pending(), AG_STATE(result), [&] {
      ag::if_stmt(x > i, AG_STATE(result), [&] { result = i; });
    }); }
    return result.value_or([&] { return 3;
  }); };
  auto [half, scaled] = split(sign(x) + all());
  return scaled * half + chosen(doubled);
} Tensor f(Tensor x, bool doubled) { return f_staged(x, doubled); }
