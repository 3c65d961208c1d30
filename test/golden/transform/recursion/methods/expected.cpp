#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Counter {
  int calls = 0;
  int down(int n) {
    ++calls;
    if (n <= 0) return calls;
    return down(n - 1);
  }
  static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
}; struct Counter_staged; [[maybe_unused]] inline Counter_staged ag_staged_class(const Counter*); struct Counter_staged { ag::Staged<int> calls = 0; ag::Staged<int> down(ag::Staged<int> n); static ag::Staged<int> gcd(ag::Staged<int> a, ag::Staged<int> b); }; inline Counter_staged ag_staged_class(const Counter*) { return {}; }

struct Power {
  Tensor base;
  Tensor of(Tensor n) const { return ag::recursive(AG_STATE(*this, n), [](const auto& self, Tensor n) { return self.of(n); }, [&]() -> Tensor {
    return ag::if_else<Tensor>(n < 1, [&] { return base * 0 + 1; }, [&] {
    return base * of(n - 1);
  }); }); }
};

AG_FUNCTION Tensor both(Tensor x) { return ag::traced<&both>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Counter> counter;
  const ag::Staged<int> n = counter.down(ag::item<int>(x));
  return Power{x}.of(x) + n + Counter_staged::gcd(n, ag::item<int>(x));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&both, "AG_FUNCTION Tensor both(Tensor x) {\n  ag::staged_t<Counter> counter;\n  const ag::Staged<int> n = counter.down(ag::item<int>(x));\n  return Power{x}.of(x) + n + Counter_staged::gcd(n, ag::item<int>(x));\n}");
#line 6 "input.cpp"
inline ag::Staged<int> Counter_staged::down(ag::Staged<int> n) { return ag::recursive(AG_STATE(*this, n), [](auto& self, ag::Staged<int> n) { return self.down(n); }, [&]() -> ag::Staged<int> {
  ++calls;
  return ag::if_else<ag::Staged<int>>(n <= 0, AG_STATE(calls), [&] { return calls; }, [&] {
  return down(n - 1);
}); }); }
#line 11 "input.cpp"
inline ag::Staged<int> Counter_staged::gcd(ag::Staged<int> a, ag::Staged<int> b) { return ag::recursive(AG_STATE(a, b), [](ag::Staged<int> a, ag::Staged<int> b) -> ag::Staged<int> { return ag::if_else(b == 0, [&] { return a; }, [&] { return gcd(b, a % b); }); }); }
