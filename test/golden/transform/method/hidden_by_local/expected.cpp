#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Sum {
  Tensor total = 0;
  AG_CONVERT Tensor add(Tensor x) {
    Tensor total = this->total;
    ag::if_stmt(x > 0, AG_STATE(this->total, total), [&] {
      total += x;
      this->total = total;
    });
    return total;
  }
};
