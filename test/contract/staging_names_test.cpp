/// Every name in lib/emit/runtime_names.h, used as generated code uses it: <ag/staging/generated.h> has to declare them
/// all.
#include <ag/staging/generated.h>

#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <string>

#include "support/catch.h"

using ag::Tensor;

namespace staging_names_test {
namespace {

Tensor operators(Tensor n, Tensor x, bool flag) {
  Tensor s = 0;
  ag::Return<Tensor> result;
  ag::Flag did_break;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s).until(did_break, result),
                 [&] {
                   ag::if_stmt(
                       ag::and_then(n > 1, [&] { return ag::or_else(flag, [&] { return x > n; }); }), AG_STATE(s),
                       [&] { s += n; }, ag::else_if([&] { return n == 0; }, [&] { s = s + 1; }), [&] { s = s - 1; });
                   ag::if_stmt(
                       n == 5, AG_STATE(did_break, result), [&] { did_break = true; },
                       [&] { ag::if_stmt(n == 4, AG_STATE(result), [&] { result = s; }); });
                   ag::if_stmt(!(did_break || result.done()), AG_STATE(n), [&] { n -= 1; });
                   ag::if_stmt(result.pending(), AG_STATE(s), [&] { s += 1; });
                 });
  ag::do_stmt(AG_STATE(n), [&] { n -= 1; }, [&] { return n > 10; });
  ag::for_stmt([&] { return n > 3; }, [&] { n -= 1; }, AG_STATE(n, s), [&] { s += 1; });
  ag::if_stmt(s > 1000, [&] { ag::raise(std::runtime_error("large")); });
  ag::if_stmt(s > 2000, [&] {
    ag::raise(ag::deferred([=](auto s) { return std::runtime_error(std::to_string(double(s))); }, s));
  });
  ag::for_stmt(ag::range(3), ag::until(did_break), [&](int) {});
  for (int k = 0; k < 2 && !ag::host_condition(did_break); ++k)
    s += ag::if_else<ag::Tensor>(x > k, [&] { return 1; }, [&] { return 2; });
  return result.value_or([&] { return s; });
}

void effects(Tensor x) {
  ag::Return<void> result;
  ag::if_stmt(x > 0, AG_STATE(result), [&] { result.set(); });
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x), ag::LoopOptions{.maximum_iterations = 3}, [&] { x -= 1; });
  ag::ordered(std::cout) << "x = " << x << std::endl;
  ag::cxx::printf("%d\n", ag::item<int>(x));
  ag::cxx::puts("done");
}

Tensor endless(Tensor n) {
  ag::Return<Tensor> result;
  ag::while_stmt([&] { return true; }, AG_STATE(n).until(result),
                 [&] {
                   n += 3;
                   ag::if_stmt(n > 10, AG_STATE(result), [&] { result = n; });
                 });
  return result.value();
}

Tensor left_eager(Tensor x) {
  const ag::EagerScope runs_eagerly("this 'goto' enters or leaves code that a tensor decides", __LINE__);
  return x;
}
const ag::EagerFunction eager_function(&left_eager, "this 'goto' enters or leaves code that a tensor decides", __FILE__,
                                       __LINE__);

ag::Staged<int> keyed(ag::Staged<int> key) {
  ag::SortedSet<ag::Staged<int>> seen;
  seen.insert(key);
  ag::SortedMap<ag::Staged<int>, ag::Staged<int>> counts;
  counts[key] += 2;
  return counts[key] + ag::cast<int>(seen.size());
}

Tensor objects(Tensor x) {
  int calls = 0;
  auto counted = ag::function(ag::named("y", [&](Tensor y) {
    ++ag::ref(calls);
    return y + ag::external(calls);
  }));
  auto twice = ag::function_inside([](Tensor y) { return y * 2; });
  return twice(counted(x));
}

int level = 3;
Tensor offset = 1;
std::vector<double> scales{1, 2};
std::unique_ptr<Tensor> held = std::make_unique<Tensor>(1);
Tensor captures(Tensor x) {
  x = x * ag::external(*ag::tracked_object<>(held));
  ag::ref(ag::tracked(scales)[0]) = 3;
  for (ag::Staged<double> scale : ag::external(scales)) x = x * scale;
  ag::ref(level) = 3;
  if (ag::force(ag::external(level) > 2)) x = x + ag::external(offset);
  return x * ag::external(level);
}

