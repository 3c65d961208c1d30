#include <ag/ag.h>
using ag::Tensor, ag::Variable;

Variable a(1.0), b(2.0);

AG_FUNCTION Tensor f(Tensor x, bool first) {
  Variable v = first ? a : b;
  v.assign_add(x);
  (first ? a : b).assign_add(1);
  Tensor y = x > 0 ? a : b;
  return y + (x > 1 ? a : x);
}
