#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Account {
  double balance = 10;
  int transfers = 0;
}; struct Account_staged { ag::Staged<double> balance = 10; ag::Staged<int> transfers = 0; }; [[maybe_unused]] inline Account_staged ag_staged_class(const Account*) { return {}; }
struct Node {
  int axis;
  double threshold;
  int left, right;
}; struct Node_staged { ag::Staged<int> axis; ag::Staged<double> threshold; ag::Staged<int> left; ag::Staged<int> right; }; [[maybe_unused]] inline Node_staged ag_staged_class(const Node*) { return {}; }
constexpr Node kTree[] = {{0, 2.5, 1, 2}, {-1, 0, 0, 0}, {-1, 0, 0, 0}};

AG_FUNCTION ag::Staged<double> transfers_staged(Tensor pairs) {
  ag::staged_t<std::vector<Account>> accounts(3);
  ag::for_stmt(pairs, AG_STATE(accounts), [&](Tensor pair) {
    auto &&from = ag::numbered(accounts, ag::item<int>(pair[0])), &&to = ag::numbered(accounts, ag::item<int>(pair[1]));
    const ag::Staged<double> amount = from.get().balance / 2;
    from.borrow().get().balance -= amount;
    to.borrow().get().balance += amount;
    to.borrow().get().transfers = from.get().transfers + 1;
  });
  return accounts[0].balance;
} double transfers(Tensor pairs) { return ag::traced<&transfers>(AG_STATE(pairs), [](Tensor pairs) { return transfers_staged(pairs); }); }
AG_FUNCTION ag::Staged<int> leaf_staged(Tensor x) {
  ag::Staged<int> at = 0;
  ag::while_stmt([&] { return ag::element(kTree, at).axis >= 0; }, AG_STATE(at), [&] {
    const ag::staged_t<Node>& node = ag::element(kTree, at);
    at = ag::if_else(x[node.axis] < node.threshold, [&] { return node.left; }, [&] { return node.right; });
  });
  return at;
} int leaf(Tensor x) { return ag::traced<&leaf>(AG_STATE(x), [](Tensor x) { return leaf_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&transfers, "AG_FUNCTION ag::Staged<double> transfers_staged(Tensor pairs) {\n  ag::staged_t<std::vector<Account>> accounts(3);\n  ag::for_stmt(pairs, AG_STATE(accounts), [&](Tensor pair) {\n    auto &&from = ag::numbered(accounts, ag::item<int>(pair[0])),\n         &&to = ag::numbered(accounts, ag::item<int>(pair[1]));\n    const ag::Staged<double> amount = from.get().balance / 2;\n    from.borrow().get().balance -= amount;\n    to.borrow().get().balance += amount;\n    to.borrow().get().transfers = from.get().transfers + 1;\n  });\n  return accounts[0].balance;\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&leaf, "AG_FUNCTION ag::Staged<int> leaf_staged(Tensor x) {\n  ag::Staged<int> at = 0;\n  ag::while_stmt([&] { return ag::element(kTree, at).axis >= 0; }, AG_STATE(at), [&] {\n    const ag::staged_t<Node>& node = ag::element(kTree, at);\n    at = ag::if_else(\n        x[node.axis] < node.threshold, [&] { return node.left; }, [&] { return node.right; });\n  });\n  return at;\n}");
