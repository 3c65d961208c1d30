#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Strings outside of a function are followed as tensors are: written by assignments, and by +=.
#include <ag/ag.h>

#include <vector>
using ag::Tensor;
using ag::Text;

Text title = "a";
std::vector<Text> lines{"p", "q"};

struct Log {
  Text notes = "n";
  AG_FUNCTION Text operator()(Tensor x) { return ag::traced<&Log::operator()>(*this, AG_STATE(x), [this](Tensor x) -> Text {
    ag::if_stmt(x > 0, [&] { ag::ref(notes) = ag::external(notes) + "!"; });
    return ag::external(notes);
  }); }
};

AG_FUNCTION Text f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Text {
  static Text seen = ag::first_value([&] { return "s"; });
  for (Text& line : ag::tracked(lines)) {
    ag::if_stmt(x > 1, [&] { ag::ref(line) += "v"; });
  }
  for (const Text& line : ag::external(lines)) ag::ref(title) = ag::external(title) + line;
  ag::if_stmt(x > 0, [&] { ag::ref(seen) += ag::external(title); });
  Text last = ag::ref(ag::tracked(lines)[1]) = ag::external(seen);
  return last + ag::external(title);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&Log::operator(), "AG_FUNCTION Text operator()(Tensor x) {\n  ag::if_stmt(x > 0, [&] { ag::ref(notes) = ag::external(notes) + \"!\"; });\n  return ag::external(notes);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&f, "AG_FUNCTION Text f(Tensor x) {\n  static Text seen = ag::first_value([&] { return \"s\"; });\n  for (Text& line : ag::tracked(lines)) {\n    ag::if_stmt(x > 1, [&] { ag::ref(line) += \"v\"; });\n  }\n  for (const Text& line : ag::external(lines)) ag::ref(title) = ag::external(title) + line;\n  ag::if_stmt(x > 0, [&] { ag::ref(seen) += ag::external(title); });\n  Text last = ag::ref(ag::tracked(lines)[1]) = ag::external(seen);\n  return last + ag::external(title);\n}");
