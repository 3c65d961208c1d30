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
};

// A member is symbolic, and the staged counterpart of the class has no method 'add'.
AG_FUNCTION Tensor counts(Tensor x) { const ag::EagerScope runs_eagerly("this calls 'add' with what is known only when the graph runs, and 'add' is not converted", 19);
  Counter counter;
  if (x > 1) counter.count = 1;
  counter.add(x);
  return x * counter.count;
}
static const ag::EagerFunction ag_eager_function_input_1(&counts, "this calls 'add' with what is known only when the graph runs, and 'add' is not converted", "input.cpp", 19);
