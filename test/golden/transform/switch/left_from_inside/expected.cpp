#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// A break from inside of a branch, in an arm that otherwise goes on with the next one.
AG_CONVERT Tensor f(Tensor x, Tensor kind) {
  ag::Flag did_break; ag::switch_stmt(ag::item<int>(kind), AG_STATE(x).until(did_break),
    ag::when(0, [&] {
      ag::if_stmt(x > 0, AG_STATE(x, did_break), [&] {
        x *= 2;
        ag::if_stmt(x < 4, AG_STATE(did_break), [&] { did_break = true; });
      }); }).falls_through(),
    ag::otherwise([&] {
      x += 100; })
  );
  return x;
}
