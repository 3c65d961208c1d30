#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> a, ag::Staged<int> b) {
  ag::Return<Tensor> result; ag::for_stmt(ag::range(x), AG_STATE(x).until(result), [&](Tensor i) { ag::Flag did_continue;
    ag::switch_stmt(a, AG_STATE(x, did_continue, result),
      ag::when(0, [&] {
        ag::switch_stmt(b, AG_STATE(x).until(did_continue),
          ag::when(0, [&] { ag::if_stmt(x > 2, AG_STATE(x), [&] { return; }, [&] { x += 1; }); }),
          ag::when(1, [&] { ag::if_stmt(x > 4, AG_STATE(did_continue), [&] { did_continue = true; }); }).falls_through(),
          ag::otherwise([&] { x += 5; })
        );
        ag::if_stmt(!did_continue, AG_STATE(x), [&] { x *= 2; });
        }),
      ag::when(1, [&] { ag::if_stmt(i > 40, AG_STATE(result), [&] { result = x; }); })
    );
    ag::if_stmt(!(did_continue || result.done()), AG_STATE(x), [&] { x += 100;
  }); });
  return result.value_or([&] { return x;
}); } Tensor f(Tensor x, int a, int b) { return f_staged(x, a, b); }
