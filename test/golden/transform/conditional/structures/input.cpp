#include <ag/ag.h>

#include <utility>
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

// Which of two values is taken may be symbolic, and so are the numbers of what is taken.
struct Step {
  Tensor x;
  int rounds;
};

AG_CONVERT Step first_step(Tensor x) { return x > 1 ? Step{x / 2, 1} : Step{x, 0}; }

AG_CONVERT int rounds(Tensor x, bool longer) {
  std::pair<Tensor, int> chosen = x < 0 ? std::pair<Tensor, int>{x, 1} : std::pair<Tensor, int>{-x, 2};
  const std::pair<Tensor, int> known = longer ? std::pair<Tensor, int>(x, 8) : std::pair<Tensor, int>(x, 4);
  return chosen.second + known.second;
}
