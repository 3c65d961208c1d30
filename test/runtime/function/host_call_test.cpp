/// ag::host_call: functions of the host in graphs.
#include <ag/staging/generated.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/function/each_executor.h"

namespace ag::test {

namespace host_call_test {
namespace {

std::vector<double> seen;
int pure_calls = 0;

struct Stop : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void record(double x) {
  seen.push_back(x);
  if (x > 100) throw Stop("above 100");
}

Tensor logged(Tensor x) {
  return traced<&logged>(AG_STATE(x), [](Tensor x) -> Tensor {
    host_call(record, {}, x);
    while_stmt([&] { return x < 50; }, AG_STATE(x),
               [&] {
                 x = x * 3;
                 host_call(record, {}, x);
               });
    return x;
  });
}

Tensor computed(Tensor x, int kind) {
  return traced<&computed>(AG_STATE(x, kind), [](Tensor x, int kind) -> Tensor {
    const TensorSpec same(Shape{unknown}, float32);
    if (kind == 0) return host_call([](Tensor y) { return y * 2; }, same, x);
    if (kind == 1) return host_call([](Tensor y) { return astype(y, float64); }, same, x);
    if (kind == 2) return host_call([](const Tensor&) { return zeros({2, 2}); }, same, x);
    if (kind == 3) {
      const auto both = host_call([](Tensor y, int n) { return std::pair(sum(y) + n, n); },
                                  {TensorSpec({}, float32), TensorSpec({}, int32)}, x, 5);
      return both[0] + both[1];
    }
    const auto count = [](Tensor y) {
      ++pure_calls;
      return y + 1;
    };
    pure_host_call(count, same, x);
    return pure_host_call(count, same, x);
  });
}

}  // namespace

TEST_CASE("A function of the host runs when the graph gets there", "[host_call]") {
  const EachExecutor each;
  function_of(&logged).clear();
  seen.clear();
  CHECK(logged(10.0).item<int>() == 90);
  CHECK(seen == std::vector<double>{10, 30, 90});
  CHECK(logged(60.0).item<int>() == 60);
  CHECK(seen.size() == 4);
  CHECK_THROWS_AS(logged(40.0), Stop);
  CHECK(seen.back() == 120);
  CHECK(logged(51.0).item<int>() == 51);
}

TEST_CASE("What a function of the host gives has the declared types", "[host_call]") {
  const EachExecutor each;
  function_of(&computed).clear();
  const Tensor x = tensor({1.0, 2.0});
  CHECK(computed(x, 0).to_vector<int>() == std::vector<int>{2, 4});
  CHECK_THROWS_WITH(computed(x, 1), Catch::Contains("gives float64[2], and the call declares float32[?]"));
  CHECK_THROWS_WITH(computed(x, 2), Catch::Contains("gives float32[2,2], and the call declares float32[?]"));
  CHECK(computed(x, 3).item<int>() == 13);
  pure_calls = 0;
  CHECK(computed(x, 4).to_vector<int>() == std::vector<int>{2, 3});
  CHECK(pure_calls == 1);  // the other one is not needed
  CHECK(host_call([] { return 3.5; }, TensorSpec({}, float64)).item<double>() == 3.5);
  CHECK(host_call([] {}, {}).empty());
}

}  // namespace host_call_test

}  // namespace ag::test
