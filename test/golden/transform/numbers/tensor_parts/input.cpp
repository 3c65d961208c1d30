#include <ag/ag.h>

#include <map>
#include <string>
#include <utility>
#include <vector>
using ag::Tensor;

class Mean {
 public:
  Mean(Tensor sum, Tensor count) : sum_(sum), count_(count) {}
  Tensor value() const { return sum_ / count_; }

 private:
  Tensor sum_, count_;
};

AG_FUNCTION std::pair<Tensor, Tensor> counted(Tensor x) {
  int n = 0;
  std::pair<Tensor, Tensor> last{x, n};
  for (; x > 1; ++n) {
    x = x / 2;
    last = {x, n};
  }
  const Mean mean(x, n);
  std::vector<std::pair<Tensor, Tensor>> pairs;
  pairs.emplace_back(mean.value(), n);
  std::map<std::string, Tensor> named{{"n", n}};
  named.emplace("twice", 2 * n);
  if (n > 3) return last;
  return {x, n};
}
