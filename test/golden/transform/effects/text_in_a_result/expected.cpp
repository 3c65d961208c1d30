#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <string>
#include <tuple>

using ag::Tensor;

AG_FUNCTION ag::texted_t<std::tuple<Tensor, int, std::string>> solve_staged(Tensor x, ag::Staged<int> limit) {
  ag::StagedText outcome = "limit";
  ag::Staged<int> k = 0;
  ag::Flag did_break; ag::while_stmt([&] { return k < limit; }, AG_STATE(x, outcome, k).until(did_break), [&] {
    x = x / 2;
    ++k;
    ag::if_stmt(x < 1, AG_STATE(outcome, did_break), [&] {
      outcome = "converged";
      did_break = true;
    });
  });
  return {x, k, outcome};
} std::tuple<Tensor, int, std::string> solve(Tensor x, int limit) { return ag::traced<&solve>(AG_STATE(x, limit), [](Tensor x, int limit) { return solve_staged(x, limit); }); }

ag::texted_t<std::pair<std::string, double>> named_staged(Tensor x) {
  return ag::if_else<ag::texted_t<std::pair<std::string, double>>>(x < 0, [&]() -> ag::texted_t<std::pair<std::string, double>> { return {"negative", ag::item<double>(x)}; }, [&] {
  ag::StagedText sign = ag::if_else<ag::StagedText>(x > 10, [&] { return "large"; }, [&] { return "small"; });
  return std::make_pair(sign, 2.0);
}); } std::pair<std::string, double> named(Tensor x) { return ag::plain<std::pair<std::string, double>>(named_staged(x)); }

AG_FUNCTION Tensor known(Tensor x) { return ag::traced<&known>(AG_STATE(x), [](Tensor x) -> Tensor {
  const auto [name, factor] = ag::plain<std::pair<std::string, double>>(named_staged(x));
  return name == "large" ? x * factor : x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&solve, "AG_FUNCTION ag::texted_t<std::tuple<Tensor, int, std::string>> solve_staged(\n    Tensor x, ag::Staged<int> limit) {\n  ag::StagedText outcome = \"limit\";\n  ag::Staged<int> k = 0;\n  ag::Flag did_break;\n  ag::while_stmt([&] { return k < limit; }, AG_STATE(x, outcome, k).until(did_break), [&] {\n    x = x / 2;\n    ++k;\n    ag::if_stmt(x < 1, AG_STATE(outcome, did_break), [&] {\n      outcome = \"converged\";\n      did_break = true;\n    });\n  });\n  return {x, k, outcome};\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&known, "AG_FUNCTION Tensor known(Tensor x) {\n  const auto [name, factor] = ag::plain<std::pair<std::string, double>>(named_staged(x));\n  return name == \"large\" ? x * factor : x;\n}");
