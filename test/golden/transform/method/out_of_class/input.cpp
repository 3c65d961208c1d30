#include <ag/ag.h>
using ag::Tensor;

namespace model {
struct Counter {
  Tensor up = 0, down = 0;
  AG_CONVERT void add(Tensor x);
};
}  // namespace model

void model::Counter::add(Tensor x) {
  if (x > 0) {
    up += x;
  } else {
    this->down -= x;
  }
}
