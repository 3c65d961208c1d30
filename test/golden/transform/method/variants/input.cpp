#include <ag/ag.h>

#include <set>
using ag::Tensor;

// It has no twin, since it holds a set.
class Model {
 public:
  AG_FUNCTION int train(Tensor xs, Tensor y) {
    int errors = 0;
    for (Tensor x : xs) {
      if (predict(x) != y) ++errors;
    }
    return clip(errors, depth()) + known(2);
  }
  int predict(Tensor x) const { return x + bias_ > 0 ? 1 : -1; }
  static int clip(int n, int most = 10);
  int depth() const { return depth_; }
  [[nodiscard]] int known(int n) const { return n * depth_; }
  Tensor told(Tensor x, int n) {
    ++uses_;
    return n > 1 ? x : -x;
  }

 private:
  std::set<int> seen_;
  double bias_ = 0;
  int depth_ = 3, uses_ = 0;
};

int Model::clip(int n, int most) { return n > most ? most : n; }

Model shared;

AG_FUNCTION Tensor outside(Tensor x) { return shared.told(x, 1) + Model::clip(shared.predict(x), 4); }
