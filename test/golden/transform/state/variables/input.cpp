// Variables of the runtime keep their place in the program: they are no state of a statement, and read as tensors.
#include <ag/ag.h>

using ag::Tensor;
using ag::Variable;

Variable total(0.0, {.name = "total"});

struct Counter {
  Variable calls{0};
  AG_FUNCTION Tensor operator()(Tensor x, const Variable& limit) {
    static Variable longest(0.0);
    calls.assign_add(1);
    if (calls > limit) calls.assign(0);
    if (limit) longest.assign(x);
    while (total && total < x) {
      total.assign_add(1);
      if (total > 10) break;
    }
    int n = calls.item<int>() + int(limit);
    for (int i = 0; i < n; ++i) total.assign(total * i);
    return x > 0 ? total + n : longest * total.shape(0);
  }
};
