#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor chain(Tensor x, Tensor a) {
  Tensor v = a;
  ag::if_stmt(x > 5, AG_STATE(x, v), [&] {
    v = v + 1;
    x = x + v;
  }, ag::else_if([&] { return v < 3; }, [&] {
    ag::if_stmt(a > 0, AG_STATE(v), [&] { v = x; });
    x = x - 1;
  }), [&] {
    x = v;
  });
  return x;
}

AG_CONVERT Tensor loop(Tensor x, Tensor a) {
  Tensor v = a;
  ag::while_stmt([&] { return (v = x * 2, v < 100); }, AG_STATE(x, v), [&] {
    x = x + v;
    ag::if_stmt(a > 1, AG_STATE(v), [&] { v = a; });
  });
  return x;
}
