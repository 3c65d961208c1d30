#include <ag/ag.h>

#include <functional>
#include <ranges>
#include <span>
#include <tuple>
#include <vector>
using ag::Tensor;

class Counter {
 public:
  explicit Counter(int& count) : count_(count) {}
  void up() { ++count_; }

 private:
  int& count_;
};
int& same(int& n) { return n; }

AG_CONVERT Tensor through_a_wrapper(Tensor x) {
  int count = 4;
  std::reference_wrapper<int> wrapped = count;
  if (x > 1) count += 10;
  return x + wrapped.get();
}
AG_CONVERT Tensor through_a_tuple(Tensor x) {
  int low = 1, high = 2;
  auto both = std::tie(low, high);
  if (x > 1) both = std::make_tuple(3, 4);
  return x + low * high;
}
AG_CONVERT Tensor through_a_span(Tensor x) {
  std::vector<double> weights{1, 2, 3};
  std::span<double> part(weights);
  if (x > 1) part[0] = 7;
  return x * weights[0];
}
AG_CONVERT Tensor through_a_view(Tensor x) {
  std::vector<double> weights{1, 2, 3};
  auto rest = weights | std::views::drop(1);
  if (x > 1) {
    for (double& weight : rest) weight = 7;
  }
  return x * weights[1];
}
AG_CONVERT Tensor through_a_class(Tensor x) {
  int count = 4;
  Counter counter(count);
  if (x > 1) counter.up();
  return x + count;
}
AG_CONVERT Tensor through_a_result(Tensor x) {
  int count = 4;
  int& other = same(count);
  if (x > 1) count = 9;
  return x + other;
}
AG_CONVERT Tensor through_a_lambda(Tensor x) {
  int count = 4;
  auto counted = [&]() -> int& { return count; };
  if (x > 1) counted() = 8;
  return x + count;
}
