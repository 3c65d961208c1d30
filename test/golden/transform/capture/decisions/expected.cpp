#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <cmath>
#include <vector>
using ag::Tensor;

int rounds = 3, mode = 1;
bool twice = false, thrice = false;

AG_CONVERT Tensor f(Tensor x) {
  for (int i = 0; ag::force(i < ag::external(rounds)); ++i) x = x * 2;
  if (ag::force(ag::external(twice))) x = x * 2;
  if (ag::force(ag::external(twice)) && ag::force(!ag::external(thrice)) && ag::force(ag::external(rounds))) x = x * 3;
  ag::if_stmt(ag::and_then(ag::external(twice), [&] { return x > 0; }), AG_STATE(x), [&] { x = x * 5; });
  switch (ag::host(ag::external(mode))) {
    case 1:
      x = x + 1;
      break;
    default:
      x = x + (ag::force(ag::external(twice)) ? 2 : 3);
  }
  ag::Staged<int> left = ag::external(rounds);
  while (ag::force(left > 0)) {
    x = x - 1;
    --left;
  }
  std::vector<int> list(ag::host(ag::cast<size_t>(ag::external(rounds))), 1);
  ag::if_stmt(ag::cxx::abs(ag::external(mode)) > 1, AG_STATE(x), [&] { x = -x; });
  return x + list[ag::host(ag::external(rounds) - 1)] + ag::if_else(ag::external(thrice), [&] { return ag::external(rounds); }, [&] { return 0.5; });
}
