// Captures: values that a function uses and that are not arguments.
#include "guide.h"

using ag::Tensor;

namespace {

int foo = 1;
ag::Variable foo_variable(1);

AG_FUNCTION Tensor global_add(Tensor x) { return x + foo; }
AG_FUNCTION Tensor argument_add(Tensor x, Tensor foo) { return x + foo; }
AG_FUNCTION Tensor variable_add(Tensor x) { return x + foo_variable; }

bool add_bias = false;
AG_FUNCTION Tensor decided(Tensor x) {
  trace("decided");
  if (add_bias) return x + 5;
  return x;
}

}  // namespace

void closures() {
  std::cout << global_add(1) << " " << argument_add(1, foo) << " " << variable_add(1) << "\n";
  foo = 100;
  foo_variable.assign(100);
  std::cout << global_add(1) << " " << argument_add(1, foo) << " " << variable_add(1) << "\n";
  trace(std::to_string(ag::function_of(global_add).tracing_count()) + " trace");

  std::cout << decided(1) << "\n";
  add_bias = true;
  std::cout << decided(1) << "\n";
  for (const ag::Retrace& retrace : ag::function_of(decided).retraces()) trace(retrace.str());

  // A capture by value keeps its value; a capture by reference reads the variable at each call.
  int scale = 2;
  auto by_value = ag::function([scale](Tensor x) { return x * scale; });
  auto by_reference = ag::function([&scale](Tensor x) { return x * scale; });
  std::cout << by_value(10) << " " << by_reference(10) << "\n";
  scale = 3;
  std::cout << by_value(10) << " " << by_reference(10) << "\n";
}