ag::Staged<int> numbers(Tensor x, ag::Staged<int> n) {
  ag::Staged<int> k = ag::item<int>(x), r = 0;
  ag::Staged<bool> positive = ag::to_bool(x > 0);
  const std::vector<ag::Staged<double>> elements = ag::items<double>(x);
  ag::Flag did_break;
  ag::switch_stmt(k, AG_STATE(r).until(did_break), ag::when(0, [&] { r = 10; }),
                  ag::when(1, [&] { r = 1; }).falls_through(), ag::when({3, 5}, [&] { r += 20; }),
                  ag::otherwise([&] { r = k; }));
  const ag::Staged<int> axes = ag::dim(ag::zeros({2, n}), 1) + ag::element_count(x);
  if (ag::force(n > 100)) r = ag::cast<int>(2.5 * n);
  std::vector<int> list(static_cast<size_t>(ag::host(n)), 1);
  return ag::if_else(positive, [&] { return r + axes; }, [&] { return int(list.size()); });
}

Tensor in_try(Tensor x, ag::Staged<int> n) {
  try {
    const ag::TryScope ag_try;
    ag::if_stmt(n > 3, [&] { ag::raise(std::range_error("over")); });
  } catch (const std::exception&) {
    n = 0;
  }
  try {
    const ag::TryScope ag_try(ag::catches_no_errors);
    ag::check(n < 9, "large");
  } catch (const std::range_error&) {
    n = 7;
  }
  return x + n;
}
Tensor until_thrown(Tensor x) {
  ag::while_stmt([&] { return ag::always(); }, AG_STATE(x),
                 [&] {
                   x = x + 1;
                   ag::if_stmt(x > 20, [&] { ag::raise(std::range_error("over")); });
                 });
  return x;
}

Tensor started(Tensor x) {
  static const Tensor start = ag::first_value([&] { return ag::ones({}); });
  return x + start;
}

Tensor surely_thrown(Tensor x) {
  ag::if_stmt(x > 20, [&] { ag::raise(std::range_error("over")); }, [&] { ag::raise(std::range_error("under")); });
  return ag::unreachable();
}

// The faces of a function with numbers, and what they use.
ag::staged_t<std::pair<int, Tensor>> settle_staged(Tensor x, ag::Staged<int> limit) {
  ag::Staged<int> n = 0;
  ag::Stack<ag::Staged<int>> stack;
  stack.push(3);
  ag::Queue<ag::Staged<int>> queue;
  queue.push(stack.top());
  ag::PriorityQueue<ag::Staged<int>, std::greater<>> heap;
  heap.push(queue.front());
  ag::listed_t<std::pair<std::vector<int>, int>> listed{{1}, heap.top()};
  ag::texted_t<std::pair<int, std::string>> texted{listed.second, "one"};
  n += ag::cast<int>(texted.second.size()) - 3;
  std::vector<int> changed{1};
  [](ag::List<ag::Staged<int>>& list) { list.push_back(2); }(ag::inout_list(changed));
  ag::List<ag::Staged<int>> trail;
  std::array<ag::Staged<int>, 2> counts{};
  ag::Staged<int> board[2][3] = {{1, 2, 3}, {4, 5, 6}};
  ag::Optional<ag::Staged<int>> last;
  ag::while_stmt([&] { return ag::and_then(ag::max(x) > 0.1, [&] { return n < limit; }); },
                 AG_STATE(n, x, trail, counts, board, last),
                 [&] {
                   x = x * 0.5;
                   trail.push_back(n);
                   ag::element(counts, n % 2) +=
                       6 / ag::divisor(5) + counts[ag::subscript(1, 2)] * 0 * ag::non_empty(trail).back();
                   ag::element_at(counts, n % 2) += ag::element(board, n % 2, n % 3);
                   ag::cxx::swap(ag::element(counts, n % 2), counts[0]);
                   ag::Place<int>(ag::element(counts, n % 2)) += 0 * ag::Place<int>(counts[1]);
                   ag::cxx::sort(counts.begin(), counts.end());
                   counts[0] += ag::cxx::accumulate(counts.begin(), counts.end(), 0);
                   const auto place = ag::cxx::lower_bound(counts.begin(), counts.end(), n);
                   counts[1] += 0 * (ag::cast<int>(ag::cxx::distance(counts.begin(), place)) + *place);
                   last = ag::cxx::max(n, 1) + ag::cast<int>(ag::cxx::sqrt(n));
                   ++n;
                 });
  ag::for_stmt(ag::enumerate(ag::zip(x, x)), AG_STATE(n), [&](const auto& item) {
    const auto& [i, both] = item;
    n += ag::cast<int>(i);
  });
  return {n + counts[0] + last.value_or(0), ag::tensor(trail)};
}
std::pair<int, Tensor> settle(Tensor x, int limit) {
  return ag::plain<std::pair<int, Tensor>>(settle_staged(x, limit));
}
void raised_staged(ag::Staged<int>& n) { ++n; }
void raised(int& n) { raised_staged(ag::inout(n)); }
void raised_by_staged(const ag::Staged<int>& by, ag::Staged<int>& n) { n += by; }
void raised_by(const int& by, int& n) {
  if (ag::is_tracing()) return raised_by_staged(by, ag::inout(n));
  {
    n += by;
  }
}

