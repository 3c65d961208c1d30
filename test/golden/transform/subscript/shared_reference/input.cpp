#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Account {
  double balance = 10;
  int transfers = 0;
};
struct Node {
  int axis;
  double threshold;
  int left, right;
};
constexpr Node kTree[] = {{0, 2.5, 1, 2}, {-1, 0, 0, 0}, {-1, 0, 0, 0}};

AG_FUNCTION double transfers(Tensor pairs) {
  std::vector<Account> accounts(3);
  for (Tensor pair : pairs) {
    Account &from = accounts[int(pair[0])], &to = accounts[int(pair[1])];
    const double amount = from.balance / 2;
    from.balance -= amount;
    to.balance += amount;
    to.transfers = from.transfers + 1;
  }
  return accounts[0].balance;
}
AG_FUNCTION int leaf(Tensor x) {
  int at = 0;
  while (kTree[at].axis >= 0) {
    const Node& node = kTree[at];
    at = x[node.axis] < node.threshold ? node.left : node.right;
  }
  return at;
}
