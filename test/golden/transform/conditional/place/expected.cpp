#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Bin {
  double sum = 0;
  int count = 0;
  void add(double x) {
    sum += x;
    ++count;
  }
};

AG_CONVERT Tensor chosen(Tensor a, Tensor b) {
  ag::chosen_place(a > 0, AG_STATE(a, b), [&]() -> decltype(auto) { return (a); }, [&]() -> decltype(auto) { return (b); }) = 3;
  return a + b;
}
AG_FUNCTION ag::Staged<int> signs_staged(Tensor xs) {
  ag::Staged<int> negative = 0, zero = 0, positive = 0;
  ag::for_stmt(xs, AG_STATE(negative, zero, positive), [&](Tensor x) { ++ag::chosen_place(x < 0, AG_STATE(negative, zero, positive), [&]() -> decltype(auto) { return (negative); }, [&]() -> decltype(auto) { return (ag::chosen_place(x > 0, AG_STATE(zero, positive), [&]() -> decltype(auto) { return (positive); }, [&]() -> decltype(auto) { return (zero); })); }); });
  return 100 * negative + 10 * zero + positive;
} int signs(Tensor xs) { return ag::traced<&signs>(AG_STATE(xs), [](Tensor xs) { return signs_staged(xs); }); }
AG_FUNCTION ag::Staged<double> by_the_host_staged(Tensor x, ag::Staged<bool> first) {
  ag::Staged<double> a = 0, b = 0;
  ag::chosen_place(first, AG_STATE(a, b), [&]() -> decltype(auto) { return (a); }, [&]() -> decltype(auto) { return (b); }) += ag::item<double>(x);
  return a + 10 * b;
} double by_the_host(Tensor x, bool first) { return ag::traced<&by_the_host>(AG_STATE(x, first), [](Tensor x, bool first) { return by_the_host_staged(x, first); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&signs, "AG_FUNCTION ag::Staged<int> signs_staged(Tensor xs) {\n  ag::Staged<int> negative = 0, zero = 0, positive = 0;\n  ag::for_stmt(xs, AG_STATE(negative, zero, positive), [&](Tensor x) {\n    ++ag::chosen_place(x < 0, AG_STATE(negative, zero, positive),\n        [&]() -> decltype(auto) { return (negative); }, [&]() -> decltype(auto) {\n      return (ag::chosen_place(x > 0, AG_STATE(zero, positive), [&]() -> decltype(auto) {\n        return (positive);\n      }, [&]() -> decltype(auto) { return (zero); }));\n    });\n  });\n  return 100 * negative + 10 * zero + positive;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&by_the_host, "AG_FUNCTION ag::Staged<double> by_the_host_staged(Tensor x, ag::Staged<bool> first) {\n  ag::Staged<double> a = 0, b = 0;\n  ag::chosen_place(first, AG_STATE(a, b), [&]() -> decltype(auto) { return (a); },\n      [&]() -> decltype(auto) { return (b); }) += ag::item<double>(x);\n  return a + 10 * b;\n}");
