#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

using ag::Tensor;

struct Counter {
  int count = 0;
  void add(Tensor x) { const ag::EagerScope runs_eagerly("inline assembly cannot be converted", 9);
    if (x > 0) {
      asm volatile("");
      ++count;
    }
  }
  int twice() const { return 2 * count; }
};

// The staged counterpart of the class has no such method, so what calls it is left as well.
AG_FUNCTION Tensor counts(Tensor x) { return ag::traced<&counts>(AG_STATE(x), [](Tensor x) -> Tensor {
  Counter counter;
  counter.add(x);
  return x * counter.twice();
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&counts, "AG_FUNCTION Tensor counts(Tensor x) {\n  Counter counter;\n  counter.add(x);\n  return x * counter.twice();\n}");
