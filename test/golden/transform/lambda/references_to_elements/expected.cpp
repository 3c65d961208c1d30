#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

// The reference in the lambda is declared fourth there, the one that becomes a copy fourth here.
AG_FUNCTION Tensor inside_a_lambda(Tensor x) { return ag::traced<&inside_a_lambda>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::vector<double>> values{1.0, 2.0, 3.0};
  ag::staged_t<std::vector<double>> calls(2);
  auto count = [&](double by, double) {
    ag::Staged<double>& first = ag::element(calls, 0);
    first += by;
  };
  ag::if_stmt(x > 1, AG_STATE(values, calls), [&] {
    ag::Staged<double>&& chosen = ag::borrow_at(values, ag::item<int>(x)).element;
    count(2.0, 1.0);
    chosen += 1.0;
  });
  return Tensor(calls[0] + values[2]);
}); }

// The reference that is captured is declared sixth here, the one that becomes a copy sixth in the lambda.
AG_FUNCTION Tensor around_a_lambda(Tensor x) { return ag::traced<&around_a_lambda>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<std::vector<double>> values{1.0, 2.0, 3.0};
  ag::staged_t<std::vector<double>> calls(2);
  Tensor a = x, b = x;
  ag::Staged<double>& first = calls[0];
  auto count = [&](double, double, double) {
    ag::Staged<double>&& chosen = ag::borrow(values, ag::item<int>(x)).element;
    chosen += 1;
    ag::if_stmt(x < 3, AG_STATE(calls), [&] { first += 2; });
  };
  ag::if_stmt(x > 1, AG_STATE(values, calls), [&] { count(1.0, 2.0, 3.0); });
  return Tensor(calls[0] + values[2]) + a + b;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&inside_a_lambda, "AG_FUNCTION Tensor inside_a_lambda(Tensor x) {\n  ag::staged_t<std::vector<double>> values{1.0, 2.0, 3.0};\n  ag::staged_t<std::vector<double>> calls(2);\n  auto count = [&](double by, double) {\n    ag::Staged<double>& first = ag::element(calls, 0);\n    first += by;\n  };\n  ag::if_stmt(x > 1, AG_STATE(values, calls), [&] {\n    ag::Staged<double>&& chosen = ag::borrow_at(values, ag::item<int>(x)).element;\n    count(2.0, 1.0);\n    chosen += 1.0;\n  });\n  return Tensor(calls[0] + values[2]);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&around_a_lambda, "AG_FUNCTION Tensor around_a_lambda(Tensor x) {\n  ag::staged_t<std::vector<double>> values{1.0, 2.0, 3.0};\n  ag::staged_t<std::vector<double>> calls(2);\n  Tensor a = x, b = x;\n  ag::Staged<double>& first = calls[0];\n  auto count = [&](double, double, double) {\n    ag::Staged<double>&& chosen = ag::borrow(values, ag::item<int>(x)).element;\n    chosen += 1;\n    ag::if_stmt(x < 3, AG_STATE(calls), [&] { first += 2; });\n  };\n  ag::if_stmt(x > 1, AG_STATE(values, calls), [&] { count(1.0, 2.0, 3.0); });\n  return Tensor(calls[0] + values[2]) + a + b;\n}");
