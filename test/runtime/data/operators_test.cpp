/// What datasets are made of others by, on the host and in graphs.
#include <ag/staging/generated.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "runtime/function/each_executor.h"
#include "runtime/ops/expect_error.h"

namespace ag::test {

namespace operators_test {
namespace {

using Numbers = std::vector<int>;

Tensor number(int value) { return tensor(value, int64); }

template <class D>
Numbers list(const D& dataset) {
  Numbers all;
  for (Tensor x : dataset) {
    for (int value : x.to_vector<int>()) all.push_back(value);
  }
  return all;
}

/// The elements as a graph sees them: each ends with a 7.
Tensor seen(Dataset dataset, Tensor all) {
  return traced<&seen>(AG_STATE(dataset, all), [](Dataset dataset, Tensor all) -> Tensor {
    for_stmt(dataset, AG_STATE(all), [&](Tensor x) { all = all * 1000 + sum(x) * 10 + 7; });
    return all;
  });
}
Tensor plainly(const Dataset& dataset) {
  Tensor all = number(0);
  for (Tensor x : dataset) all = all * 1000 + sum(x) * 10 + 7;
  return all;
}

Tensor first_of(Dataset dataset) {
  return traced<&first_of>(AG_STATE(dataset), [](Dataset dataset) -> Tensor {
    Tensor found = number(-1);
    Flag did_break;
    for_stmt(dataset, AG_STATE(found).until(did_break), [&](Tensor x) {
      found = x;
      if_stmt(x >= 1, AG_STATE(did_break), [&] { did_break = true; });
    });
    return found;
  });
}

/// What a function of the dataset refers to changes before it is called, if `when` says so.
Tensor moved(Tensor a, int when) {
  return traced<&moved>(AG_STATE(a, when), [](Tensor a, int when) -> Tensor {
    const Dataset sums = Dataset::range(3).map([&](Tensor x) { return x + a; });
    if (when == 1) a = a + 1;
    Tensor s = number(0);
    if (when == 2) {
      for_stmt(sums, AG_STATE(s, a), [&](Tensor x) { s = s + x, a = a + x; });
    } else {
      for_stmt(sums, AG_STATE(s), [&](Tensor x) { s = s + x; });
    }
    return s;
  });
}

/// The same in two loops that carry it. `when`: 0 nothing changes it, 1 the outer loop, 2 the inner one, before.
Tensor carried_around(Tensor a, Tensor n, int when) {
  return traced<&carried_around>(AG_STATE(a, n, when), [](Tensor a, Tensor n, int when) -> Tensor {
    const Dataset sums = Dataset::range(3).map([&](Tensor x) { return x + a; });
    Tensor s = number(0);
    while_stmt([&] { return n > 0; }, AG_STATE(n, s, a),
               [&] {
                 Tensor rounds = number(0);
                 while_stmt([&] { return rounds < 2; }, AG_STATE(rounds, s, a),
                            [&] {
                              if (when == 2) a = a + 1;
                              for_stmt(sums, AG_STATE(s, a), [&](Tensor x) { s = s + x; });
                              rounds = rounds + 1;
                            });
                 if (when == 1) a = a + 1;
                 n = n - 1;
               });
    return s;
  });
}

int written = 0;
Tensor writes(Tensor a) {
  return traced<&writes>(AG_STATE(a), [](Tensor a) -> Tensor {
    const Dataset counted = Dataset::range(3).map([](Tensor x) {
      ref(written) += 1;
      return x;
    });
    for_stmt(counted, AG_STATE(a), [&](Tensor x) { a = a + x; });
    return a;
  });
}

Tensor of_generator(Tensor a, bool typed) {
  return traced<&of_generator>(AG_STATE(a, typed), [](Tensor a, bool typed) -> Tensor {
    const auto make = [] {
      return [n = 0]() mutable -> std::optional<Tensor> { return n < 3 ? std::optional(number(n++)) : std::nullopt; };
    };
    const std::vector<TensorSpec> types = typed ? std::vector{TensorSpec({}, int64)} : std::vector<TensorSpec>();
    for_stmt(Dataset::from_generator(make, types), AG_STATE(a), [&](Tensor x) { a = a * 10 + x; });
    return a;
  });
}

/// Numbers from a producer that counts those that live.
Dataset counted(std::atomic<int>& living, int fails_at = -1) {
  return Dataset::from_generator([&living, fails_at] {
    ++living;
    std::shared_ptr<void> end(nullptr, [&living](void*) { --living; });
    return [at = 0, end, fails_at]() mutable -> std::optional<Tensor> {
      if (at == fails_at) throw std::domain_error("no number " + std::to_string(at));
      return number(at++);
    };
  });
}

}  // namespace

TEST_CASE("Datasets are made of others", "[dataset]") {
  const Dataset five = Dataset::range(5);
  auto odd = [](Tensor x) { return x % 2 == 1; };
  CHECK(list(five.filter(odd)) == Numbers{1, 3});
  CHECK(list(five.take_while([](Tensor x) { return x < 2; })) == Numbers{0, 1});
  CHECK(list(five.skip(3)) == Numbers{3, 4});
  CHECK(list(five.skip(-1)).empty());
  CHECK(list(five.batch(INT64_MAX)) == Numbers{0, 1, 2, 3, 4});
  CHECK(list(five.window(INT64_MAX, 3, INT64_MAX)) == Numbers{0, 3});
  CHECK(list(five.take(2).repeat(2)) == Numbers{0, 1, 0, 1});
  CHECK(list(five.repeat().take(7)) == Numbers{0, 1, 2, 3, 4, 0, 1});
  CHECK(list(five.skip(9).repeat()).empty());
  CHECK(list(five.take(1).concatenate(five.skip(4))) == Numbers{0, 4});
  CHECK(list(five.prefetch(2)) == Numbers{0, 1, 2, 3, 4});
  CHECK(list(five.window(2)) == Numbers{0, 1, 2, 3, 4});
  CHECK(list(five.window(2, 1, 2, true)) == Numbers{0, 2, 1, 3, 2, 4});
  CHECK(list(five.batch(2).unbatch()) == Numbers{0, 1, 2, 3, 4});
  CHECK(list(five.scan(0, [](Tensor s, Tensor x) { return std::pair(s + x, s * 10); })) == Numbers{0, 0, 10, 30, 60});
  CHECK(five.reduce(number(0), [](Tensor s, Tensor x) { return s * 10 + x; }).item<int>() == 1234);
  CHECK(list(five.take(3).interleave([](Tensor x) { return Dataset::from_tensors(x * 10).repeat(2); }, 2)) ==
        Numbers{0, 10, 0, 10, 20, 20});
  CHECK(list(five.take(2).flat_map([](Tensor x) { return Dataset::from_tensors(x).repeat(2); })) ==
        Numbers{0, 0, 1, 1});
  Numbers pairs;
  for (auto [i, x] : five.skip(3).enumerate(5)) pairs.push_back(int(i * 10 + x));
  CHECK(pairs == Numbers{53, 64});
}

TEST_CASE("Shuffling draws each element once, in an order of its seed and of its run", "[dataset]") {
  const Dataset ten = Dataset::range(10);
  const auto sorted = [](Numbers all) {
    std::sort(all.begin(), all.end());
    return all;
  };
  const Dataset a = ten.shuffle(4, 7), b = ten.shuffle(4, 7), same = ten.shuffle(10, 7, false);
  const Numbers first = list(a), second = list(a);
  CHECK(sorted(first) == list(ten));
  CHECK(first != list(ten));
  CHECK(first != second);
  CHECK(list(b) == first);
  CHECK(list(b) == second);
  CHECK(list(same) == list(same));
  CHECK(list(ten.shuffle(1, 7)) == list(ten));
}

TEST_CASE("Padding fills up what is missing of the largest element", "[dataset]") {
  const Dataset lines = Dataset::range(1, 4).map([](Tensor n) { return ones({n.item<int64_t>()}, int32) * 5; });
  CHECK(list(lines.padded_batch(2)) == Numbers{5, 0, 5, 5, 5, 5, 5});
  CHECK(list(lines.padded_batch(2, {Shape{4}}, -1, true)) == Numbers{5, -1, -1, -1, 5, 5, -1, -1});
  expect_error(ErrorKind::shape_error, {"do not fit into (2,)"}, [&] { list(lines.padded_batch(3, {Shape{2}})); });
  expect_error(ErrorKind::shape_error, {"differ", "int32[1] and int32[2]"}, [&] { list(lines.batch(2)); });
}

TEST_CASE("A cache computes its elements once", "[dataset]") {
  int calls = 0;
  const Dataset cached = Dataset::range(3).map([&](Tensor x) { return ++calls, x * 2; }).cache();
  for (Tensor x : cached.take(2)) CHECK(x.defined());
  CHECK(calls == 2);  // not a complete run
  CHECK(list(cached) == Numbers{0, 2, 4});
  CHECK(list(cached) == Numbers{0, 2, 4});
  CHECK(calls == 5);
}

TEST_CASE("BI-03, BI-22, BI-25: datasets side by side, and functions of several of them", "[dataset]") {
  const Dataset x = Dataset::from_tensor_slices(tensor({-1, -2, 3})),
                y = Dataset::from_tensor_slices(tensor({1, 2, 3}));
  Numbers sums;
  for (auto [a, b] : Dataset::zip(x, y)) sums.push_back(int(a * 10 + b));
  CHECK(sums == Numbers{-9, -18, 33});
  CHECK(list(Dataset::zip(x, y).map([](Tensor a, Tensor b) { return abs(a) * 10 + abs(b); })) == Numbers{11, 22, 33});
  Numbers nested;
  for (auto [single, pair] : Dataset::zip(y, Dataset::zip(y, x))) nested.push_back(int(single + std::get<1>(pair)));
  CHECK(nested == Numbers{0, 0, 6});
}

TEST_CASE("The number of elements, where it is known before a run", "[dataset]") {
  CHECK(Dataset::range(3).size().item<int>() == 3);
  CHECK(Dataset::range(7).skip(1).repeat(2).batch(5).cardinality() == 3);
  CHECK(Dataset::range(7).skip(-1).cardinality() == 0);
  CHECK(Dataset::range(7).repeat(INT64_MAX).cardinality() == -1);
  CHECK(Dataset::range(7).padded_batch(INT64_MAX).cardinality() == 1);
  CHECK(Dataset::range(7).window(2, INT64_MAX).cardinality() == 1);
  CHECK(Dataset::range(7).window(INT64_MAX, 1, INT64_MAX, true).cardinality() == 0);
  CHECK(Dataset::range(3).repeat().cardinality() == -1);
  const Dataset some = Dataset::range(3).filter([](Tensor x) { return x > 0; });
  CHECK(some.cardinality() == -2);
  expect_error(ErrorKind::invalid_argument, {"not known"}, [&] { some.size(); });
  expect_error(ErrorKind::invalid_argument, {"no end"}, [&] { Dataset::range(3).repeat().size(); });
}

TEST_CASE("Every dataset gives a graph what it gives the host", "[dataset]") {
  const EachExecutor each;
  function_of(&seen).clear();
  const Dataset five = Dataset::range(1, 6);
  const Dataset all[] = {
      five.filter([](Tensor x) { return x % 2 == 1; }),
      five.skip(2).take(2).repeat(2),
      five.shuffle(3, 5, false).prefetch(2),
      five.batch(2),
      five.window(3, 1, 1, true).concatenate(five.batch(2, true)),
      five.scan(number(0), [](Tensor s, Tensor x) { return std::pair(s + x, s); }),
      five.map([](Tensor x) { return x + 1; }).cache(),
      five.take(2).interleave([](Tensor x) { return Dataset::from_tensors(x).repeat(2); }, 2),
      five.padded_batch(3),
  };
  for (const Dataset& dataset : all) {
    const int64_t expected = plainly(dataset).item<int64_t>();
    CHECK(seen(dataset, number(0)).item<int64_t>() == expected);
    CHECK(seen(dataset, number(0)).item<int64_t>() == expected);
  }
}

TEST_CASE("A loop that ends early ends what makes elements; what fails there leaves the loop", "[dataset]") {
  const EachExecutor each;
  function_of(&first_of).clear();
  for (const bool ahead : {false, true}) {
    std::atomic<int> living = 0;
    const Dataset endless = counted(living), failing = counted(living, 1);
    CHECK(first_of(ahead ? endless.prefetch(2) : endless).item<int>() == 1);
    CHECK_THROWS_AS(first_of(ahead ? failing.prefetch(2) : failing), std::domain_error);
    CHECK(living == 0);
    int sum = 0;
    for (Tensor x : endless) {
      sum += x.item<int>();
      if (sum > 5) break;
    }
    CHECK(living == 0);
  }
}

TEST_CASE("A function of a dataset that a traced function makes sees what it does plainly, or says why not",
          "[dataset]") {
  const EachExecutor each;
  function_of(&moved).clear();
  CHECK(moved(number(1), 0).item<int>() == 6);
  CHECK(moved(number(2), 0).item<int>() == 9);
  for (const int when : {1, 2}) {
    expect_error(ErrorKind::unimplemented, {"changes before it is called", "by value"},
                 [&] { moved(number(1), when); });
  }
  function_of(&carried_around).clear();
  CHECK(carried_around(number(2), number(3), 0).item<int>() == 3 * 2 * 9);
  for (const int when : {1, 2}) {
    expect_error(ErrorKind::unimplemented, {"changes before it is called", "by value"},
                 [&] { carried_around(number(1), number(3), when); });
  }
  expect_error(ErrorKind::unimplemented, {"writes a variable outside"}, [&] { writes(number(1)); });
  CHECK(written == 0);
  expect_error(ErrorKind::unimplemented, {"no declared types", "TensorSpec"}, [&] { of_generator(number(1), false); });
  CHECK(of_generator(number(5), true).item<int>() == 5012);
  CHECK(of_generator(number(6), true).item<int>() == 6012);
}

TEST_CASE("Elements that are made ahead come in order, however many may lie ahead", "[dataset]") {
  const auto take_time = [] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(2);
    while (std::chrono::steady_clock::now() < end) {
    }
  };
  for (const int ahead : {1, 2, 3, 7, 64}) {
    Numbers expected;
    for (int k = 0; k < 500; ++k) expected.push_back(k);
    CHECK(list(Dataset::range(500).prefetch(ahead)) == expected);
    std::atomic<int> made = 0, elsewhere = 0;
    const auto here = std::this_thread::get_id();
    const Dataset counted = Dataset::range(1000).map([&](Tensor x) {
      take_time();
      ++made;
      elsewhere += std::this_thread::get_id() != here;
      if (made == 800) throw std::domain_error("no more");
      return x;
    });
    CHECK(list(counted.take(500).prefetch(ahead)) == expected);
    if (!AG_SANITIZED) CHECK(elsewhere == 0);  // whoever only takes elements would wait for each of them
    const auto with_work = [&](const Dataset& dataset) {
      Numbers all;
      for (Tensor x : dataset) {
        take_time();
        all.push_back(x.item<int>());
      }
      return all;
    };
    made = 0;
    CHECK(with_work(counted.take(500).prefetch(ahead)) == expected);
    CHECK(elsewhere > 400);  // all but the first few
    made = 0;
    int read = 0;
    const auto read_all = [&] {
      for ([[maybe_unused]] Tensor x : counted.prefetch(ahead)) {
        take_time();
        ++read;
      }
    };
    CHECK_THROWS_AS(read_all(), std::domain_error);
    CHECK(read == 799);
    made = 0;
    int taken = 0;
    for (Tensor x : counted.prefetch(ahead)) {
      ++taken;
      take_time();
      CHECK(made <= taken + ahead);
      if (x.item<int>() == 100) break;
    }
  }
}

TEST_CASE("Elements that take no time are not handed from thread to thread", "[dataset]") {
  int elsewhere = 0, made = 0;
  const auto here = std::this_thread::get_id();
  const Dataset quick = Dataset::from_generator([&] {
    return [&, k = 0]() mutable -> std::optional<Tensor> {
      ++made;
      elsewhere += std::this_thread::get_id() != here;
      if (k == 3) throw std::domain_error("no more");
      return Tensor(k++);
    };
  });
  auto place = quick.prefetch(8).iterator();
  for (int k = 0; k < 3; ++k) CHECK(place.next().item<int>() == k);
  CHECK(made == 3);
  CHECK_THROWS_AS(place.next(), std::domain_error);
  CHECK_FALSE(bool(place.has_next()));  // as behind one that a thread has thrown
  CHECK(elsewhere == 0);
}

TEST_CASE("Datasets of files", "[dataset]") {
  const std::string folder = (std::filesystem::temp_directory_path() / "ag_dataset_test").string();
  save_npy(folder + ".npy", tensor({{1, 2}, {3, 4}}));
  save_npz(folder + ".npz", {{"x", tensor({1, 2})}, {"y", tensor({10, 20})}});
  CHECK(list(Dataset::from_npy(folder + ".npy")) == Numbers{1, 2, 3, 4});
  CHECK(list(Dataset::from_npz(folder + ".npz", "x", "y").map([](Tensor x, Tensor y) { return x + y; })) ==
        Numbers{11, 22});
  expect_error(ErrorKind::not_found, {"no array 'z'"}, [&] { Dataset::from_npz(folder + ".npz", "z"); });
  std::filesystem::remove(folder + ".npy");
  std::filesystem::remove(folder + ".npz");
}

}  // namespace operators_test

}  // namespace ag::test
