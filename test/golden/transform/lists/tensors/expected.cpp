#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor halves(Tensor x) {
  ag::List<Tensor> rows;
  rows.reserve(16);
  ag::while_stmt([&] { return ag::max(x) > 1; }, AG_STATE(x, rows), [&] {
    rows.push_back(x);
    x = x / 2;
  });
  return ag::stack(rows) + ag::concat(rows, 0);
}

using Rows = std::vector<Tensor>;

AG_CONVERT Tensor sorted_out(Tensor x) {
  ag::List<Tensor> large, small{x[0]};
  ag::List<ag::Tensor> spare = std::vector<Tensor>(2, x);
  ag::List<ag::Tensor> none;
  ag::for_stmt(x, AG_STATE(large, small, spare, none), [&](Tensor row) {
    ag::if_stmt(ag::sum(row) > 1, AG_STATE(large, small, spare, none), [&] {
      large.push_back(row);
    }, [&] {
      small.emplace_back(row);
      spare.pop_back();
      none.clear();
    });
  });
  ag::while_stmt([&] { return !small.empty(); }, AG_STATE(large, small), [&] {
    ag::Tensor top = small.back();
    small.pop_back();
    large[0] += top;
    large[large.size() - 1] = top;
  });
  Tensor sum = 0;
  ag::for_stmt(large, AG_STATE(sum), [&](const auto& row) { sum = sum + row; });
  return sum + ag::cast<int>(spare.size()) + ag::cast<int>(none.size());
}
