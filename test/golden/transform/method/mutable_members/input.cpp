#include <ag/ag.h>

using ag::Tensor;

namespace {

struct Search {
  double shrink = 0.5;
  mutable int evaluations = 0;
  double step(Tensor x) const;
};

double Search::step(Tensor x) const {
  double t = 1;
  while (ag::sum(x * t) > 1) {
    t *= shrink;
    ++evaluations;
  }
  return t;
}

AG_FUNCTION int evaluations_of(Tensor x) {
  Search search;
  if (ag::any(x > 2)) x = x * search.step(x);
  return search.evaluations;
}

}  // namespace

int counted(Tensor x) { return evaluations_of(x); }
