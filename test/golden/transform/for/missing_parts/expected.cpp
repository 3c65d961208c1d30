#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor i = 0;
  ag::for_stmt([&] { return i * i < n; }, [&] { ++i; }, AG_STATE(i), [&] { ag::print(i); });
  { Tensor a = 0; ag::while_stmt([&] { return a < i; }, AG_STATE(a), [&] {
    a += n;
  }); }
  ag::while_stmt([&] { return i > 0; }, AG_STATE(i), [&] {
    i -= 3; });
  ag::Flag did_break; ag::while_stmt([&] { return true; }, AG_STATE(i).until(did_break), [&] {
    i += 1;
    ag::if_stmt(i > n, AG_STATE(did_break), [&] { did_break = true; });
  });
  ag::Return<Tensor> result; { Tensor k = 0; ag::for_stmt([&] { return true; }, [&] { k += 1; }, AG_STATE(k).until(result), [&] { ag::if_stmt(k * k > n, AG_STATE(result), [&] { result = k; }); }); } return result.value();
}
