#include <ag/ag.h>
using ag::Tensor;

struct Count {
  int n = 0;
  void add(int by, bool = false) { n += by; }
  int& last() { return n; }
};
struct Sum : Count {
  double total = 0;
  void add(double x) {
    total += x;
    Count::add(1);
    if (x > 2) Count::last() += 1;
  }
};

double halved(double x, int) { return x / 2; }
AG_FUNCTION double counted(Tensor t) {
  Sum sum;
  while (t > 0) {
    sum.add(double(t));
    sum.Count::add(2, true);
    t = t - 1;
  }
  return sum.total + halved(sum.n, 3);
}
