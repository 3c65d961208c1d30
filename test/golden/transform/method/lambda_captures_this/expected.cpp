#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Stats {
  Tensor low = 0, high = 0;
  AG_CONVERT Tensor add(Tensor x) {
    auto count = [this](Tensor value) {
      ag::if_stmt(value < 0, AG_STATE(low, high), [&] {
        low += 1;
      }, [&] {
        high += value;
      });
    };
    auto copy = [*this](Tensor value) mutable {
      ag::if_stmt(value < low, AG_STATE(low), [&] { low = value; });
      return low;
    };
    ag::if_stmt(x > 100, AG_STATE(low, high), [&] { count(x); });
    return copy(x);
  }
};