struct Measured {
  int count = 0;
  Tensor x;
};
struct Measured_staged {
  ag::Staged<int> count = 0;
  Tensor x;
};
struct Version_staged {
  ag::Staged<int> number = 0, part = 0;
  friend ag::Staged<bool> operator==(const Version_staged& a, const Version_staged& b) {
    return ag::members_equal(a, b);
  }
  friend ag::Staged<bool> operator<(const Version_staged& a, const Version_staged& b) { return ag::members_less(a, b); }
};
// Elements that are objects.
ag::Staged<int> placed(ag::Staged<int> n) {
  std::array<Version_staged, 2> versions;
  ag::place(versions, n % 2) = Version_staged{3, 4};
  ag::place(versions, n % 2, AG_PART(.part)) += 1;
  return versions[0].part * 10 + versions[1].part;
}
/// An element of a row that a number chooses, and texts.
ag::Staged<int> chosen_row(ag::Staged<int> n) {
  std::vector<std::vector<ag::Staged<int>>> rows{{1, 2}, {3, 4}};
  ag::StagedText text("one");
  text += "two";
  ag::StagedString member = text;
  ag::cxx::swap_rows(rows, n, 1);
  std::array<ag::Staged<bool>, 1> bits{};
  ag::cxx::flip(bits);
  return *ag::row(rows, n).begin() * ag::cast<int>(bits[0]) + ag::item<int>(text == "onetwo") * int(member.size()) / 6;
}
ag::Staged<int> borrowed(ag::Staged<int> n) {
  std::array<Version_staged, 2> versions;
  {
    auto&& one = ag::borrow(versions, n % 2).element;
    one.part += 1;
  }
  auto &&first = ag::numbered(versions, n % 2), &&second = ag::numbered(versions, (n + 1) % 2);
  first.borrow().get().part += second.get().part;
  ag::borrow_at(versions, n % 2).get().part += 1;
  if (!ag::is_defined(Tensor()).value()) return n;
  ag::Staged<int> left = 0, right = 0;
  ag::chosen_place(
      n > 1, AG_STATE(left, right), [&]() -> decltype(auto) { return (left); },
      [&]() -> decltype(auto) { return (right); }) += 1;
  ag::on_element(versions, n % 2, [&](auto& ag_element) { ag_element.part += 1; });
  ag::Pointer<int> side = ag::chosen_pointer<int>(n > 1, [&] { return &left; }, [&] { return &right; });
  ag::place(side) += 1;
  ag::on_target(side, AG_STATE(n), [&](auto* side) { *side += n; });
  if (const double step = 1; ag::overlap(step, step)) n += 1;
  return versions[0].part;
}
[[maybe_unused]] inline Measured_staged ag_staged_class(const Measured*) { return {}; }

