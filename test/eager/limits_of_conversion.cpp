// Constructs that agc cannot stage: the functions with them run as they were written.
#include <memory>
#include <string>
#include <vector>

#include "programs.h"

namespace {

// A jump into code that a tensor decides.
AG_FUNCTION Tensor jumps(Tensor x) {
  int times = 0;
again:
  if (x > 1) {
    x = x / 2;
    ++times;
    goto again;
  }
  return x + times;
}

AG_FUNCTION Tensor assembly(Tensor x) {
  if (x > 0) {
    asm volatile("");
    x = x - 1;
  }
  return x;
}

struct Node {
  Tensor value;
  std::unique_ptr<Node> next;
};

// A list of nodes on the heap, whose length a tensor decides.
Tensor sum_of_list(Tensor x) {
  std::unique_ptr<Node> first;
  while (x > 0) {
    first = std::make_unique<Node>(Node{x, std::move(first)});
    x = x - 1;
  }
  Tensor sum = 0.0f;
  for (const Node* at = first.get(); at; at = at->next.get()) sum += at->value;
  return sum;
}

// Traced, and calls functions that are not: the first branch comes to one, the second does not.
AG_FUNCTION Tensor calls_some(Tensor x, bool list) {
  if (x > 10) x = x - 10;
  if (list) return sum_of_list(x) * 2;
  return x * 2;
}

AG_FUNCTION Tensor stays_traced(Tensor x) {
  while (x > 3) x = x - 2;
  return x;
}

struct Model {
  Tensor weight = ag::tensor(2.0f);
  int calls = 0;
  AG_FUNCTION Tensor apply(Tensor x) {
    ++calls;
    Tensor* target = &x;
    while (*target > 1) *target = *target / weight;
    return x;
  }
};

// A member that grows where a tensor decides, and that another method visits.
class Record {
 public:
  void add(const Tensor& x) {
    if (x > 2) {
      kept_.push_back(x);
    } else {
      ++dropped_;
    }
  }
  Tensor total() const {
    Tensor sum = 0.0f;
    for (const auto& x : kept_) sum += x;
    return sum;
  }
  int dropped() const { return dropped_; }

 private:
  std::vector<Tensor> kept_;
  int dropped_ = 0;
};
AG_FUNCTION Tensor recorded(Tensor x) {
  Record record;
  record.add(x);
  record.add(x * 2);
  return record.total() * 10 + record.dropped();
}

// Two subscripts of one element draw from the same numbers, the first one first.
struct Draws {
  unsigned state;
  unsigned below(unsigned n) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % n;
  }
};
AG_FUNCTION double cell_by_draws(Tensor x) {
  double grid[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  Draws draws{7};
  if (x > 2) draws.below(2);
  double sum = 0;
  for (int k = 0; k < 4; ++k) sum = sum * 10 + grid[draws.below(3)][draws.below(3)];
  return sum;
}

}  // namespace

void limits_of_conversion() {
  for (int call = 0; call < 2; ++call) {
    show("jumps", jumps(ag::tensor(9.0f)));
    show("assembly", assembly(ag::tensor(2.0f)));
    show("calls a list", calls_some(ag::tensor(14.0f), true));
    show("calls no list", calls_some(ag::tensor(14.0f), false));
    show("stays traced", stays_traced(ag::tensor(14.0f)));
    for (const float start : {1.0f, 1.5f, 3.0f}) {
      show("recorded", recorded(ag::tensor(start)));
      std::cout << "cell by draws " << cell_by_draws(ag::tensor(start)) << "\n";
    }
  }
  Model model;
  show("method", model.apply(ag::tensor(13.0f)));
  show("method", model.apply(ag::tensor(3.0f)));
  std::cout << "calls " << model.calls << "\n";
  Tensor x = ag::tensor(6.0f);
  ag::GradientTape tape;
  tape.watch(x);
  const Tensor y = jumps(x) * x;
  show("gradient", tape.gradient(y, x));
}

bool reasons_of_conversion() {
  const auto left = ag::function_of(jumps).eager_calls();
  if (left.size() != 1 || left[0].reason.find("goto") == std::string::npos || left[0].location.line() == 0)
    return false;
  if (!ag::function_of(stays_traced).eager_calls().empty() || ag::function_of(stays_traced).tracing_count() != 1)
    return false;
  if (ag::function_of(calls_some).eager_calls().size() != 1) return false;
  try {
    ag::function_of(jumps).graph(ag::tensor(1.0f));
  } catch (const ag::Error& error) {
    return error.kind() == ag::ErrorKind::staging_error && error.message().find("goto") != std::string::npos;
  }
  return false;
}
