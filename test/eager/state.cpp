// A trace that ends changes nothing: variables, members, counters, generators and output are those of one plain run.
#include <string>
#include <vector>

#include "programs.h"

namespace {

int calls = 0;
double total = 0;
Tensor last = ag::tensor(0.0f);
ag::Variable weight(ag::tensor(1.0f));

AG_FUNCTION Tensor counts(Tensor x) {
  ++calls;
  total += 0.5 * calls;
  last = x * 3;
  weight.assign_add(x);
  std::cout << "in counts: " << calls << "\n";
  return halved_while_large(x) + weight.value();
}

// The trace ends in the second iteration of a loop over host numbers.
AG_FUNCTION Tensor counts_in_loop(Tensor x, int n) {
  for (int k = 0; k < n; ++k) {
    ++calls;
    weight.assign_sub(0.25f);
    if (x > 0) std::cout << "iteration " << k << "\n";
    if (k == 1) x = halved_while_large(x);
  }
  return x;
}

AG_FUNCTION Tensor draws(Tensor x) {
  static int made = 0;
  ++made;
  ag::Generator generator(7);
  x = x + generator.uniform({});
  return halved_while_large(x) + made;
}

struct Counter {
  int count = 0;
  Tensor sum = ag::tensor(0.0f);
  std::vector<double> history = {0, 0};
  AG_FUNCTION Tensor add(Tensor x) {
    ++count;
    sum += x;
    history[0] += 1;
    return halved_while_large(sum);
  }
};

}  // namespace

void state() {
  for (const float start : {5.0f, 6.0f, 7.0f}) {
    show("counts", counts(ag::tensor(start)));
    show("counts in loop", counts_in_loop(ag::tensor(start), 3));
    show("draws", draws(ag::tensor(start)));
    std::cout << calls << " " << total << " " << last << " " << weight.value() << "\n";
  }
  Counter counter;
  for (int k = 1; k < 4; ++k) show("member", counter.add(ag::tensor(float(k))));
  std::cout << counter.count << " " << counter.sum << " " << counter.history[0] << "\n";
}
