#include <ag/ag.h>
using ag::Tensor;

struct Sum {
  Tensor total = 0.0;
  int count = 0;
  int& counter() {
    int& n = count;
    return n;
  }
  template <class... T>
  void bump(T... by) {
    count += (by + ...);
  }
  AG_DO_NOT_CONVERT static int limited(int n) { return n; }
  void add(Tensor x) {
    if (x > 0) total += x;
    ++counter();
    bump(1);
    count = limited(count);
  }
};
AG_CONVERT Tensor summed(Tensor x) {
  Sum sum;
  sum.add(x);
  return sum.total / sum.count;
}
