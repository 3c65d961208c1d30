// Tables of structures that are constant: a tensor chooses the element.
#include <array>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace constant_tables_programs {
namespace {

struct Node {
  int next;
  double value;
};
struct Shift {
  int di, dj;
  int sum() const { return di + dj; }
};
constexpr Node kList[] = {{1, 10}, {2, 20}, {-1, 30}};
const std::array<Shift, 4> kShifts{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
static const std::vector<Node> kNodes{{1, 10}, {2, 20}, {-1, 30}};
constexpr double kTable[2][3] = {{1, 2, 3}, {4, 5, 6}};
struct Grid {
  static constexpr Shift kAll[3] = {{1, 2}, {3, 4}, {5, 6}};
};
AG_FUNCTION Tensor walk(Tensor x) {
  int at = int(x);
  double sum = 0;
  while (at >= 0) {
    sum += kList[at].value;
    at = kList[at].next;
  }
  return sum;
}
AG_FUNCTION Tensor refs(Tensor x) {
  const Node& node = kList[int(x)];
  const auto copy = kNodes[int(x)];
  Node third = kNodes.at(int(x));
  return node.value + copy.next + third.value;
}
AG_FUNCTION Tensor dirs(Tensor x) {
  int d = int(x) % 4;
  return kShifts[d].sum() * 10 + kShifts[d].di;
}
AG_FUNCTION Tensor members(Tensor x) { return Grid::kAll[int(x)].di + kTable[int(x) % 2][int(x)]; }
AG_FUNCTION Tensor locals(Tensor x) {
  static const Shift kLocal[] = {{1, 2}, {3, 4}, {5, 6}};
  constexpr Node kInner[] = {{1, 0.5}, {2, 1.5}, {3, 2.5}};
  auto [a, b] = kLocal[int(x)];
  return a * b + kInner[int(x)].value;
}
double value_of(const Node& n) { return n.value * 2; }
AG_FUNCTION Tensor passes(Tensor x) { return value_of(kList[int(x)]) + value_of(kNodes[int(x)]); }

}  // namespace
}  // namespace constant_tables_programs

void e2e::constant_tables() {
  using namespace constant_tables_programs;
  for (const double k : {0.0, 1.0, 2.0}) {
    run("walk", walk, f64(k));
    run("refs", refs, f64(k));
    run("dirs", dirs, f64(k));
    run("members", members, f64(k));
    run("locals", locals, f64(k));
    run("passes", passes, f64(k));
  }
}
