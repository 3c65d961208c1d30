// The limitations of TensorFlow's guide, and their counterparts here.
#include <vector>

#include "guide.h"

using ag::Tensor;

namespace {

// Effects that the converter knows happen at every call.
AG_FUNCTION void announce(Tensor x) {
  trace("traced");
  std::cout << "executed with " << x << "\n";
}

// The same holds for host functions that the graph calls.
Tensor plus_on_host(Tensor x, Tensor y) {
  std::cout << "executing on the host\n";
  return x + y;
}
AG_FUNCTION Tensor wrapper(Tensor x, Tensor y) {
  trace("traced");
  return ag::host_call(plus_on_host, ag::TensorSpec({}, ag::float32), x, y);
}

std::vector<Tensor> external_list;

AG_FUNCTION void append(Tensor x) {
  ag::host_call([](Tensor value) AG_DO_NOT_CONVERT { external_list.push_back(value); }, {}, x);
}

// The counter guards the increment. Each call reads and writes it.
struct Model {
  ag::Variable v{0};
  int counter = 0;
  AG_FUNCTION Tensor operator()() {
    if (counter == 0) {
      counter += 1;
      v.assign_add(1);
    }
    return v;
  }
};

// The next position is a part of the state.
struct Items {
  Tensor values;
  int position = 0;
};
Items items{ag::tensor({1, 2, 3})};
AG_FUNCTION void consume_next() {
  ag::print("value:", items.values[items.position]);
  ++items.position;
}

// A value that a function stores in a global variable is available after the call.
Tensor stored = 0;
AG_FUNCTION Tensor stores(Tensor a) {
  stored = a + 1;
  return a + 2;
}
AG_FUNCTION Tensor uses_stored(Tensor b) { return b + stored; }

// A leak that the converter cannot see: the stored tensor is a symbolic value of the graph.
Tensor kept;
AG_DO_NOT_CONVERT void keep(Tensor x) { kept = x; }
AG_FUNCTION Tensor leaks(Tensor a) {
  Tensor local = a + 1;
  keep(local);
  return a + 2;
}
AG_FUNCTION Tensor uses_kept(Tensor b) { return b + kept; }

// Recursion over host numbers is unrolled.
AG_FUNCTION Tensor recursive(Tensor x, int n) {
  if (n > 0) return recursive(x * 2, n - 1);
  return x;
}

void effects() {
  announce(1);
  announce(1);
  announce(2);
  std::cout << wrapper(1.0, 2.0) << "\n";
  std::cout << wrapper(3.0, 4.0) << "\n";
  append(1);
  append(1);
  append(1);
  std::cout << external_list.size() << " elements\n";
  Model m;
  for (int n = 0; n < 3; ++n) std::cout << m() << "\n";
  for (int n = 0; n < 3; ++n) consume_next();
}

void outputs() {
  std::cout << stores(1) << " " << stored << " " << uses_stored(2) << "\n";
  leaks(1);
  attempt("a leaked tensor", [] { static_cast<void>(kept + 1); });
  attempt("in another function", [] { uses_kept(1); });
}

}  // namespace

void limitations() {
  effects();
  outputs();
  std::cout << recursive(1, 5) << "\n";
}
