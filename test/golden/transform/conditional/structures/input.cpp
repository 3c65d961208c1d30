#include <ag/ag.h>

#include <vector>
using ag::Tensor;
using Numbers = std::vector<int>;

Numbers doubled(Numbers list) {
  list.insert(list.end(), list.begin(), list.end());
  return list;
}
struct Repeater {
  Numbers again(Numbers list) const { return list; }
};

AG_CONVERT int total(Numbers list, char how) {
  const Repeater repeater;
  int sum = 0;
  for (int e : how == 'd' ? doubled(list) : repeater.again(list)) sum = sum * 10 + e;
  return sum;
}
