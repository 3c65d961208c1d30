#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <iostream>
#include <string>
#include <string_view>
using ag::Tensor;

ag::StagedText seen_staged(Tensor x) { return ag::if_else<ag::StagedText>(x > 2, [&] { return "high"; }, [&] { return "low"; }); } std::string_view seen(Tensor x) { return ag::plain<std::string_view>(seen_staged(x)); }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::StagedText text = ag::if_else<ag::StagedText>((x > 1), [&] { return "yes"; }, [&] { return "no"; });
  ag::StagedText made{seen_staged(x)};
  ag::ordered(std::cout) << text << made << "\n";
  ag::if_stmt(ag::to_bool(text != seen_staged(x + 1)), AG_STATE(x), [&] { x += ag::StagedText(seen_staged(x)).size(); });
  return x;
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  ag::StagedText text =\n      ag::if_else<ag::StagedText>((x > 1), [&] { return \"yes\"; }, [&] { return \"no\"; });\n  ag::StagedText made{seen_staged(x)};\n  ag::ordered(std::cout) << text << made << \"\\n\";\n  ag::if_stmt(ag::to_bool(text != seen_staged(x + 1)), AG_STATE(x),\n      [&] { x += ag::StagedText(seen_staged(x)).size(); });\n  return x;\n}");
