#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// Functions that are passed to a traced one are converted, wherever the call stands.
Tensor limited(Tensor x) {
  return ag::if_else<Tensor>(x > 3, [&] { return 3.0; }, [&] {
  return x;
}); }
AG_DO_NOT_CONVERT Tensor plain(Tensor x) { return x * 2; }
AG_FUNCTION Tensor applied(Tensor (*f)(Tensor), Tensor x) { return ag::traced<&applied>(AG_STATE(f, x), [](Tensor (*f)(Tensor), Tensor x) -> Tensor { return f(x) + 1; }); }
template <class F>
AG_FUNCTION Tensor twice(const F& f, Tensor x) { return ag::traced<&twice<F>>(AG_STATE(f, x), [](const F& f, Tensor x) -> Tensor {
  return f(f(x));
}); }
Tensor uses(Tensor x) {
  auto halved = [](Tensor y) {
    ag::if_stmt(y > 1, AG_STATE(y), [&] { y = y / 2; });
    return y;
  };
  return applied(&limited, x) + applied(plain, x) + twice(halved, x);
}
static const ag::GeneratedCode ag_generated_code_input_1(&applied, "AG_FUNCTION Tensor applied(Tensor (*f)(Tensor), Tensor x) {\n  return f(x) + 1;\n}");
