#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

enum class Mode { Add, Double };
AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<Mode> mode) {
  ag::Return<Tensor> result; ag::switch_stmt(mode, AG_STATE(result),
    ag::when(Mode::Add, [&] {
      ag::if_stmt(x > 5, AG_STATE(result), [&] { result = x + 1; }, [&] {
      result = x; }); }),
    ag::otherwise([&] {
      result = x * 2; })
  ); return result.value();
} Tensor f(Tensor x, Mode mode) { return f_staged(x, mode); }
