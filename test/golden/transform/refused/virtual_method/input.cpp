#include <ag/ag.h>

#include <set>
using ag::Tensor;

double value_of(const struct Self& self, double x);
struct Counting {
  int calls = 0;
  virtual double at(double x) {
    ++calls;
    return x + calls;
  }
};
struct Named {
  std::set<int> seen;
  virtual double at(double x) const { return x + seen.size(); }
};
struct Self {
  double k = 2;
  virtual double at(double x) const { return value_of(*this, x); }
};
double value_of(const Self& self, double x) { return self.k * x; }

AG_CONVERT Tensor f(Counting& counting, const Named& named, const Self& self, Tensor x) {
  const double n = double(x);
  x = x * counting.at(n);
  x = x * named.at(n);
  return x * self.at(n);
}
