#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <utility>
#include <vector>
using ag::Tensor;
using Numbers = std::vector<int>;

ag::staged_t<Numbers> doubled_staged(ag::staged_t<Numbers> list) {
  list.insert(list.end(), list.begin(), list.end());
  return list;
} Numbers doubled(Numbers list) { return ag::plain<Numbers>(doubled_staged(ag::staged(list))); }
struct Repeater {
  Numbers again(Numbers list) const { return list; }
}; struct Repeater_staged; [[maybe_unused]] inline Repeater_staged ag_staged_class(const Repeater*); struct Repeater_staged { ag::staged_t<Numbers> again(ag::staged_t<Numbers> list) const; }; inline Repeater_staged ag_staged_class(const Repeater*) { return {}; }

AG_CONVERT ag::Staged<int> total_staged(ag::staged_t<Numbers> list, ag::Staged<char> how) {
  const Repeater repeater;
  ag::Staged<int> sum = 0;
  for (ag::Staged<int> e : ag::if_else(how == 'd', [&] { return doubled_staged(list); }, [&] { return ag::staged(repeater).again(list); })) sum = sum * 10 + e;
  return sum;
} int total(Numbers list, char how) { return ag::plain<int>(total_staged(ag::staged(list), how)); }

// Which of two values is taken may be symbolic, and so are the numbers of what is taken.
struct Step {
  Tensor x;
  int rounds;
}; struct Step_staged { Tensor x; ag::Staged<int> rounds; }; [[maybe_unused]] inline Step_staged ag_staged_class(const Step*) { return {}; }

AG_CONVERT ag::staged_t<Step> first_step_staged(Tensor x) { return ag::if_else(x > 1, [&] { return ag::staged(Step{x / 2, 1}); }, [&] { return ag::staged(Step{x, 0}); }); } Step first_step(Tensor x) { return ag::plain<Step>(first_step_staged(x)); }

AG_CONVERT ag::Staged<int> rounds_staged(Tensor x, ag::Staged<bool> longer) {
  ag::staged_t<std::pair<Tensor, int>> chosen = ag::if_else(x < 0, [&] { return ag::staged(std::pair<Tensor, int>{x, 1}); }, [&] { return ag::staged(std::pair<Tensor, int>{-x, 2}); });
  const ag::staged_t<std::pair<Tensor, int>> known = ag::if_else(longer, [&] { return ag::staged(std::pair<Tensor, int>(x, 8)); }, [&] { return ag::staged(std::pair<Tensor, int>(x, 4)); });
  return chosen.second + known.second;
} int rounds(Tensor x, bool longer) { return ag::plain<int>(rounds_staged(x, longer)); }
#line 13 "input.cpp"
inline ag::staged_t<Numbers> Repeater_staged::again(ag::staged_t<Numbers> list) const { return list; }
