/// Datasets of files of lines, good and bad ones.
#include <ag/staging/generated.h>

#include <string>
#include <tuple>
#include <vector>

#include "runtime/function/each_executor.h"
#include "runtime/ops/expect_error.h"
#include "runtime/tensor/scratch.h"

namespace ag::test {

namespace files_test {
namespace {

using ag_test::fault_of;
using ag_test::Scratch;
using Named = DatasetOf<std::tuple<Text, Tensor>>;

std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> all;
  for (const Text& line : Dataset::from_text(path)) all.push_back(line.item());
  return all;
}

std::vector<double> numbers_of(const Dataset& dataset) {
  std::vector<double> all;
  for (Tensor row : dataset) {
    for (double number : row.to_vector<double>()) all.push_back(number);
  }
  return all;
}

std::string fault_in(const Scratch& scratch, const std::string& bytes, const CsvOptions& options = {}) {
  const std::string path = scratch.write("bad.csv", bytes);
  ErrorKind kind = ErrorKind::internal;
  std::string fault = fault_of([&] { numbers_of(Dataset::from_csv(path, options)); }, &kind);
  const size_t at = fault.find(path);
  return at == std::string::npos ? fault : fault.erase(at, path.size() - std::string("bad.csv").size());
}

Tensor total(Named rows, Text which) {
  return traced<&total>(AG_STATE(rows, which), [](Named rows, Text which) -> Tensor {
    Tensor sum = 0.0;
    for_stmt(rows, AG_STATE(sum), [&](std::tuple<Text, Tensor> row) {
      if_stmt(std::get<0>(row) == which, AG_STATE(sum), [&] { sum = sum + std::get<1>(row); });
    });
    return sum;
  });
}

Tensor longest(DatasetOf<Text> lines) {
  return traced<&longest>(AG_STATE(lines), [](DatasetOf<Text> lines) -> Tensor {
    Tensor most = tensor(0, int64);
    for_stmt(lines.batch(2), AG_STATE(most), [&](Text two) { most = maximum(most, max(strings::length(two))); });
    return most;
  });
}

}  // namespace

TEST_CASE("The lines of a file", "[dataset]") {
  const Scratch scratch;
  using Strings = std::vector<std::string>;
  CHECK(lines_of(scratch.write("a", "one\ntwo\r\n\nfour")) == Strings{"one", "two", "", "four"});
  CHECK(lines_of(scratch.write("b", "")).empty());
  CHECK(lines_of(scratch.write("c", "\n")) == Strings{""});
  const std::string large(200'000, 'x');
  CHECK(lines_of(scratch.write("d", large + "\nend\n")) == Strings{large, "end"});
  expect_error(ErrorKind::not_found, {"none"}, [&] { Dataset::from_text(scratch.path("none")); });
}

TEST_CASE("The rows of a file of separated values", "[dataset]") {
  const Scratch scratch;
  const std::string plain = scratch.write("plain.csv", "1,2.5\n\n3 ,-4e1\r\n");
  CHECK(numbers_of(Dataset::from_csv(plain)) == std::vector<double>{1, 2.5, 3, -40});
  const std::string named =
      scratch.write("named.csv", "name, age,size\n\"Smith, J\",31,1\n\"a \"\"b\"\"\n\",4.5,2\nx,,\n");
  CHECK(numbers_of(Dataset::from_csv(named, {.header = true, .columns = {"size", "age"}, .missing = -1})) ==
        std::vector<double>{1, 31, 2, 4.5, -1, -1});
  std::vector<std::string> names;
  std::vector<float> ages;
  for (auto [name, age] : Named::from_csv(named, {.header = true, .columns = {"name", "age"}, .missing = 0})) {
    names.push_back(name.item());
    ages.push_back(age.item<float>());
  }
  CHECK(names == std::vector<std::string>{"Smith, J", "a \"b\"\n", "x"});
  CHECK(ages == std::vector{31.f, 4.5f, 0.f});
  const auto typed = DatasetOf<std::tuple<Tensor, Tensor>>::from_csv(scratch.write("typed.csv", "1;true\n2;0\n"),
                                                                     {.separator = ';', .dtypes = {uint8, boolean}});
  for (auto [number, flag] : typed.take(1)) {
    CHECK(number.dtype() == uint8);
    CHECK(flag.dtype() == boolean);
    CHECK(static_cast<bool>(flag));
  }
}

TEST_CASE("What is wrong with a file of separated values is said with its line and column", "[dataset]") {
  const Scratch scratch;
  CHECK(fault_in(scratch, "") == "bad.csv:1: the file has no rows");
  CHECK(fault_in(scratch, "1,2\n3\n") == "bad.csv:2: a row of 1 fields, where the first one has 2");
  CHECK(fault_in(scratch, "1,2\n3,x y\n") == "bad.csv:2: column 2: 'x y' is no float32");
  CHECK(fault_in(scratch, "a,b\n\n\n1,300\n", {.header = true, .dtype = uint8}) ==
        "bad.csv:4: column 'b': '300' is no uint8");
  CHECK(fault_in(scratch, "1,\n") == "bad.csv:1: column 2 is empty; .missing says what that stands for");
  CHECK(fault_in(scratch, "1,\"2\n3\n") == "bad.csv:1: a field in quotes does not end");
  CHECK(fault_in(scratch, "1,\"2\"x\n") == "bad.csv:1: something stands after the quotes of a field");
  CHECK(fault_in(scratch, "a,b\n1,2\n", {.header = true, .columns = {"a", "c"}}) == "bad.csv: no column 'c'");
  CHECK_THAT(fault_in(scratch, "1,2\n", {.columns = {"a"}}), ag_test::ContainsSubstring("no line of names"));
  CHECK_THAT(fault_in(scratch, "1,2\n", {.dtypes = {int8, int8}}), ag_test::ContainsSubstring("has one dtype"));
  const std::string path = scratch.write("three.csv", "1,2,3\n");
  expect_error(ErrorKind::invalid_argument, {"has 3 columns, and the element has 2 parts"},
               [&] { Named::from_csv(path); });
  expect_error(ErrorKind::not_found, {"none.csv"}, [&] { Dataset::from_csv(scratch.path("none.csv")); });
}

TEST_CASE("Graphs read files, and one serves all files with such columns", "[dataset]") {
  const EachExecutor each;
  function_of(&total).clear();
  function_of(&longest).clear();
  const int64_t before = function_of(&total).tracing_count();
  const Scratch scratch;
  const Named first = Named::from_csv(scratch.write("a.csv", "x,1\ny,2\nx,3\n")),
              second = Named::from_csv(scratch.write("b.csv", "x,10\na name that is longer,20\n"));
  CHECK(total(first, "x").item<float>() == 4);
  CHECK(total(second, "a name that is longer").item<float>() == 20);
  CHECK(function_of(&total).tracing_count() - before == 1);
  CHECK(longest(Dataset::from_text(scratch.write("c", "a\nabcdefghijk\nab\n"))).item<int>() == 11);
  CHECK(longest(Dataset::from_tensor_slices(text({"abcd", "abcde"}))).item<int>() == 5);
  const Named broken = Named::from_csv(scratch.write("d.csv", "x,1\ny\n"));
  CHECK_THAT(what_of([&] { total(broken, "x"); }), ag_test::ContainsSubstring("d.csv:2: a row of 1 fields"));
  CHECK(total(first, "y").item<float>() == 2);
}

TEST_CASE("A dataset of texts and tensors together", "[dataset]") {
  std::string all;
  for (auto [name, number] : Dataset::from_tensor_slices(text({"a", "b", "c"}), tensor({1, 2, 3})).skip(1).repeat(2))
    all += name.item() + std::to_string(number.item<int>());
  CHECK(all == "b2c3b2c3");
}

}  // namespace files_test

}  // namespace ag::test
