#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

ag::Staged<int> checked_staged(ag::Staged<int> n) {
  ag::if_stmt(n > 9, [&] { ag::raise(std::out_of_range("n")); });
  return n;
} int checked(int n) { return ag::plain<int>(checked_staged(n)); }

AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<int> n) {
  ag::Staged<int> steps = 0;
  try { const ag::TryScope ag_try(ag::catches_no_errors);
    ag::if_stmt(n < 0, [&] { ag::raise(std::invalid_argument("n")); });
    ag::if_stmt(n > 5, [&] { ag::raise(ag::deferred([=](auto n) { return n; }, n)); });
    steps = checked_staged(n);
  } catch (const std::logic_error&) {
    steps = -1;
  } catch (int most) {
    steps = most - 5;
  }
  try {
    steps += 1;
  } catch (...) {
    steps = 0;
  }
  ag::if_stmt(x > 0, AG_STATE(x), [&] { x += steps; });
  return x;
} Tensor f(Tensor x, int n) { return ag::traced<&f>(AG_STATE(x, n), [](Tensor x, int n) { return f_staged(x, n); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f_staged(Tensor x, ag::Staged<int> n) {\n  ag::Staged<int> steps = 0;\n  try {\n    const ag::TryScope ag_try(ag::catches_no_errors);\n    ag::if_stmt(n < 0, [&] { ag::raise(std::invalid_argument(\"n\")); });\n    ag::if_stmt(n > 5, [&] { ag::raise(ag::deferred([=](auto n) { return n; }, n)); });\n    steps = checked_staged(n);\n  } catch (const std::logic_error&) {\n    steps = -1;\n  } catch (int most) {\n    steps = most - 5;\n  }\n  try {\n    steps += 1;\n  } catch (...) {\n    steps = 0;\n  }\n  ag::if_stmt(x > 0, AG_STATE(x), [&] { x += steps; });\n  return x;\n}");
