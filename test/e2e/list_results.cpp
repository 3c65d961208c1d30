// Functions that return lists, and calls of these as parts of expressions; and loops over texts that are not named.
#include <optional>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace list_results_programs {
namespace {

std::vector<int> doubles(Tensor n) {
  std::vector<int> found;
  Tensor i = 0;
  while (i < n) {
    found.push_back(i.item<int>() * 2);
    i += 1;
  }
  return found;
}
std::vector<Tensor> squares(Tensor n) {
  std::vector<Tensor> found;
  Tensor i = 0;
  while (i < n) {
    found.push_back(i * i);
    i += 1;
  }
  return found;
}

// Traced functions take vectors whose lengths are known.
AG_FUNCTION void add_count(const Tensor& n, std::vector<Tensor> limits, Tensor& out) {
  std::vector<Tensor> below;
  for (const Tensor& limit : limits) {
    if (n < limit) below.push_back(limit);
  }
  out += below.size();
}
AG_FUNCTION Tensor counted_below(Tensor n) {
  Tensor count = n * 2;
  add_count(n, std::vector<Tensor>{n, n + 1}, count);
  add_count(n, {n - 1, n + 1, n + 2}, count);
  return count;
}

AG_FUNCTION int length(Tensor n) { return static_cast<int>(doubles(n).size()); }
AG_FUNCTION Tensor lengths(Tensor n) { return n + int((doubles(n)).size()) + int(squares(n + 1).size()); }
AG_FUNCTION Tensor is_empty(Tensor n) {
  if (squares(n).empty()) return n - 1;
  return n + 1;
}
AG_FUNCTION bool is_long(Tensor n) { return !doubles(n).empty() && doubles(n).size() > 2; }
AG_FUNCTION int element_of_result(Tensor n) { return doubles(n + 1)[0] + doubles(n + 3)[2] + doubles(n + 1).back(); }
AG_FUNCTION int last_of_result(Tensor n) { return doubles(n + 1)[doubles(n + 1).size() - 1]; }
AG_FUNCTION int elements_of_result(Tensor n) {
  int sum = 0;
  for (size_t k = 0; k < doubles(n).size(); ++k) sum += doubles(n)[k];
  return sum;
}
AG_FUNCTION bool equal_results(Tensor n, Tensor m) { return doubles(n) == doubles(m); }
AG_FUNCTION int switched(Tensor n) {
  switch (doubles(n).size()) {
    case 2:
      return 5;
    default:
      return 6;
  }
}

AG_FUNCTION Tensor count_words(Tensor x) {
  Tensor n = 0;
  for (ag::Text word : ag::strings::split("a b", " ")) n += 1;
  return n + x;
}
AG_FUNCTION void say_words() {
  for (const ag::Text& word : ag::strings::split("a b", " ")) ag::print(word);
}

struct Rows {
  std::vector<Tensor> rows;
  int n;
};
AG_FUNCTION std::vector<Tensor> halved(Tensor x) {
  std::vector<Tensor> rows;
  while (x > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  return rows;
}
AG_FUNCTION std::vector<Tensor> halved_and_one(Tensor x) {
  std::vector<Tensor> rows = halved(x);
  if (x > 2) rows.push_back(x);
  return rows;
}
AG_FUNCTION std::vector<Tensor> above(const std::vector<Tensor>& rows, Tensor limit) {
  std::vector<Tensor> result;
  for (const Tensor& row : rows)
    if (row > limit) result.push_back(row);
  return result;
}
AG_FUNCTION Tensor largest_halved(Tensor x) {
  Tensor largest = 0;
  for (const Tensor& row : above(halved(x), 1)) largest = ag::maximum(largest, row);
  return largest;
}
AG_FUNCTION Rows in_structure(Tensor x) {
  std::vector<Tensor> rows;
  int n = 0;
  for (; x > 1; ++n) {
    rows.push_back(x);
    x = x / 2;
  }
  return Rows{.rows = rows, .n = n};
}
AG_FUNCTION std::pair<std::vector<double>, std::vector<int>> two_lists(Tensor x) {
  std::vector<double> low;
  std::vector<int> high;
  for (int k = 0; k < 4; ++k)
    if (x > k)
      low.push_back(double(x));
    else
      high.push_back(k);
  return {low, high};
}
AG_FUNCTION std::optional<std::vector<Tensor>> pair_or_none(Tensor x) {
  if (x > 2) return std::vector<Tensor>{x, x};
  return std::nullopt;
}
AG_FUNCTION std::vector<Tensor> of_three_lengths(Tensor x) {
  if (x > 2) return {x, x};
  if (x > 1) return {};
  return {x};
}
AG_FUNCTION std::vector<double> added_between(Tensor x) {
  std::vector<double> rows;
  if (x > 2) return rows;
  rows.push_back(1.5);
  rows.push_back(double(x));
  return rows;
}
AG_FUNCTION std::vector<Tensor> descending(Tensor x, int n) {
  if (n == 0) return {};
  std::vector<Tensor> rows = descending(x - 1, n - 1);
  if (x > 0) rows.push_back(x);
  return rows;
}
Tensor sum_of(const std::vector<Tensor>& rows) { return ag::sum(ag::stack(rows)); }
AG_FUNCTION std::pair<std::vector<Tensor>, Tensor> written_list(Tensor x, int n) {
  ag::List<Tensor> rows;
  for (int k = 0; k < n; ++k) {
    rows.push_back(x);
    if (x > 2) break;
    x = x + 1;
  }
  return {rows, sum_of(rows)};
}

}  // namespace
}  // namespace list_results_programs

void e2e::list_results() {
  using namespace list_results_programs;
  using e2e::run;
  for (int n : {-1, 1, 2, 3}) {
    const Tensor x = ag::tensor(n);
    run("halved", halved, x);
    run("halved_and_one", halved_and_one, x);
    run("largest_halved", largest_halved, x);
    run("in_structure", in_structure, x);
    run("two_lists", two_lists, x);
    run("pair_or_none", pair_or_none, x);
    run("of_three_lengths", of_three_lengths, x);
    run("added_between", added_between, x);
    run("descending", descending, x, 3);
    run("written_list", written_list, x, 4);
  }
  for (int n : {0, 2, 3}) {
    const Tensor x = ag::tensor(n);
    run("length", length, x);
    run("counted_below", counted_below, x);
    run("lengths", lengths, x);
    run("is_empty", is_empty, x);
    run("is_long", is_long, x);
    run("element_of_result", element_of_result, x);
    run("last_of_result", last_of_result, x);
    run("elements_of_result", elements_of_result, x);
    run("equal_results", equal_results, x, ag::tensor(2));
    run("switched", switched, x);
    run("count_words", count_words, x);
  }
  run("say_words", say_words);
}
