#include <ag/ag.h>
using ag::Tensor;

struct Sum {
  Tensor total = 0;
  AG_CONVERT Tensor add(Tensor x) {
    Tensor total = this->total;
    if (x > 0) {
      total += x;
      this->total = total;
    }
    return total;
  }
};
