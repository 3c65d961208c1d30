#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor trail(Tensor n) {
  std::vector<int> trail;
  while (n > 1) {
    trail.push_back(int(n));
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  int sum = 0;
  for (const int v : trail) sum += v;
  for (std::size_t i = 0; i < trail.size(); ++i) sum += trail[i];
  const auto length = trail.size();
  const auto last = trail.back();
  return ag::tensor(trail) + sum + length + last;
}

AG_CONVERT Tensor counted(Tensor x, int count) {
  std::vector<double> steps = {0.5};
  for (int i = 0; i < count; ++i) steps.push_back(i * 0.25);
  return x * ag::tensor(steps);
}
