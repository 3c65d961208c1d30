#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT void f(Tensor x) {
  ag::Return<void> result; ag::while_stmt([&] { return x > 0; }, AG_STATE(x).until(result), [&] {
    x -= 1;
    ag::if_stmt(x == 3, AG_STATE(result), [&] { result.set(); }, [&] {
    ag::print(x);
  }); });
  ag::if_stmt(result.pending(), [&] { ag::print("end");
}); }
