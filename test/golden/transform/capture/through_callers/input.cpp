#include <ag/ag.h>
using ag::Tensor;

int drawn = 0;
struct Step {
  int size = 2;
  int next() const {
    drawn += size;
    return drawn;
  }
};
int helper(int size) {
  const Step step{size};
  return step.next();
}
int counted(int n) {
  const auto count = [&] { return ++drawn; };
  return count() + n;
}
int neither(int n) { return n * 2; }

AG_FUNCTION Tensor f(Tensor x) { return x + helper(3) + counted(4) + neither(5); }
