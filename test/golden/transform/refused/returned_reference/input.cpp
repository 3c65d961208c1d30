#include <ag/ag.h>

#include <string>
#include <vector>
using ag::Tensor;

struct Cell {
  void* text = nullptr;
  double value = 1;
};

struct Grid {
  Cell a, b;
  Cell& at(int i) { return i == 0 ? a : b; }
  Tensor run(Tensor x) {
    if (x > 1) at(1).value = 7;
    return x * at(1).value;
  }
};

struct Rows {
  std::string name;
  std::vector<Tensor> rows;
  Tensor& at(int i) { return rows[i]; }
};

AG_FUNCTION Tensor f(Tensor x) {
  Grid grid;
  return grid.run(x);
}

AG_FUNCTION Tensor g(Tensor x) {
  Rows r{"r", {x, x * 2}};
  if (x > 1) r.at(1) = x * 10;
  return r.at(0) + r.at(1);
}

template <class T>
T h(T x) {
  Rows r{"r", {x, x * 2}};
  if (x > 1) r.at(int(0 * x)) = x * 10;
  return r.at(0) + r.at(1);
}

AG_FUNCTION Tensor of_template(Tensor x) { return h(x); }

class Net {
 public:
  Tensor& weight() { return weight_; }
  AG_FUNCTION Tensor step(Tensor x) {
    if (x > 1) weight() = x * 10;
    return weight_ + 1;
  }

 private:
  std::string name_;
  Tensor weight_ = 1.0;
};
