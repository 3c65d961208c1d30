#include <ag/ag.h>
using ag::Tensor;

bool is_odd(unsigned n);
static bool is_even(unsigned n) noexcept { return n == 0 ? true : is_odd(n - 1); }
bool is_odd(unsigned n) {
  if (n == 0) return false;
  return is_even(n - 1);
}
// Not converted by itself: its tensors are those of its parameters.
void lower(Tensor& x, [[maybe_unused]] const int& by, int& calls) {
  if (ag::max(x) < 1) return;
  x = x - by;
  ++calls;
  lower(x, by, calls);
}
AG_FUNCTION Tensor halved(Tensor x) {
  if (ag::max(x) < 1) return x;
  return halved(x / 2);
}
template <class T>
T power(T x, int n) {
  if (n == 0) return 1;
  return x * power(x, n - 1);
}
// What a node of the graph cannot be given.
Tensor twice(Tensor (*f)(Tensor), Tensor x, int n) { return n == 0 ? x : twice(f, f(x), n - 1); }
AG_FUNCTION Tensor f(Tensor x) {
  const unsigned n = x.item<unsigned>();
  int calls = 0;
  lower(x, 2, calls);
  if (is_even(n)) x = halved(x);
  return calls + twice(halved, x, 3) + power(0.5 * n, 2);
}
