#include <ag/ag.h>
using ag::Tensor;

double level = 1;
int calls = 0;

AG_CONVERT double risen(const double& before, Tensor x) {
  if (x > 0) level += 1;
  return before;
}
AG_CONVERT void grow(const double& step, double& size, Tensor x) {
  if (x > 0) size += step;
}
AG_CONVERT double of_another_type(const double& step, Tensor x) {
  if (x > 0) calls += 1;
  return step;
}
AG_FUNCTION Tensor only_read(Tensor x, const double& step) { return x * step + level; }
AG_FUNCTION Tensor used(Tensor x) { return x + of_another_type(x.item<double>(), x) + risen(2, x); }
AG_FUNCTION double grown(const double& step, double& size, Tensor x) {
  size += step;
  if (x > 0) size += step;
  return step;
}
struct Total {
  double sum = 1;
  AG_FUNCTION void add(const double& step, Tensor x) {
    if (x > 0) sum += step;
  }
};
struct Totals {
  double sum = 0;
} totals;
AG_FUNCTION Tensor accumulated(Tensor x, const double& step) {
  level += step;
  totals.sum += step;
  return x * step + level + totals.sum;
}
struct Model {
  float rate = 1;
  ag::Variable state{ag::tensor(0.5)};
  AG_FUNCTION Tensor reads(Tensor x, const float& step) { return state + x * step * rate; }
};
struct Counted {
  float rate = 1;
  ag::Variable state{ag::tensor(0.5)};
  AG_FUNCTION Tensor writes(Tensor x, const float& step) {
    rate += step;
    return state + x * step;
  }
};
