#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
 [[maybe_unused]] friend auto ag_fields(Solver& object) { return std::tie(object.steps_); } };

struct Doubling : Solver<Doubling> {
  double rate = 2;
  double next(double x) const { return rate * x; }
  int cost() const { return 1; }
  static int most(int n) { return n - 1; }
 [[maybe_unused]] friend auto ag_fields(Doubling& object) { return std::tuple_cat(ag_fields(static_cast<Solver<Doubling>&>(object)), std::tie(object.rate)); } }; using Solver_Doubling = Solver<Doubling>; struct Solver_Doubling_staged; [[maybe_unused]] inline Solver_Doubling_staged ag_staged_class(const Solver_Doubling*); struct Doubling_staged; [[maybe_unused]] inline Doubling_staged ag_staged_class(const Doubling*); struct Solver_Doubling_staged { using D = struct Doubling_staged; template <class Self = D> Self& self() { return static_cast<Self&>(*this); }; template <class Self = D> const Self& self() const { return static_cast<const Self&>(*this); }; template <class Self = D> const Self* weight() const { return static_cast<const Self*>(this); }; ag::Staged<int> steps_ = 0; ag::Staged<double> solve(ag::Staged<double> x, Tensor limit); ag::Staged<int> bound() const; }; inline Solver_Doubling_staged ag_staged_class(const Solver_Doubling*) { return {}; } struct Doubling_staged : ag::staged_t<Solver<Doubling>> { ag::Staged<double> rate = 2; ag::Staged<double> next(ag::Staged<double> x) const; ag::Staged<int> cost() const; static ag::Staged<int> most(ag::Staged<int> n); [[maybe_unused]] friend auto ag_fields(Doubling_staged& object) { return std::tie(object.steps_, object.rate); } }; inline Doubling_staged ag_staged_class(const Doubling*) { return {}; }

AG_CONVERT ag::Staged<double> f_staged(Tensor limit) {
  ag::staged_t<Doubling> solver;
  ag::if_stmt(limit > 50, AG_STATE(solver), [&] { solver.rate = 3; });
  return solver.solve(1, limit);
} double f(Tensor limit) { return ag::plain<double>(f_staged(limit)); }
#line 8 "input.cpp"
inline ag::Staged<double> Solver_Doubling_staged::solve(ag::Staged<double> x, Tensor limit) {
  ag::while_stmt([&] { return ag::and_then(x < limit, [&] { return steps_ < D::most(10); }); }, AG_STATE(x, steps_), [&] {
    x = self().next(x);
    steps_ += this->weight()->cost();
  });
  return x + bound();
}
#line 15 "input.cpp"
inline ag::Staged<int> Solver_Doubling_staged::bound() const { return self().cost() * 2; }
#line 26 "input.cpp"
inline ag::Staged<double> Doubling_staged::next(ag::Staged<double> x) const { return rate * x; }
#line 27 "input.cpp"
inline ag::Staged<int> Doubling_staged::cost() const { return 1; }
#line 28 "input.cpp"
inline ag::Staged<int> Doubling_staged::most(ag::Staged<int> n) { return n - 1; }
