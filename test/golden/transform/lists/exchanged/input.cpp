#include <ag/ag.h>
#include <utility>
#include <vector>
using ag::Tensor;

AG_FUNCTION std::vector<Tensor> longest(Tensor x) {
  std::vector<Tensor> rows, best{x, x};
  for (int k = 0; k < 4; ++k) {
    if (x > k) rows.push_back(x * k);
    if (rows.size() > best.size()) std::swap(best, rows);
  }
  const std::vector<Tensor> last = std::exchange(best, {});
  return last;
}

AG_FUNCTION std::vector<Tensor> lengths(Tensor x) {
  if (x > 2) return {x, x};
  if (x > 1) return {};
  return {x};
}

std::vector<Tensor> above(const std::vector<Tensor>& rows, Tensor limit) {
  std::vector<Tensor> result;
  for (const Tensor& row : rows)
    if (row > limit) result.push_back(row);
  return result;
}
AG_FUNCTION std::vector<Tensor> high(Tensor x) { return above(above(longest(x), x), 1); }
