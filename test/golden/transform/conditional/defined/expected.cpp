#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// Whether a tensor has a value may be known only when the graph runs.
AG_CONVERT Tensor f(Tensor x) {
  Tensor last, best;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, last, best), [&] {
    ag::if_stmt(ag::or_else(!ag::is_defined(best), [&] { return x > best; }), AG_STATE(best), [&] { best = x; });
    last = ag::if_else(ag::is_defined(last), [&] { return (last + x) / 2; }, [&] { return x; });
    x = x / 3;
  });
  const ag::Staged<bool> any = ag::is_defined(last);
  return ag::if_else(any, [&] { return last + best; }, [&] { return x; });
}
