// A concrete function: one trace of a function.
#include "guide.h"

using ag::Tensor, ag::TensorSpec;

namespace {

AG_FUNCTION Tensor double_of(Tensor a) {
  trace("double_of");
  return a + a;
}

AG_FUNCTION Tensor power(Tensor a, int b) { return ag::pow(a, b); }

}  // namespace

void concrete_functions() {
  auto double_floats = ag::function_of(double_of).concrete(ag::tensor(1.5));
  std::cout << double_floats(ag::tensor(2.5)) << "\n";

  auto double_vectors = ag::function_of(double_of).concrete(TensorSpec({ag::unknown}, ag::float32));
  std::cout << double_vectors(ag::tensor({1.0, 2.0})) << "\n";
  std::ostringstream text;
  if (AG_CONVERTED) text << double_floats(ag::arg("a", ag::tensor(3.5))) << "\n";  // the converter knows the names
  text << double_vectors << "\n" << double_vectors.str();
  trace(text.str());
  attempt("an int32", [&] { double_vectors(ag::tensor({1, 2})); });

  // A host number is fixed in the trace: a call may omit it, and cannot change it.
  auto square = ag::function_of(power).concrete(TensorSpec(ag::Shape::unknown_rank(), ag::float32), 2);
  std::cout << square(ag::tensor(10.0)) << "\n";
  std::cout << square(ag::tensor({1.0, 2.0}), 2) << "\n";
  trace(square.str());
  attempt("b = 3", [&] { square(ag::tensor(10.0), 3); });
}
