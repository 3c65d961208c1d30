#include <ag/ag.h>
#include <deque>
#include <functional>
#include <queue>
#include <stack>
#include <utility>
#include <vector>
using ag::Tensor;

AG_FUNCTION double nearest(Tensor weights, int from) {
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
  open.push({0.0, from});
  double last = 0;
  while (!open.empty()) {
    auto [length, at] = open.top();
    open.pop();
    last = length;
    if (weights[at] > 0) open.push({length + weights[at].item<double>(), at + 1});
  }
  return last;
}

AG_FUNCTION double calculated(Tensor codes) {
  std::stack<double> values;
  std::queue<double> seen;
  std::deque<int> recent;
  for (Tensor code : codes) {
    recent.push_back(code.item<int>());
    if (recent.size() > 2) recent.pop_front();
    if (code >= 0) {
      values.push(code.item<double>());
      seen.push(values.top());
    }
  }
  return values.top() + seen.front() + recent.back();
}
