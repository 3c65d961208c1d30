/// ag::Dataset: the same elements eagerly and in graphs, as many as are asked for.
#include <ag/staging/generated.h>

#include <vector>

#include "runtime/function/each_executor.h"
#include "runtime/ops/expect_error.h"

namespace ag::test {

namespace dataset_test {
namespace {

Dataset numbers = Dataset::range(0);

Tensor digits(Tensor s) {
  return traced<&digits>(AG_STATE(s), [](Tensor s) -> Tensor {
    for_stmt(numbers, AG_STATE(s), [&](Tensor x) { s = s * 10 + x; });
    return s;
  });
}

Tensor digits_of(Dataset dataset, Tensor s) {
  return traced<&digits_of>(AG_STATE(dataset, s), [](Dataset dataset, Tensor s) -> Tensor {
    for_stmt(dataset.map([](Tensor x) { return x * 2; }).take(3), AG_STATE(s), [&](Tensor x) { s = s * 10 + x; });
    return s;
  });
}

Tensor next_of(DatasetIterator place) {
  return traced<&next_of>(AG_STATE(place), [](DatasetIterator place) -> Tensor { return place.next(); });
}

template <class D>
std::vector<int> list(const D& dataset) {
  std::vector<int> all;
  for (auto x : dataset) {
    for (int value : x.template to_vector<int>()) all.push_back(value);
  }
  return all;
}

}  // namespace

TEST_CASE("A dataset begins anew in every loop", "[dataset]") {
  const Dataset three = Dataset::range(3);
  CHECK(list(three) == std::vector{0, 1, 2});
  CHECK(list(three) == std::vector{0, 1, 2});
  CHECK(list(Dataset::range(5, 0, -2)) == std::vector{5, 3, 1});
  CHECK(list(Dataset::from_tensor_slices(tensor({{1, 2}, {3, 4}}))) == std::vector{1, 2, 3, 4});
  CHECK(three.size().item<int>() == 3);
  CHECK(list(three.map([](Tensor x) { return x * 2; }).batch(2)) == std::vector{0, 2, 4});
  CHECK(three.batch(2).size().item<int>() == 2);
  CHECK(three.batch(2, true).size().item<int>() == 1);
  std::vector<int> sums;
  for (auto [x, y] : Dataset::from_tensor_slices(tensor({1, 2}), tensor({30, 40}))) sums.push_back(int(x + y));
  CHECK(sums == std::vector{31, 42});
}

TEST_CASE("A loop over a dataset is one loop of the graph, whatever its length", "[dataset]") {
  const EachExecutor each;
  function_of(&digits).clear();
  const int64_t before = function_of(&digits).tracing_count();
  numbers = Dataset::range(5);
  CHECK(digits(tensor(0, int64)).item<int>() == 1234);
  numbers = Dataset::range(0);
  CHECK(digits(tensor(7, int64)).item<int>() == 7);
  numbers = Dataset::range(3).map([](Tensor x) { return x + 1; });
  CHECK(digits(tensor(0, int64)).item<int>() == 123);
  CHECK(function_of(&digits).tracing_count() - before == 1);
}

TEST_CASE("A dataset is an argument, and the base of another one", "[dataset]") {
  const EachExecutor each;
  function_of(&digits_of).clear();
  const int64_t before = function_of(&digits_of).tracing_count();
  CHECK(digits_of(Dataset::range(9), tensor(0, int64)).item<int>() == 24);
  CHECK(digits_of(Dataset::range(1, 3), tensor(0, int64)).item<int>() == 24);
  CHECK(function_of(&digits_of).tracing_count() - before == 1);
}

TEST_CASE("An iterator keeps its place from call to call", "[dataset]") {
  const EachExecutor each;
  function_of(&next_of).clear();
  const auto place = Dataset::range(2).iterator();
  CHECK(next_of(place).item<int>() == 0);
  CHECK(next_of(place).item<int>() == 1);
  CHECK_FALSE(static_cast<bool>(place.has_next()));
  expect_error(ErrorKind::out_of_range, {"no more elements"}, [&] { next_of(place); });
  CHECK(place.next(tensor(5, int64)).item<int>() == 5);
}

}  // namespace dataset_test

}  // namespace ag::test