class Level {
 public:
  explicit Level(int n) : n_(n) {}
  int n() const { return n_; }

 private:
  int n_;

 public:
  explicit Level(ag::Parts) {}
  friend auto ag_fields(Level& object) { return std::tie(object.n_); }
};
struct Level_staged {
  ag::Staged<int> n_;
  explicit Level_staged(ag::Parts) {}
  explicit Level_staged(ag::Staged<int> n) : n_(n) {}
  friend auto ag_fields(Level_staged& object) { return std::tie(object.n_); }
};
[[maybe_unused]] inline Level_staged ag_staged_class(const Level*) { return Level_staged(ag::Parts()); }
int of_a_function() {
  struct Row_staged;
  struct Row {
    int n;
    using ag_staged_class [[maybe_unused]] = ag::StagedClass<Row, Row_staged>;
  };
  struct Row_staged {
    ag::Staged<int> n;
  };
  ag::staged_t<Row> row{1};
  ++row.n;
  return ag::host(row.n);
}

ag::staged_t<Level> lower_staged(ag::staged_t<Level> level) { return level; }
Level lower(Level level) { return ag::plain<Level>(lower_staged(ag::staged(level))); }

double halved(double x) { return x / 2; }
ag::Staged<double> halved_staged(ag::Staged<double> x) { return x / 2; }
const ag::StagedVariant staged_variant(&halved, &halved_staged);

struct Curve {
  virtual ~Curve() = default;
  virtual double at(double x) const = 0;
  friend auto ag_members(Curve&) { return std::tie(); }
};
struct Curve_staged {
  virtual ~Curve_staged() = default;
  virtual ag::Staged<double> at(ag::Staged<double> x) const = 0;
  friend auto ag_members(Curve_staged&) { return std::tie(); }
};
[[maybe_unused]] inline std::type_identity<Curve_staged> ag_dynamic_class(const Curve*) { return {}; }
struct Line : Curve {
  double slope = 2;
  double at(double x) const override { return slope * x; }
  friend auto ag_members(Line& object) { return std::tie(object.slope); }
};
struct Line_staged : ag::dynamic_staged_t<Curve> {
  ag::Staged<double> slope;
  ag::Staged<double> at(ag::Staged<double> x) const override { return slope * x; }
  friend auto ag_members(Line_staged& object) { return std::tie(object.slope); }
};
[[maybe_unused]] inline std::type_identity<Line_staged> ag_dynamic_class(const Line*) { return {}; }
inline const ag::DynamicStaged<Line, Curve> ag_staged_class_of_Line;
ag::Staged<double> height(const Curve& curve, ag::Staged<double> x) { return ag::dynamic_staged(curve)->at(x); }

ag::staged_t<std::pair<int, Tensor>> halved_staged(Tensor x, ag::Staged<int>& n, ag::staged_t<Measured> all) {
  n += ag::cxx::max(n, 3) + all.count;
  ag::staged_t<std::vector<int>> table = {1, 2, 3};
  ag::staged_t<std::map<int, int>> known{{1, 2}};
  ag::if_stmt(x > 0, AG_STATE(known), [&] { ++known[1]; });
  return {n + ag::element(table, ag::item<int>(x)) + known.at(1) - known[1], x / 2};
}
std::pair<int, Tensor> halved(Tensor x, int& n, Measured all) {
  return ag::plain<std::pair<int, Tensor>>(halved_staged(x, ag::inout(n), ag::staged(all)));
}

Tensor where_large(const std::function<Tensor(Tensor)>& f, Tensor x) {
  ag::if_stmt(x > 2, AG_STATE(x), [&] { x = f(x); });
  return x;
}
Tensor lent(Tensor x) {
  ag::Staged<int> n = 0;
  auto f = [&n](Tensor y) { return y + ++n; };
  x = ag::lending(AG_STATE(n), [&] { return where_large(f, x); });
  return x * 10 + n;
}

Tensor counted(Tensor x) {
  auto next = ag::StatefulLambda([n = ag::Staged<int>(0)]() mutable {
    return ag::with_state(std::tie(n), [&](Tensor y) mutable { return y + ++n; });
  });
  ag::if_stmt(x > 2, AG_STATE(x, next), [&] { x = next(x); });
  return next(x);
}

