#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor offset, found, last;
  ag::if_stmt(ag::and_then(!ag::is_defined(found), [&] { return x > 0; }), AG_STATE(found), [&] { found = x; });
  ag::for_stmt(ag::range(x), AG_STATE(x, last), [&](Tensor row) {
    ag::if_stmt(row > 1, AG_STATE(x), [&] { x = last; });
    last = row;
  });
  return x + offset + found;
}
