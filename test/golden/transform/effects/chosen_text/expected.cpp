#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <cstdio>
#include <iostream>
#include <string>
using ag::Tensor;

static const char* kNames[] = {"zero", "one", "two"};

ag::StagedText sign_staged(ag::Staged<double> v) { return ag::if_else<ag::StagedText>(v > 0, [&] { return "positive"; }, [&] { return "negative"; }); } const char* sign(double v) { return ag::plain<const char*>(sign_staged(v)); }
std::string described(double v); ag::StagedText described_staged(ag::Staged<double> v);

AG_FUNCTION ag::StagedText chosen_staged(Tensor x) { return ag::if_else<ag::StagedText>(x > 0, [&] { return "above"; }, [&] { return "below"; }); } const char* chosen(Tensor x) { return ag::traced<&chosen>(AG_STATE(x), [](Tensor x) { return chosen_staged(x); }); }
AG_FUNCTION ag::StagedText marks_staged(Tensor xs) {
  ag::StagedText text;
  ag::for_stmt(xs, AG_STATE(text), [&](Tensor x) { text += ag::if_else(x > 0, [&] { return '+'; }, [&] { return '-'; }); });
  return text;
} std::string marks(Tensor xs) { return ag::traced<&marks>(AG_STATE(xs), [](Tensor xs) { return marks_staged(xs); }); }
AG_FUNCTION ag::Staged<int> printed_staged(Tensor x) {
  ag::StagedText text = ag::if_else<ag::StagedText>(x > 1, [&] { return "above"; }, [&] { return "below"; });
  ag::ordered(std::cout) << text << ag::if_else<ag::StagedText>(x > 2, [&] { return "yes"; }, [&] { return "no"; }) << "\n";
  ag::StagedText more = described_staged(ag::item<double>(x));
  ag::cxx::printf("%s %s %s\n", text, more, sign_staged(ag::item<double>(x)));
  return ag::if_else(ag::to_bool(more == "large"), [&] { return 1; }, [&] { return 0; });
} int printed(Tensor x) { return ag::traced<&printed>(AG_STATE(x), [](Tensor x) { return printed_staged(x); }); }
AG_FUNCTION ag::Staged<char> letter_staged(Tensor x) {
  ag::ordered(std::cout) << ag::element(kNames, ag::item<int>(x)) << ag::cxx::to_string(ag::item<int>(x));
  return ag::element("ACGT", ag::item<int>(x));
} char letter(Tensor x) { return ag::traced<&letter>(AG_STATE(x), [](Tensor x) { return letter_staged(x); }); }
ag::StagedText described_staged(ag::Staged<double> v) {
  ag::StagedText text = "small";
  ag::if_stmt(v > 1, AG_STATE(text), [&] { text = "large"; });
  return text;
} std::string described(double v) { return ag::plain<std::string>(described_staged(v)); }
static const ag::GeneratedCode ag_generated_code_input_1(&chosen, "AG_FUNCTION ag::StagedText chosen_staged(Tensor x) {\n  return ag::if_else<ag::StagedText>(x > 0, [&] { return \"above\"; }, [&] { return \"below\"; });\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&marks, "AG_FUNCTION ag::StagedText marks_staged(Tensor xs) {\n  ag::StagedText text;\n  ag::for_stmt(xs, AG_STATE(text),\n      [&](Tensor x) { text += ag::if_else(x > 0, [&] { return '+'; }, [&] { return '-'; }); });\n  return text;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&printed, "AG_FUNCTION ag::Staged<int> printed_staged(Tensor x) {\n  ag::StagedText text =\n      ag::if_else<ag::StagedText>(x > 1, [&] { return \"above\"; }, [&] { return \"below\"; });\n  ag::ordered(std::cout) << text << ag::if_else<ag::StagedText>(x > 2, [&] { return \"yes\"; }, [&] {\n    return \"no\";\n  }) << \"\\n\";\n  ag::StagedText more = described_staged(ag::item<double>(x));\n  ag::cxx::printf(\"%s %s %s\\n\", text, more, sign_staged(ag::item<double>(x)));\n  return ag::if_else(ag::to_bool(more == \"large\"), [&] { return 1; }, [&] { return 0; });\n}");
static const ag::GeneratedCode ag_generated_code_input_4(&letter, "AG_FUNCTION ag::Staged<char> letter_staged(Tensor x) {\n  ag::ordered(std::cout) << ag::element(kNames, ag::item<int>(x))\n                         << ag::cxx::to_string(ag::item<int>(x));\n  return ag::element(\"ACGT\", ag::item<int>(x));\n}");
