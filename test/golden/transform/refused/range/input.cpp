#include <ag/ag.h>
using ag::Tensor;

namespace ag {
struct Batches {
  const Tensor* begin() const;
  const Tensor* end() const;
};
}  // namespace ag

AG_CONVERT Tensor total(const ag::Batches& batches) {
  Tensor sum = 0;
  for (Tensor batch : batches) sum += batch;
  return sum;
}
