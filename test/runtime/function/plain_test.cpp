/// Functions whose results and parameters hold numbers: what users call, and what converted code calls.
#include <optional>

#include "runtime/staging/three_ways.h"
#include "support/catch.h"

namespace ag::test {

using ag_test::ContainsSubstring;

namespace plain_test {
namespace {

enum class Verdict : uint8_t { low, high = 7 };

static_assert(std::is_same_v<staged_t<const int&>, const Staged<int>&>);
static_assert(std::is_same_v<staged_t<std::pair<int, Tensor>>, std::pair<Staged<int>, Tensor>>);
static_assert(std::is_same_v<staged_t<std::optional<int>>, Optional<Staged<int>>>);
static_assert(std::is_same_v<staged_t<std::vector<bool>>, std::vector<Staged<bool>>>);
static_assert(std::is_same_v<staged_t<Tensor>, Tensor> && std::is_same_v<staged_t<void>, void>);

Staged<int> steps_staged(Tensor x, Staged<int> limit) {
  Staged<int> n = 0;
  while_stmt([&] { return and_then(max(x) > 0.1, [&] { return n < limit; }); }, AG_STATE(x, n),
             [&] {
               x = x * 0.5;
               ++n;
             });
  return n;
}
int steps(Tensor x, int limit) {
  return ag::traced<&steps>(AG_STATE(x, limit), [](Tensor x, int limit) { return steps_staged(x, limit); });
}
int steps_converted(Tensor x, int limit) { return plain<int>(steps_staged(x, limit)); }

using All = std::tuple<double, bool, Verdict, std::array<int, 2>, std::vector<int>, std::pair<int, Tensor>>;
staged_t<All> all_staged(Tensor x) {
  Staged<Verdict> verdict = Verdict::low;
  Staged<double> d = 0.1;
  std::array<Staged<int>, 2> pair{1, 2};
  if_stmt(max(x) > 1, AG_STATE(verdict, d, pair), [&] {
    verdict = Verdict::high;
    d /= 3;
    pair[1] = 5;
  });
  return {d, to_bool(max(x) > 1), verdict, pair, {pair[1], 4}, {item<int>(sum(x)), x * 2}};
}
All everything(Tensor x) {
  return ag::traced<&everything>(AG_STATE(x), [](Tensor x) { return all_staged(x); });
}

staged_t<std::optional<int>> find_staged(Tensor x, Staged<int> wanted) {
  Return<staged_t<std::optional<int>>> result;
  Staged<int> i = 0;
  for_stmt([&] { return i < dim(x, 0); }, [&] { ++i; }, AG_STATE(i).until(result),
           [&] { if_stmt(x[i] == wanted, AG_STATE(result), [&] { result = i; }); });
  return result.value_or([&] { return std::nullopt; });
}
std::optional<int> find(Tensor x, int wanted) {
  return ag::traced<&find>(AG_STATE(x, wanted), [](Tensor x, int wanted) { return find_staged(x, wanted); });
}

Optional<Tensor> half_staged(Tensor x) {
  Optional<Tensor> r;
  if_stmt(max(x) > 1, AG_STATE(r), [&] { r = x / 2; });
  return r;
}
std::optional<Tensor> half(Tensor x) {
  return ag::traced<&half>(AG_STATE(x), [](Tensor x) { return half_staged(x); });
}

void shrink_staged(Staged<int>& n, Tensor& x, Staged<int> by) {
  while_stmt([&] { return max(x) > 1; }, AG_STATE(n, x),
             [&] {
               x = x * 0.5;
               n += by;
             });
}
void shrink(int& n, Tensor& x, int by) {
  ag::traced<&shrink>(AG_STATE(n, x, by), [](Staged<int>& n, Tensor& x, Staged<int> by) { shrink_staged(n, x, by); });
}
void shrink_converted(int& n, Tensor& x, int by) { shrink_staged(inout(n), x, by); }

}  // namespace

TEST_CASE("a traced function gives a number of the host") {
  CHECK(steps(tensor({3.0}), 10) == 5);
  CHECK(steps(tensor({0.01}), 10) == 0);
  CHECK(steps(tensor({3.0}), 2) == 2);
  CHECK(function_of(steps).tracing_count() == 2);
  CHECK(steps_converted(tensor({3.0}), 10) == 5);
  function_of(steps).set_eager(true);
  CHECK(steps(tensor({3.0}), 10) == 5);
  function_of(steps).set_eager(false);
}

TEST_CASE("numbers in tuples, arrays, vectors and pairs") {
  for (const double start : {3.0, 0.5}) {
    const Tensor x = tensor({start, start});
    const All traced = everything(x);
    function_of(everything).set_eager(true);
    const All eager = everything(x);
    function_of(everything).set_eager(false);
    CHECK(std::get<0>(traced) == (start > 1 ? 0.1 / 3 : 0.1));
    CHECK(std::get<0>(traced) == std::get<0>(eager));
    CHECK(std::get<1>(traced) == (start > 1));
    CHECK((std::get<2>(traced) == std::get<2>(eager) && (std::get<2>(traced) == Verdict::high) == (start > 1)));
    CHECK((std::get<3>(traced) == std::get<3>(eager) && std::get<3>(traced)[1] == (start > 1 ? 5 : 2)));
    CHECK((std::get<4>(traced) == std::get<4>(eager) && std::get<4>(traced).size() == 2));
    CHECK(std::get<5>(traced).first == static_cast<int>(2 * start));
    CHECK(std::get<5>(traced).second[0].item<float>() == 2 * start);
  }
  CHECK(function_of(everything).tracing_count() == 1);
}

TEST_CASE("an optional whose value depends on a tensor") {
  CHECK(find(tensor({4, 5, 6}), 5) == 1);
  CHECK(find(tensor({5, 5, 6}), 5) == 0);
  CHECK(find(tensor({4, 4, 6}), 5) == std::nullopt);
  CHECK(function_of(find).tracing_count() == 1);
  CHECK(half(tensor({4.0}))->item<float>() == 2);
  CHECK(!half(tensor({0.5})));
  CHECK(function_of(half).tracing_count() == 1);
  const Staged1 uses = [](Inputs x) {
    Optional<Staged<int>> r;
    if_stmt(x[0] > 0, AG_STATE(r), [&] { r = item<int>(x[0]); }, [&] { r.reset(); });
    Tensor y = x[0] * 0 + r.value_or(-1);
    if_stmt(r.has_value(), AG_STATE(r, y), [&] {
      *r += 2;
      y = y * 100 + *r;
    });
    if_stmt(r == 5, AG_STATE(y), [&] { y = -y; });
    if_stmt(x[0] > 100, AG_STATE(r), [&] { r = std::nullopt; });
    return y + r.value();
  };
  CHECK_STAGED(uses, "int32 -300", number(3));
  CHECK_STAGED(uses, "int32 412", number(4));
  CHECK_THAT(run_eagerly(uses, {number(-1)}), ContainsSubstring("optional"));
  CHECK_THAT(run_traced(uses, {number(-1)}), ContainsSubstring("optional"));
  CHECK_THAT(run_traced(uses, {number(101)}), ContainsSubstring("optional"));
}

TEST_CASE("a number that a function changes gets back to the caller") {
  for (const bool eager : {false, true}) {
    function_of(shrink).set_eager(eager);
    int n = 10;
    Tensor x = tensor({7.0});
    shrink(n, x, 2);
    CHECK(n == 16);
    CHECK(x[0].item<float>() == 0.875f);
    shrink(n, x, 2);
    CHECK(n == 16);
  }
  function_of(shrink).set_eager(false);
  int n = 1;
  Tensor x = tensor({7.0});
  shrink_converted(n, x, 3);
  CHECK(n == 10);
}

TEST_CASE("a symbolic result cannot reach a caller that is not converted") {
  const Staged1 f = [](Inputs x) { return x[0] * steps_converted(x[0], 4); };
  CHECK_THAT(run_traced(f, {tensor(3.0)}),
             ContainsSubstring("known only when the graph runs to code that is not converted"));
  CHECK_THAT(run_traced(f, {tensor(3.0)}), ContainsSubstring("steps_converted"));
}

}  // namespace plain_test

}  // namespace ag::test
