// Functions of a header in two translation units: this one and headers_other.cpp. A program of its own. With --eager, a
// converted program runs its traced functions eagerly.
#include "harness.h"
#include "shared_header.h"

using ag::Tensor;

namespace e2e {

Tensor other(Tensor x);

namespace {

AG_FUNCTION Tensor uses(Tensor x) {
  shared::Fit fit = shared::fitted(x);
  if (x > 4) fit = shared::fitted(x / 2, 2);
  shared::Smoother smoother(x - 5);
  Tensor y = smoother.next(x) + smoother.next(x / 2);
  y += shared::rectified(x) + shared::rectified(-1.5) + shared::clipped(x) + shared::clipped(1.5);
  y += shared::Pair<Tensor>{x, y}.larger() + shared::negated(x) + shared::squared(x);
  return fit.x * 2 + fit.rounds + y + fit.last;
}

AG_FUNCTION Tensor counts(Tensor x) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  return x + shared::at_least(n, 3);
}

double plain_slope(const Tensor& p, double x) { return p.item<double>() - x; }

AG_FUNCTION double by_pointer(Tensor x, double (*f)(const Tensor&, double)) {
  double sum = 0;
  for (double at = 0.5; sum < 6 && at < x.item<double>(); at += 1) sum += f(x, at);
  return f == shared::steepness ? sum : -sum;
}

double by_pointer_to_other(Tensor x) { return by_pointer(x, &shared::steepness); }

double by_pointer_to_own(Tensor x) { return by_pointer(x, &plain_slope); }

int rounds_of(Tensor x) { return shared::fitted(x, 5).rounds; }

}  // namespace

void headers() {
  for (const double x : {-3.0, 0.5, 3.5, 400.0}) {
    run("functions of a header", uses, f64(x));
    run("a function of numbers in a header", counts, f64(x));
    run("called plainly", rounds_of, f64(x));
    run("a pointer to a function of another translation unit", by_pointer_to_other, f64(x));
    run("a pointer to a function of this one", by_pointer_to_own, f64(x));
    run("from another translation unit", other, f64(x));
    run("a traced function of a header", shared::squared, f64(x));
  }
}

}  // namespace e2e

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--eager") ag::set_run_functions_eagerly(true);
  e2e::headers();
}
