// A base that is a template over its derived class: the staged base calls methods of the staged derived class.
#include <ag/ag.h>
using ag::Tensor;

template <class D>
class Solver {
 public:
  double solve(double x, Tensor limit) {
    while (x < limit && steps_ < D::most(10)) {
      x = self().next(x);
      steps_ += this->weight()->cost();
    }
    return x + bound();
  }
  int bound() const { return self().cost() * 2; }

 private:
  D& self() { return static_cast<D&>(*this); }
  const D& self() const { return static_cast<const D&>(*this); }
  const D* weight() const { return static_cast<const D*>(this); }
  int steps_ = 0;
};

struct Doubling : Solver<Doubling> {
  double rate = 2;
  double next(double x) const { return rate * x; }
  int cost() const { return 1; }
  static int most(int n) { return n - 1; }
};

AG_CONVERT double f(Tensor limit) {
  Doubling solver;
  if (limit > 50) solver.rate = 3;
  return solver.solve(1, limit);
}
