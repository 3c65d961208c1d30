#include <ag/ag.h>

#include <functional>
#include <set>
#include <span>
using ag::Tensor;

class Model {
 public:
  virtual ~Model() = default;
  virtual Tensor apply(Tensor x) const { return x; }
};

class Scale {
 public:
  ~Scale() { by_ = 0; }
  double by() const { return by_; }

 private:
  double by_ = 2;
};

AG_FUNCTION Tensor f(const Model& model, Tensor x) { return model.apply(x); }
AG_FUNCTION Tensor g(Tensor x, Scale scale) { return x * scale.by(); }
AG_FUNCTION Tensor i(Tensor x, const double* factors) { return x * factors[0]; }
AG_FUNCTION Tensor j(Tensor x, std::span<const double> factors) { return x * factors[0]; }
AG_FUNCTION Tensor k(Tensor x, const std::set<int>& known) { return known.contains(1) ? x : -x; }
struct Rule {
  std::function<double(double)> apply;
  double scale = 2;
};
AG_FUNCTION Tensor l(Tensor x, const std::vector<Rule>& rules) { return x * rules[0].scale; }
AG_CONVERT Tensor h(const Model& model, Tensor x) { return x > 0 ? model.apply(x) : x; }
