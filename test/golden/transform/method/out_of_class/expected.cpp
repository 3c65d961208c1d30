#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

namespace model {
struct Counter {
  Tensor up = 0, down = 0;
  AG_CONVERT void add(Tensor x);
};
}  // namespace model

void model::Counter::add(Tensor x) {
  ag::if_stmt(x > 0, AG_STATE(up, this->down), [&] {
    up += x;
  }, [&] {
    this->down -= x;
  });
}
