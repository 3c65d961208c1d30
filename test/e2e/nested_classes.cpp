// Classes that hold containers of themselves.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace nested_classes_programs {
namespace {

struct Node {
  Tensor value;
  std::vector<Node> children;
};

AG_FUNCTION Tensor root_value(Tensor x) {
  Node root{x, {}};
  root.value = root.value * 2;
  return root.value;
}

struct Tree {
  double weight = 1;
  std::vector<Tree> children;
};

double total(const Tree& tree) {
  double sum = tree.weight;
  for (const Tree& child : tree.children) sum += total(child);
  return sum;
}

AG_FUNCTION Tensor weighted(Tensor x) {
  const Tree tree{2, {{3, {}}, {4, {{0.5, {}}}}}};
  if (x > 0) x = x * 2;
  return x * total(tree);
}

struct Directory {
  int size = 0;
  std::map<std::string, Directory> entries;
};

AG_FUNCTION Tensor counted(Tensor x) {
  Directory top;
  top.entries["a"].size = 3;
  top.entries["b"].entries["c"].size = 4;
  int sum = top.size;
  for (const auto& [name, entry] : top.entries) sum += entry.size;
  while (x < 10) x = x + 3;
  return x + sum;
}

struct Branch;
struct Leaf {
  int count = 1;
  std::vector<Branch> branches;
};
struct Branch {
  double length = 1;
  std::optional<double> angle;
  std::vector<Leaf> leaves;
};

AG_FUNCTION double mutual(Tensor x) {
  Branch branch;
  branch.leaves.resize(3);
  double length = branch.length;
  for (const Leaf& leaf : branch.leaves) length += leaf.count;
  if (x > 0) length += double(x);
  return length;
}

}  // namespace
}  // namespace nested_classes_programs

void e2e::nested_classes() {
  using namespace nested_classes_programs;
  for (const Tensor& x : {f64(2), f64(-3)}) {
    run("root_value", root_value, x);
    run("weighted", weighted, x);
    run("counted", counted, x);
    run("mutual", mutual, x);
  }
}
