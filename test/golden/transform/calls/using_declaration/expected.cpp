#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <functional>
#include <ag/ag.h>
using ag::Tensor;

// A using-declaration brings the name of a function, and not that of its staged face.
namespace units {
AG_CONVERT ag::Staged<int> twice_staged(ag::Staged<int> n) { return n * 2; } int twice(int n) { return ag::plain<int>(twice_staged(n)); }
AG_CONVERT Tensor raised(Tensor x) {
  ag::if_stmt(x > 1, AG_STATE(x), [&] { x = x + 1; });
  return x;
}
namespace {
ag::Staged<int> thrice_staged(ag::Staged<int> n) { return n * 3; } [[maybe_unused]] int thrice(int n) { return ag::plain<int>(thrice_staged(n)); }
}  // namespace
}  // namespace units

using units::raised;
using units::twice;

AG_CONVERT ag::Staged<int> applied_staged(ag::staged_t<int (*)(int)> f, ag::Staged<int> n) { return f(n); } int applied(int (*f)(int), int n) { return ag::plain<int>(applied_staged(ag::staged(f), n)); }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  using units::thrice;
  ag::Staged<int> n = 1;
  ag::while_stmt([&] { return n < x; }, AG_STATE(n), [&] { n = units::twice_staged(n); });
  ag::staged_t<std::function<int(int)>> held = units::twice_staged;
  return raised(x) + n + units::thrice_staged(n) + units::twice_staged(n) + held(n) + applied_staged(&units::twice_staged, n);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  using units::thrice;\n  ag::Staged<int> n = 1;\n  ag::while_stmt([&] { return n < x; }, AG_STATE(n), [&] { n = units::twice_staged(n); });\n  ag::staged_t<std::function<int(int)>> held = units::twice_staged;\n  return raised(x) + n + units::thrice_staged(n) + units::twice_staged(n) + held(n) +\n         applied_staged(&units::twice_staged, n);\n}");
static const ag::StagedVariant ag_staged_variant_input_1(&units::twice, &units::twice_staged);