struct Digits {
  Tensor base = 10;
  Tensor of(Tensor n) const {
    return ag::recursive(
        AG_STATE(*this, n), [](const auto& self, Tensor n) { return self.of(n); },
        [&]() -> Tensor { return ag::if_else<Tensor>(n < base, [&] { return 1; }, [&] { return 1 + of(n / base); }); });
  }
};

ag::Staged<int> digits_staged(ag::Staged<int> n) {
  return ag::recursive(AG_STATE(n), [](ag::Staged<int> n) -> ag::Staged<int> {
    return ag::if_else<ag::Staged<int>>(n < 10, [&] { return 1; }, [&] { return 1 + digits_staged(n / 10); });
  });
}

Tensor entry(Tensor n) {
  return ag::traced<&entry>(AG_OPTIONS(.reduce_retracing = true), AG_STATE(n),
                            [](Tensor n) -> Tensor { return n * 2; });
}
const ag::GeneratedCode generated_code(&entry, "Tensor entry(Tensor n) { return n * 2; }");

}  // namespace

TEST_CASE("the operators run eagerly as the source means them") {
  CHECK(operators(3, 1, true).item<int>() == operators(3, 1, true).item<int>());
  CHECK(endless(2).item<int>() == 11);
  CHECK(entry(4).item<int>() == 8);
  CHECK(lent(4).item<int>() == 51);
  CHECK(counted(4).item<int>() == 7);
  CHECK(Digits().of(ag::tensor(7345)).item<int>() == 4);
  CHECK(ag::host(digits_staged(7345)) == 4);
  CHECK_THROWS_AS(until_thrown(4), std::range_error);
  CHECK(in_try(1, 2).item<int>() == 3);
  CHECK(in_try(1, 4).item<int>() == 1);
  CHECK(started(24).item<int>() == 25);
  CHECK_THROWS_AS(surely_thrown(24), std::range_error);
  effects(1);
  CHECK(captures(2).item<int>() == 39);
  CHECK(objects(2).item<int>() == 6);
  CHECK(ag::host(numbers(3, 2)) == 23);
  CHECK(ag::host(numbers(1, 2)) == 24);
  CHECK(ag::host(numbers(0, 2)) == 2);
  int count = 1;
  CHECK(halved(2, count, {.count = 5, .x = 0}).first == 12);
  CHECK(lower(Level(4)).n() == 4);
  CHECK(of_a_function() == 2);
  CHECK(ag::host(placed(3)) == 5);
  CHECK(ag::host(height(Line(), 3)) == 6);
  CHECK(ag::host(Version_staged{1, 2} < Version_staged{1, 3}));
  CHECK(ag::host(!(Version_staged{1, 2} == Version_staged{1, 3})));
  CHECK(count == 9);
  CHECK(ag::plain<Measured>(ag::staged(Measured{.count = 4, .x = 0})).count == 4);
  CHECK(settle(ag::tensor({1.0}), 3).first == 3 + 32 + 3);
  int n = 1;
  raised(n);
  raised_by(1, n);
  CHECK(n == 3);
  CHECK(ag::host(chosen_row(1) == 4));
  CHECK(ag::host(keyed(7) == 3));
  CHECK(ag::host(borrowed(1) == 1));
}

TEST_CASE("every name that the converter may write is used here") {
  const auto text_of = [](const char* file) {
    std::ifstream stream(file);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  const std::string names = text_of(AG_SOURCE_DIR "/lib/emit/runtime_names.h"),
                    uses = text_of(AG_SOURCE_DIR "/test/contract/staging_names_test.cpp");
  const std::regex constant("k[A-Z]\\w* = \"([^\"]+)\"");
  size_t count = 0;
  for (std::sregex_iterator match(names.begin(), names.end(), constant), end; match != end; ++match, ++count) {
    INFO((*match)[1].str());
    CHECK(uses.find((*match)[1].str()) != std::string::npos);
  }
  CHECK(count > 20);
}

}  // namespace staging_names_test
