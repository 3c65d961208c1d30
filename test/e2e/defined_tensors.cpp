// Tensors that are asked whether they have a value, where branches and loops of the graph decide it.
#include <optional>
#include <string>

#include "harness.h"

using ag::Tensor;
using e2e::run;

namespace defined_tensors_programs {
namespace {

AG_FUNCTION int in_branch(Tensor x) {
  Tensor found;
  if (x > 1) found = x;
  int seen = 0;
  if (found.defined()) ++seen;
  return seen;
}

AG_FUNCTION Tensor differences(Tensor x, int n) {
  Tensor last, total = 0.0F;
  for (int i = 0; i < n; ++i) {
    if (last.defined()) total += x - last;
    last = x;
    x = x * 0.5F;
    if (x < 0.1F) break;
  }
  return total;
}

AG_FUNCTION Tensor last_large(Tensor x) {
  Tensor found;
  while (x > 1) {
    found = x;
    x = x / 2;
  }
  if (found.defined()) return found;
  return x;
}

AG_FUNCTION Tensor momentum(Tensor x, double limit) {
  Tensor velocity;
  while (ag::sum(x) > limit) {
    if (!velocity.defined()) velocity = ag::zeros_like(x);
    velocity = 0.5F * velocity + x;
    x = x - 0.1F * velocity;
  }
  return velocity.defined() ? x + velocity : x;
}

AG_FUNCTION Tensor best_row(Tensor rows) {
  Tensor best;
  for (Tensor row : rows) {
    if (!best.defined() || ag::sum(row) > ag::sum(best)) best = row;
  }
  return best;
}

struct Average {
  Tensor value;
  bool ready() const { return value.defined(); }
  void add(Tensor x) { value = value.defined() ? 0.5F * value + 0.5F * x : x; }
};
AG_FUNCTION Tensor averaged(Tensor x) {
  Average average;
  while (x > 1) {
    average.add(x);
    x = x - 1;
  }
  return average.ready() ? average.value : Tensor(-1.0F);
}

AG_FUNCTION bool both(Tensor x, Tensor y) {
  Tensor first, second;
  if (x > 0) first = x;
  if (y > 0) second = y;
  const bool any = first.defined() || second.defined();
  return any && first.defined() == second.defined();
}

AG_FUNCTION Tensor given(Tensor x, Tensor offset) {
  if (!offset.defined()) return x;
  return x + offset;
}

AG_FUNCTION int text_of_branch(Tensor x) {
  ag::Text name;
  if (x > 0) name = "positive";
  return name.defined() ? 1 : 0;
}

}  // namespace
}  // namespace defined_tensors_programs

void e2e::defined_tensors() {
  using namespace defined_tensors_programs;
  for (float x : {0.05F, 0.3F, 1.5F, 5.0F}) {
    const Tensor value = x;
    run("in_branch", in_branch, value);
    run("differences", [](Tensor v) { return differences(v, 4); }, value);
    run("last_large", last_large, value);
    run("momentum", [](Tensor v) { return momentum(v, 0.5); }, ag::tensor({x, 0.25F}));
    run("averaged", averaged, value);
    run("both", both, value, value - 1);
    run("given", [](Tensor v) { return given(v, Tensor()); }, value);
    run("given", [](Tensor v) { return given(v, v); }, value);
    run("text_of_branch", text_of_branch, value - 1);
  }
  run("best_row", best_row, ag::tensor({{1.0F, 2.0F}, {4.0F, 0.0F}, {0.5F, 0.5F}}));
}
