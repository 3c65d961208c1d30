#include <ag/ag.h>
#include <utility>
#include <vector>
using ag::Tensor;

struct Sum {
  Tensor of, last;
  void add(const Tensor& by) {
    of = of + 1;
    last = last + by;
  }
};
Tensor both(const Tensor& by, Tensor& changed) {
  changed = changed + 1;
  return by * 2;
}
Tensor first(const Tensor& by, Tensor& changed) {
  Tensor result = by * changed;
  if (by > 3) return result;
  changed = changed + result;
  return result;
}
Tensor again(const Tensor& by, Tensor& changed) {
  for (int k = 0; k < 2; ++k) {
    Tensor step = by;
    changed = changed + step;
  }
  return changed;
}
Tensor kept(const Tensor& by, Tensor& changed) {
  const Tensor& same = by;
  changed = changed + 1;
  return same;
}

AG_CONVERT Tensor lent(Tensor a, Tensor b) {
  Sum sum{a, b};
  sum.add(a > 0 ? sum.of : sum.last);
  std::pair<Tensor, Tensor> pair{a > 0 ? a : b, ++b};
  return both(a > 1 ? a : b, b) + pair.first + sum.last;
}
AG_CONVERT Tensor unchanged(Tensor a, Tensor b) {
  a = a > 0 ? a : b;
  a += a > 0 ? a : b;
  std::vector<Tensor> list{a > 0 ? a : b, b};
  list.push_back(a > 1 ? list[0] : b);
  Tensor other = a;
  both(other > 1 ? a : b, other);
  first(a > 1 ? a : b, b);
  return ag::maximum(a > 0 ? a : b, list[2]);
}
AG_CONVERT Tensor read_again(Tensor a, Tensor b) { return again(a > 0 ? a : b, a) + kept(a > 0 ? a : b, a); }
AG_CONVERT Tensor changed_before(Tensor a, Tensor b) { return first(a > 0 ? a : b, ++a); }
