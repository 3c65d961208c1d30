#include <functional>
#include <ag/ag.h>
using ag::Tensor;

// A using-declaration brings the name of a function, and not that of its staged face.
namespace units {
AG_CONVERT int twice(int n) { return n * 2; }
AG_CONVERT Tensor raised(Tensor x) {
  if (x > 1) x = x + 1;
  return x;
}
namespace {
int thrice(int n) { return n * 3; }
}  // namespace
}  // namespace units

using units::raised;
using units::twice;

AG_CONVERT int applied(int (*f)(int), int n) { return f(n); }

AG_FUNCTION Tensor f(Tensor x) {
  using units::thrice;
  int n = 1;
  while (n < x) n = twice(n);
  std::function<int(int)> held = twice;
  return raised(x) + n + thrice(n) + units::twice(n) + held(n) + applied(&twice, n);
}
