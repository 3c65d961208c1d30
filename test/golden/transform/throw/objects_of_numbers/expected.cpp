#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Failure {
  int code;
  explicit Failure(int code) : code(code) {}
 public: explicit Failure(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Failure& object) { return std::tie(object.code); } }; struct Failure_staged; [[maybe_unused]] inline Failure_staged ag_staged_class(const Failure*); struct Failure_staged { ag::Staged<int> code; explicit Failure_staged(ag::Parts) {} explicit Failure_staged(ag::Staged<int> code); [[maybe_unused]] friend auto ag_fields(Failure_staged& object) { return std::tie(object.code); } }; inline Failure_staged ag_staged_class(const Failure*) { return Failure_staged(ag::Parts()); }

AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<int> k) {
  ag::if_stmt(k > 2, [&] { ag::raise(ag::deferred([=](auto k) { return Failure(k); }, k)); });
  return x + k;
} Tensor f(Tensor x, int k) { return ag::traced<&f>(AG_STATE(x, k), [](Tensor x, int k) { return f_staged(x, k); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<int> k) {\n  ag::if_stmt(k > 2, [&] { ag::raise(ag::deferred([=](auto k) { return Failure(k); }, k)); });\n  return x + k;\n}");
#line 6 "input.cpp"
inline Failure_staged::Failure_staged(ag::Staged<int> code) : code(code) {}
