#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <cmath>
#include <vector>
using ag::Tensor;

int rounds = 3, mode = 1;
bool twice = false, thrice = false;

AG_CONVERT Tensor f(Tensor x) {
  for (int i = 0; ag::decide(i < ag::live(rounds)); ++i) x = x * 2;
  if (ag::decide(ag::live(twice))) x = x * 2;
  if (ag::decide(ag::live(twice)) && ag::decide(!ag::live(thrice)) && ag::decide(ag::live(rounds))) x = x * 3;
  ag::if_stmt(ag::and_then(ag::live(twice), [&] { return x > 0; }), AG_STATE(x), [&] { x = x * 5; });
  switch (ag::host(ag::live(mode))) {
    case 1:
      x = x + 1;
      break;
    default:
      x = x + (ag::decide(ag::live(twice)) ? 2 : 3);
  }
  ag::Staged<int> left = ag::live(rounds);
  while (ag::decide(left > 0)) {
    x = x - 1;
    --left;
  }
  std::vector<int> list(ag::host(ag::cast<size_t>(ag::live(rounds))), 1);
  ag::if_stmt(ag::cxx::abs(ag::live(mode)) > 1, AG_STATE(x), [&] { x = -x; });
  return x + list[ag::host(ag::live(rounds) - 1)] + ag::if_else(ag::live(thrice), [&] { return ag::live(rounds); }, [&] { return 0.5; });
}
