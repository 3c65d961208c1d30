#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;
using Numbers = std::vector<int>;

ag::staged_t<Numbers> doubled_staged(ag::staged_t<Numbers> list) {
  list.insert(list.end(), list.begin(), list.end());
  return list;
} Numbers doubled(Numbers list) { return ag::plain<Numbers>(doubled_staged(ag::staged(list))); }
struct Repeater {
  Numbers again(Numbers list) const { return list; }
};

AG_CONVERT ag::Staged<int> total_staged(ag::staged_t<Numbers> list, ag::Staged<char> how) {
  const Repeater repeater;
  ag::Staged<int> sum = 0;
  for (ag::Staged<int> e : ag::if_else(how == 'd', [&] { return doubled_staged(list); }, [&] { return ag::staged(repeater.again(ag::plain<Numbers>(list))); })) sum = sum * 10 + e;
  return sum;
} int total(Numbers list, char how) { return ag::plain<int>(total_staged(ag::staged(list), how)); }
