#include <ag/ag.h>
#include <functional>
#include <vector>
using ag::Tensor;

double scale = 1;
double table[2] = {1, 2};
double read_twice(const double& value) {
  double parts[] = {scale, table[0]};
  return value + value * scale + parts[0];
}
double changed(const double& value) {
  scale += 1;
  return value;
}
double changed_by_another(const double& value) { return changed(2) + value; }
double changed_element(const double& value) {
  table[0] = 3;
  return value;
}
double unknown(const double& value, const std::function<void()>& step) {
  step();
  return value;
}
double stream(const double& value) { return value + ++table[1]; }
template <class F>
double known(const double& value, F step) {
  step();
  return value;
}
struct Meter {
  double last = 0;
  double next(const double& by) {
    last = last + 1;
    return by;
  }
  AG_FUNCTION Tensor run(Tensor x) { return x + next(last) + next(scale); }
};
AG_CONVERT Tensor f(Tensor x) {
  x = x * read_twice(scale) + changed(1) + changed(table[0]);
  x = x + changed(scale) + changed_by_another(scale);
  x = x + changed_element(table[1]) + stream(table[0]);
  x = x + unknown(scale, [] {}) + known(scale, [] { scale = 2; }) + known(scale, [] { table[1] = 2; });
  double own = 1;
  return x + changed(own);
}
