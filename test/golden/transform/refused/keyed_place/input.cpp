#include <ag/ag.h>
#include <list>
#include <map>
#include <set>
#include <algorithm>
using ag::Tensor;

// An iterator of a set stays valid when keys are added, a position in a list does not.
AG_FUNCTION int used_after_a_change(Tensor x) {
  std::set<int> keys;
  for (const Tensor& one : x) keys.insert(one.item<int>());
  const auto first = keys.begin();
  keys.insert(-1);
  return *first;
}
AG_FUNCTION int counted_down(Tensor x) {
  std::set<int> keys;
  for (const Tensor& one : x) keys.insert(one.item<int>());
  int sum = 0;
  for (auto it = keys.begin(); it != keys.end(); ++it) sum = 2 * sum + *it;
  return sum;
}
AG_FUNCTION int referred(Tensor x) {
  std::map<int, int> counts;
  for (const Tensor& one : x) ++counts[one.item<int>()];
  int& least = counts.begin()->second;
  least += 1;
  return least;
}
AG_FUNCTION int linked(Tensor x) {
  std::list<int> values;
  for (const Tensor& one : x) {
    if (one > 0) values.push_back(one.item<int>());
  }
  const auto it = std::find(values.begin(), values.end(), 3);
  values.push_front(0);
  return it == values.end() ? 0 : *it;
}
