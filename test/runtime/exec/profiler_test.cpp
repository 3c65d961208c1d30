/// Profilers: which spans are recorded, with which names and places, how often, and what the files say.
#include <ag/dataset.h>
#include <ag/profiler.h>
#include <ag/staging/generated.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "exec/backend.h"
#include "runtime/tensor/scratch.h"
#include "support/catch.h"

namespace ag::test {

namespace profiler_test {
namespace {

using ag_test::ContainsSubstring;
using ag_test::Scratch;
using nlohmann::json;

/// What a trace has, without its times; the spans of one thread in the order in which they begin.
struct Event {
  std::string name, kind, executor, signature;
  int line = 0;
  double begin = 0, end = 0;
  int64_t thread = 0;
};

std::vector<Event> events_of(const json& trace) {
  std::vector<Event> events;
  for (const json& event : trace.at("traceEvents")) {
    if (event.at("ph") != "X") continue;
    const json& args = event.at("args");
    const double begin = event.at("ts");
    events.push_back({event.at("name"), event.at("cat"), args.value("executor", ""), args.value("signature", ""),
                      args.at("line"), begin, begin + event.at("dur").get<double>(), event.at("tid")});
    CHECK(event.at("pid").get<int64_t>() == getpid());
    if (args.at("line") != 0) CHECK_THAT(args.at("file").get<std::string>(), ContainsSubstring("profiler_test.cpp"));
  }
  std::ranges::sort(events, {}, [](const Event& event) { return std::pair(event.begin, -event.end); });
  return events;
}

json written(const Profiler& profiler) {
  const Scratch folder;
  profiler.write(folder.path("t.json"));
  CHECK(folder.file_count() == 1);
  std::ifstream file(folder.path("t.json"));
  return json::parse(file);
}

std::vector<Event> events_of(const Profiler& profiler) { return events_of(written(profiler)); }

std::vector<Event> of_kind(const std::vector<Event>& events, const std::string& kind) {
  std::vector<Event> found;
  std::ranges::copy_if(events, std::back_inserter(found), [&](const Event& event) { return event.kind == kind; });
  return found;
}

bool is_inside(const Event& inner, const Event& outer) {
  return inner.thread == outer.thread && inner.begin >= outer.begin && inner.end <= outer.end;
}

// A function for each test: what its first call does is recorded.
constexpr int kLine = __LINE__ + 4;  // of sort
template <int Test, Executor E>
Tensor shrink(Tensor x) {
  return traced<&shrink<Test, E>>(AG_OPTIONS(.executor = E), AG_STATE(x), [](Tensor x) -> Tensor {
    Tensor y = sort(x);
    while_stmt([&] { return max(y) > 1; }, AG_STATE(y), [&] { y = tanh(y) * 0.5; });
    return y + 1;
  });
}

/// Fails in a loop where n is 0.
template <Executor E>
Tensor quotients(Tensor x, Tensor n) {
  return traced<&quotients<E>>(AG_OPTIONS(.executor = E), AG_STATE(x, n), [](Tensor x, Tensor n) -> Tensor {
    Staged<int64_t> rounds = 0;
    while_stmt([&] { return rounds < 3; }, AG_STATE(x, rounds),
               [&] {
                 x = x / n + 1;
                 rounds = rounds + 1;
               });
    return x;
  });
}

template <Executor E>
Tensor total(Tensor factor) {
  return traced<&total<E>>(AG_OPTIONS(.executor = E), AG_STATE(factor), [](Tensor factor) -> Tensor {
    Tensor sum = tensor(int64_t{0});
    for_stmt(Dataset::range(3).map([&](Tensor x) { return x * factor; }), AG_STATE(sum),
             [&](Tensor x) { sum = sum + x; });
    return sum;
  });
}

template <Executor E>
Tensor count_to(Tensor end) {
  return traced<&count_to<E>>(AG_OPTIONS(.executor = E), AG_STATE(end), [](Tensor end) -> Tensor {
    Tensor n = zeros_like(end), x = ones_like(end);
    while_stmt([&] { return n < end; }, AG_STATE(n, x),
               [&] {
                 x = x + n * x;
                 n = n + 1;
               });
    return n + 0 * x;
  });
}

Tensor numbers() { return tensor({8.0, 2.0, 4.0}); }

/// The names of spans with their lines, counted from that of `sort`.
std::vector<std::string> listed(const std::vector<Event>& events) {
  std::vector<std::string> list;
  for (const Event& event : events) list.push_back(event.name + " " + std::to_string(event.line - kLine));
  return list;
}

bool has_native_code() {
  std::string why;
  if (exec::backend(why)) return true;
  WARN("skipped: " + why);
  return false;
}

/// As the converter leaves a function that it cannot stage.
Tensor left_as_written(Tensor x) {
  const EagerScope runs_eagerly("inline assembly cannot be converted", __LINE__);
  return x * 2;
}

Tensor ends_its_trace(Tensor x) {
  return traced<&ends_its_trace>(AG_STATE(x), [](Tensor x) -> Tensor { return left_as_written(x) + 1; });
}

}  // namespace

TEST_CASE("a profile of the interpreter has every operation, in its call, with names and places") {
  Profiler profiler;
  shrink<0, Executor::interpreter>(numbers());
  shrink<0, Executor::interpreter>(numbers());
  profiler.stop();
  const std::vector<Event> events = events_of(profiler);
  const std::vector<Event> calls = of_kind(events, "call"), operations = of_kind(events, "operation");
  REQUIRE(calls.size() == 2);
  for (const Event& call : calls) {
    CHECK(call.name == "shrink");
    CHECK(call.executor == "interpreter");
    CHECK(call.signature == "(x: float32[3])");
    CHECK(call.line == kLine - 1);
  }
  // One round of the loop, whose condition is asked twice.
  const std::vector<std::string> one_call = {"sort 0",     "while_loop 1", "max 1",     "greater 1", "tanh 1",
                                             "multiply 1", "max 1",        "greater 1", "add 2"};
  std::vector<std::string> both = one_call;
  both.insert(both.end(), one_call.begin(), one_call.end());
  CHECK(listed(operations) == both);
  for (size_t k = 0; k < operations.size(); ++k) CHECK(is_inside(operations[k], calls[k / one_call.size()]));
  for (size_t k = 2; k < 8; ++k) CHECK(is_inside(operations[k], operations[1]));
  CHECK_FALSE(is_inside(operations[8], operations[1]));
  CHECK(listed(of_kind(events, "trace")) == std::vector<std::string>{"trace shrink -1"});
  CHECK(listed(of_kind(events, "optimize")) == std::vector<std::string>{"optimize shrink -1"});
  CHECK(of_kind(events, "compile").empty());
}

TEST_CASE("a profile of native code has its outermost loops and kernels, and how it was made") {
  if (!has_native_code()) return;
  Profiler profiler;
  for (int k = 0; k < 3; ++k) shrink<1, Executor::compiled>(numbers());
  profiler.stop();
  const std::vector<Event> events = events_of(profiler);
  const std::vector<Event> calls = of_kind(events, "call"), loops = of_kind(events, "loop");
  REQUIRE(calls.size() == 3);
  for (const Event& call : calls) CHECK(call.executor == "native");
  CHECK(of_kind(events, "operation").empty());
  CHECK(of_kind(events, "kernel").empty());  // so few numbers are sorted by the code itself
  // The loop's array is copied out of registers before 1 is added.
  REQUIRE(loops.size() == 9);
  for (size_t k = 0; k < loops.size(); ++k) {
    CHECK(listed({loops[k]})[0] == (k % 3 == 0 ? "while_loop (max, greater, multiply, tanh) 1" : "add 2"));
    CHECK(is_inside(loops[k], calls[k / 3]));
  }
  CHECK(listed(of_kind(events, "lower")) == std::vector<std::string>{"lower shrink 0"});
  CHECK(listed(of_kind(events, "compile")).size() + listed(of_kind(events, "load")).size() >= 1);
}

TEST_CASE("a profile of native code has the kernels that it calls") {
  if (!has_native_code()) return;
  Profiler profiler;
  for (int k = 0; k < 3; ++k) shrink<21, Executor::compiled>(arange(40) * 0.25);
  profiler.stop();
  const std::vector<Event> kernels = of_kind(events_of(profiler), "kernel");
  CHECK(listed(kernels) == std::vector<std::string>{"sort 0", "sort 0", "sort 0"});
}

TEST_CASE("code that was compiled before has its calls in a profile, and nothing inside") {
  if (!has_native_code()) return;
  const std::string before = [] {
    std::ostringstream out;
    out << shrink<2, Executor::compiled>(numbers());
    return out.str();
  }();
  Profiler profiler;
  std::ostringstream out;
  out << shrink<2, Executor::compiled>(numbers());
  CHECK(out.str() == before);
  const std::vector<Event> events = events_of(profiler);
  REQUIRE(events.size() == 1);
  CHECK(events[0].name == "shrink");
  CHECK(events[0].executor == "native");
}

TEST_CASE("spans of code that fails are closed") {
  Profiler profiler;
  SECTION("interpreter") {
    CHECK_THROWS_AS(quotients<Executor::interpreter>(tensor({8, 2, 4}), tensor(0)), Error);
    quotients<Executor::interpreter>(tensor({8, 2, 4}), tensor(2));
    shrink<7, Executor::interpreter>(numbers());
  }
  SECTION("native code") {
    if (!has_native_code()) return;
    CHECK_THROWS_AS(quotients<Executor::compiled>(tensor({8, 2, 4}), tensor(0)), Error);
    quotients<Executor::compiled>(tensor({8, 2, 4}), tensor(2));
    shrink<8, Executor::compiled>(numbers());
  }
  const std::vector<Event> events = events_of(profiler), calls = of_kind(events, "call");
  REQUIRE(calls.size() == 3);
  CHECK(calls[0].end <= calls[1].begin);
  CHECK(calls[1].end <= calls[2].begin);
  for (const Event& event : events) {
    if (event.kind != "loop" && event.kind != "operation") continue;
    CHECK(std::ranges::count_if(calls, [&](const Event& call) { return is_inside(event, call); }) == 1);
  }
}

TEST_CASE("functions of datasets are calls of their own") {
  if (!has_native_code()) return;
  total<Executor::compiled>(tensor(2));  // without spans inside
  Profiler profiler;
  CHECK(total<Executor::compiled>(tensor(2)).item<int64_t>() == 6);
  const std::vector<Event> calls = of_kind(events_of(profiler), "call");
  REQUIRE(calls.size() == 4);
  CHECK(calls[0].name == "total");
  CHECK(calls[0].executor == "native");
  for (size_t k = 1; k < calls.size(); ++k) {
    CHECK(calls[k].name == "function of a dataset");
    CHECK(calls[k].executor == "interpreter");
    CHECK(is_inside(calls[k], calls[0]));
  }
}

TEST_CASE("spans beyond a million are counted, and not in the trace") {
  Profiler profiler;
  count_to<Executor::interpreter>(tensor(400'000));
  profiler.stop();
  CHECK_THAT(profiler.summary(),
             ContainsSubstring("spans are counted here and are not in the trace, which keeps 1048576\n"));
  CHECK_THAT(profiler.summary(), ContainsSubstring(" 400000 ") && ContainsSubstring(" 400001 "));
}

TEST_CASE("nothing is recorded before, after, or while nobody does") {
  shrink<3, Executor::interpreter>(numbers());
  Profiler profiler;
  CHECK(profiler.is_recording());
  shrink<3, Executor::interpreter>(numbers());
  profiler.stop();
  CHECK_FALSE(profiler.is_recording());
  const json once = written(profiler);
  CHECK(of_kind(events_of(once), "call").size() == 1);
  shrink<3, Executor::interpreter>(numbers());
  profiler.stop();
  CHECK(written(profiler) == once);
  Profiler next;
  CHECK(events_of(next).empty());
}

TEST_CASE("a trace has what its readers require") {
  Profiler profiler;
  shrink<4, Executor::interpreter>(numbers());
  const json trace = written(profiler);
  CHECK(trace.at("displayTimeUnit") == "ns");
  CHECK(trace.at("otherData").at("dropped_spans") == 0);
  std::vector<std::string> names;
  for (const json& event : trace.at("traceEvents")) {
    CHECK(event.at("pid").is_number_integer());
    CHECK(event.at("tid").is_number_integer());
    CHECK(event.at("name").is_string());
    if (event.at("ph") == "M") {
      names.push_back(event.at("name").get<std::string>() + " " + event.at("args").at("name").get<std::string>());
      continue;
    }
    CHECK(event.at("ph") == "X");
    CHECK(event.at("ts").get<double>() >= 0);
    CHECK(event.at("dur").get<double>() >= 0);
    CHECK(event.at("args").at("file").is_string());
  }
  CHECK(names == std::vector<std::string>{"process_name ag", "thread_name main"});
}

TEST_CASE("threads have rows of their own, and sums together") {
  shrink<5, Executor::interpreter>(numbers());
  Profiler profiler;
  const auto work = [] {
    for (int k = 0; k < 50; ++k) shrink<5, Executor::interpreter>(numbers());
  };
  std::thread one(work), other(work);
  one.join();
  other.join();
  const std::vector<Event> calls = of_kind(events_of(profiler), "call");
  REQUIRE(calls.size() == 100);
  std::map<int64_t, int> per_thread;
  for (const Event& call : calls) ++per_thread[call.thread];
  REQUIRE(per_thread.size() == 2);
  for (const auto& [thread, count] : per_thread) CHECK(count == 50);
  CHECK_THAT(profiler.summary(), ContainsSubstring(":" + std::to_string(kLine - 1) + "    100 "));
}

TEST_CASE("a summary has the longest first, with calls, times and what is left of them without spans inside") {
  Profiler profiler;
  for (int k = 0; k < 20; ++k) shrink<6, Executor::interpreter>(numbers());
  profiler.stop();
  const std::string summary = profiler.summary();
  INFO(summary);
  std::istringstream lines(summary);
  std::string line;
  std::getline(lines, line);
  std::istringstream titles(line);
  std::vector<std::string> words{std::istream_iterator<std::string>(titles), {}};
  CHECK(words == std::vector<std::string>{"name", "place", "calls", "total", "mean", "self"});
  const auto row_of = [&](const std::string& name) {
    std::istringstream rows(summary);
    for (std::string row; std::getline(rows, row);) {
      if (!row.starts_with(name + " ")) continue;
      std::istringstream cells(row.substr(name.size()));
      return std::vector<std::string>{std::istream_iterator<std::string>(cells), {}};
    }
    return std::vector<std::string>{};
  };
  const std::vector<std::string> call = row_of("shrink (interpreter)"), max = row_of("max");
  REQUIRE(call.size() == 8);  // place, calls, and three times with their units
  CHECK_THAT(call[0], ContainsSubstring("profiler_test.cpp:" + std::to_string(kLine - 1)));
  CHECK(call[1] == "20");
  REQUIRE(max.size() == 8);
  CHECK(max[1] == "40");
  CHECK(max[2] + max[3] == max[6] + max[7]);  // nothing inside
  CHECK(call[2] + call[3] != call[6] + call[7]);
  const std::string one_row = profiler.summary(1);
  CHECK(std::ranges::count(one_row, '\n') == 3);
  CHECK_THAT(one_row, ContainsSubstring("and " + std::to_string(std::ranges::count(summary, '\n') - 2) + " more\n"));
}

TEST_CASE("there is one profiler at a time, and files that cannot be written are errors") {
  const auto line = __LINE__ + 1;
  Profiler profiler;
  try {
    Profiler second;
    FAIL("a second profiler records");
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::invalid_argument);
    CHECK_THAT(error.message(), ContainsSubstring("profiler_test.cpp:" + std::to_string(line) + " does"));
    CHECK(error.location().line() == line + 2);
    CHECK(error.notes() == std::vector<std::string>{"one records at a time: stop that one first"});
  }
  CHECK(profiler.is_recording());
  try {
    profiler.write("/nowhere/at/all.json");
    FAIL("a file in a folder that is not there");
  } catch (const Error& error) {
    CHECK_THAT(error.message(), ContainsSubstring("/nowhere/at/all.json: cannot be written"));
    CHECK(error.location().line() == __LINE__ - 4);
  }
  profiler.stop();
  Profiler third;
  CHECK(third.is_recording());
}

TEST_CASE("calls that run eagerly are recorded with the functions that they are of") {
  setenv("AG_STRICT", "0", 1);
  const Profiler profiler;
  for (int call = 0; call < 2; ++call) CHECK(ends_its_trace(tensor(3)).item<int>() == 7);
  CHECK(left_as_written(tensor(3)).item<int>() == 6);
  setenv("AG_STRICT", "1", 1);
  std::vector<Event> calls = of_kind(events_of(profiler), "call");
  std::erase_if(calls, [](const Event& call) { return call.executor != "eagerly"; });
  const auto count = [&](const std::string& name) { return std::ranges::count(calls, name, &Event::name); };
  CHECK(count("ends_its_trace") == 2);
  CHECK(count("left_as_written") == 4);  // one of them ended the trace
  CHECK_THAT(profiler.summary(), ContainsSubstring("ends_its_trace (eagerly)"));
}

}  // namespace profiler_test

}  // namespace ag::test
