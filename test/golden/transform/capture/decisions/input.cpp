#include <ag/ag.h>
#include <cmath>
#include <vector>
using ag::Tensor;

int rounds = 3, mode = 1;
bool twice = false, thrice = false;

AG_CONVERT Tensor f(Tensor x) {
  for (int i = 0; i < rounds; ++i) x = x * 2;
  if (twice) x = x * 2;
  if (twice && !thrice && rounds) x = x * 3;
  if (twice && x > 0) x = x * 5;
  switch (mode) {
    case 1:
      x = x + 1;
      break;
    default:
      x = x + (twice ? 2 : 3);
  }
  int left = rounds;
  while (left > 0) {
    x = x - 1;
    --left;
  }
  std::vector<int> list(static_cast<size_t>(rounds), 1);
  if (std::abs(mode) > 1) x = -x;
  return x + list[rounds - 1] + (thrice ? rounds : 0.5);
}
