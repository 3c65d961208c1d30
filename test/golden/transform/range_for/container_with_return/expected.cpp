#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  std::vector<Tensor> table{1, 2, 3};
  ag::Return<Tensor> result; ag::for_stmt(table, AG_STATE(x).until(result), [&](auto& v) {
    ag::if_stmt(x == v, AG_STATE(x, result), [&] { result = v * 10; }, [&] {
    x = x + 1;
  }); });
  return result.value_or([&] { return x;
}); }
