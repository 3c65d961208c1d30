#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> mode) {
  ag::Return<Tensor> result; ag::while_stmt([&] { return x > 0; }, AG_STATE(x).until(result), [&] { ag::Flag did_continue;
    x -= 1;
    ag::switch_stmt(mode, AG_STATE(x, did_continue, result),
      ag::when(0, [&] {
        ag::if_stmt(x > 3, AG_STATE(x, did_continue), [&] { did_continue = true; }, [&] {
        x -= 1; });
        }),
      ag::when({1,
      2}, [&] {
        ag::if_stmt(x > 10, AG_STATE(x), [&] { return; }, [&] {
        x -= 2;
        
      }); }),
      ag::when(3, [&] {
        x -= 1;
        }).falls_through(),
      ag::when(4, [&] {
        ag::if_stmt(x == 2, AG_STATE(x, result), [&] { return; }, [&] {
        ag::if_stmt(x == 1, AG_STATE(x, result), [&] { result = x; }, [&] {
        x -= 2; }); });
        }),
      ag::otherwise([&] {
        x = 0; })
    );
    ag::if_stmt(!(did_continue || result.done()), [&] { ag::print(x);
  }); });
  return result.value_or([&] { return x;
}); } Tensor f(Tensor x, int mode) { return f_staged(x, mode); }
