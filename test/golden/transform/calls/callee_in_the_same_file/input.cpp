#include <ag/ag.h>
using ag::Tensor;

Tensor absolute(Tensor x) {
  if (x < 0) return -x;
  return x;
}
Tensor unrelated(Tensor x) {
  if (bool(x > 0)) return x;
  return -x;
}
AG_DO_NOT_CONVERT Tensor left_alone(Tensor x) { return x; }
void bump(Tensor& x, Tensor by) {
  if (by > 2) x += by;
}
AG_FUNCTION Tensor f(Tensor n) {
  Tensor s = 0;
  for (Tensor i : ag::range(n)) {
    bump(s, absolute(i));
  }
  return left_alone(s);
}
int main() { return int(f(3) > unrelated(2)); }
