#include <ag/ag.h>
using ag::Tensor;

Tensor total = ag::tensor(7.5), other = ag::tensor(2.5);

Tensor added(const Tensor& a) {
  total += 1;
  return a + 1;
}
Tensor read(const Tensor& a) { return a + total; }

AG_FUNCTION std::pair<Tensor, Tensor> before_and_after(Tensor x) {
  return std::pair<Tensor, Tensor>{bool(x >= -2) ? total : other, total++};
}
AG_FUNCTION std::pair<Tensor, Tensor> of_another(Tensor x) {
  return std::pair<Tensor, Tensor>{bool(x >= -2) ? other : x, total++};
}
AG_FUNCTION Tensor to_function(Tensor x) { return added(x > 0 ? total : x); }
AG_FUNCTION Tensor to_others(Tensor x) { return read(x > 0 ? total : x) + added(x > 0 ? other : x) + added(total); }
