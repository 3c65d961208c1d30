#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

int calls = 0, hits = 0;
Tensor total = 0.0;

void note_staged(ag::Staged<int> by) { ag::ref(hits) += by; } void note(int by) { note_staged(by); }

AG_FUNCTION Tensor f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) -> Tensor {
  static double level = 1;
  ++ag::ref(calls);
  const ag::Staged<int> before = ag::ref(hits)++;
  ag::if_stmt(x > 2, [&] {
    ag::ref(total) += x;
    note_staged(before);
  }, [&] {
    ag::ref(level) = ag::external(level) / 2;
  });
  ag::while_stmt([&] { return x > ag::external(level); }, AG_STATE(x), [&] {
    x = x - 1;
    ag::ref(hits) += ag::external(calls);
  });
  ag::ref(total)[0] = x;
  ag::if_stmt(ag::external(calls) % 3 == 0, AG_STATE(x), [&] { x = x + 100; });
  return x * ag::external(level) + ag::external(hits);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor x) {\n  static double level = 1;\n  ++ag::ref(calls);\n  const ag::Staged<int> before = ag::ref(hits)++;\n  ag::if_stmt(x > 2, [&] {\n    ag::ref(total) += x;\n    note_staged(before);\n  }, [&] {\n    ag::ref(level) = ag::external(level) / 2;\n  });\n  ag::while_stmt([&] { return x > ag::external(level); }, AG_STATE(x), [&] {\n    x = x - 1;\n    ag::ref(hits) += ag::external(calls);\n  });\n  ag::ref(total)[0] = x;\n  ag::if_stmt(ag::external(calls) % 3 == 0, AG_STATE(x), [&] { x = x + 100; });\n  return x * ag::external(level) + ag::external(hits);\n}");
