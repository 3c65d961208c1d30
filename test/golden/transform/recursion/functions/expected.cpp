#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

bool is_odd(unsigned n); ag::Staged<bool> is_odd_staged(ag::Staged<unsigned> n);
static ag::Staged<bool> is_even_staged(ag::Staged<unsigned> n) { return ag::recursive(AG_STATE(n), [](ag::Staged<unsigned> n) -> ag::Staged<bool> { return ag::if_else(n == 0, [&] { return true; }, [&] { return is_odd_staged(n - 1); }); }); } [[maybe_unused]] static bool is_even(unsigned n) noexcept { return ag::plain<bool>(is_even_staged(n)); }
ag::Staged<bool> is_odd_staged(ag::Staged<unsigned> n) { return ag::recursive(AG_STATE(n), [](ag::Staged<unsigned> n) -> ag::Staged<bool> {
  return ag::if_else<ag::Staged<bool>>(n == 0, [&] { return false; }, [&] {
  return is_even_staged(n - 1);
}); }); } bool is_odd(unsigned n) { return ag::plain<bool>(is_odd_staged(n)); }
// Not converted by itself: its tensors are those of its parameters.
void lower_staged(Tensor& x, [[maybe_unused]] const ag::Staged<int>& by, ag::Staged<int>& calls) { ag::recursive(AG_STATE(x, by, calls), [](Tensor& x, [[maybe_unused]] const ag::Staged<int>& by, ag::Staged<int>& calls) {
  ag::if_stmt(ag::max(x) < 1, AG_STATE(x, calls), [&] { return; }, [&] {
  x = x - by;
  ++calls;
  lower_staged(x, by, calls);
}); }); } void lower(Tensor& x, [[maybe_unused]] const int& by, int& calls) { if (ag::is_tracing()) return lower_staged(x, by, ag::inout(calls)); { if (ag::max(x) < 1) return; x = x - by; ++calls; lower(x, by, calls); } }
AG_FUNCTION Tensor halved(Tensor x) { return ag::traced<&halved>(AG_STATE(x), [](Tensor x) -> Tensor {
  return ag::if_else<Tensor>(ag::max(x) < 1, [&] { return x; }, [&] {
  return halved(x / 2);
}); }); }
template <class T>
T power(T x, int n) {
  if (n == 0) return 1;
  return x * power(x, n - 1);
} static ag::Staged<double> power_staged(ag::Staged<double> x, ag::Staged<int> n);
// What a node of the graph cannot be given.
Tensor twice_staged(Tensor (*f)(Tensor), Tensor x, ag::Staged<int> n) { return ag::if_else(n == 0, [&] { return x; }, [&] { return twice_staged(f, f(x), n - 1); }); } Tensor twice(Tensor (*f)(Tensor), Tensor x, int n) { return twice_staged(f, x, n); }
AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  const ag::Staged<unsigned> n = ag::item<unsigned int>(x);
  ag::Staged<int> calls = 0;
  lower_staged(x, 2, calls);
  ag::if_stmt(is_even_staged(n), AG_STATE(x), [&] { x = halved(x); });
  return calls + twice_staged(halved, x, 3) + power_staged(0.5 * n, 2);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&halved, "AG_FUNCTION Tensor halved(Tensor x) {\n  return ag::if_else<Tensor>(ag::max(x) < 1, [&] { return x; }, [&] {\n    return halved(x / 2);\n  });\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  const ag::Staged<unsigned> n = ag::item<unsigned int>(x);\n  ag::Staged<int> calls = 0;\n  lower_staged(x, 2, calls);\n  ag::if_stmt(is_even_staged(n), AG_STATE(x), [&] { x = halved(x); });\n  return calls + twice_staged(halved, x, 3) + power_staged(0.5 * n, 2);\n}");
#line 22 "input.cpp"
static ag::Staged<double> power_staged(ag::Staged<double> x, ag::Staged<int> n) { return ag::recursive(AG_STATE(x, n), [](ag::Staged<double> x, ag::Staged<int> n) -> ag::Staged<double> {
  return ag::if_else<ag::Staged<double>>(n == 0, [&] { return 1; }, [&] {
  return x * power_staged(x, n - 1);
}); }); }
