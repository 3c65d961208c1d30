#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

Tensor absolute(Tensor x) {
  return ag::if_else<Tensor>(x < 0, [&] { return -x; }, [&] {
  return x;
}); }
Tensor unrelated(Tensor x) {
  if (bool(x > 0)) return x;
  return -x;
}
AG_DO_NOT_CONVERT Tensor left_alone(Tensor x) { return x; }
void bump(Tensor& x, Tensor by) {
  ag::if_stmt(by > 2, AG_STATE(x), [&] { x += by; });
}
AG_FUNCTION Tensor f(Tensor n) { return ag::traced<&f>(AG_STATE(n), [](Tensor n) -> Tensor {
  Tensor s = 0;
  ag::for_stmt(ag::range(n), AG_STATE(s), [&](Tensor i) {
    bump(s, absolute(i));
  });
  return left_alone(s);
}); }
int main() { return int(f(3) > unrelated(2)); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor n) {\n  Tensor s = 0;\n  ag::for_stmt(ag::range(n), AG_STATE(s), [&](Tensor i) {\n    bump(s, absolute(i));\n  });\n  return left_alone(s);\n}");
