#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define WITHIN(x, low, high) ((x) >= (low) && (x) <= (high))
AG_CONVERT Tensor f(Tensor x, Tensor y) {
  x = ag::if_else((x) > (y - 1), [&] { return (x); }, [&] { return (y - 1); });  // one use
  ag::if_stmt(ag::and_then((x) >= (0), [&] { return (x) <= ((ag::if_else((y) > (1), [&] { return (y); }, [&] { return (1); }))); }), AG_STATE(x), [&] { x = x + 1; });
  return ag::if_else((x) > (Tensor(0)), [&] { return (x); }, [&] { return (Tensor(0)); });
}

int plain(int a) { return LARGER(a, 3); }
