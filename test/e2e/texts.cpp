// Texts: branches and loops over strings, and datasets of them.
#include <ag/ag.h>

#include <string>
#include <tuple>

#include "harness.h"

using ag::Dataset;
using ag::DatasetOf;
using ag::Tensor;
using ag::Text;
using ag::TextTable;

namespace texts_programs {

namespace st = ag::strings;

namespace {

AG_FUNCTION Tensor count(Text words, Text which) { return ag::sum(words == which); }

AG_FUNCTION Text chosen(Text a, Text b, Tensor x) {
  Text r = a + "!";
  if (x > 0) r = st::upper(b);
  return r + "?";
}

AG_FUNCTION Text repeated(Text a, Tensor n) {
  Text r = "";
  for (Tensor i : ag::range(n)) {
    if (st::length(r) > 20) break;
    r += a + st::as_text(i);
  }
  return r;
}

AG_FUNCTION Tensor longest(DatasetOf<Text> lines, Text last) {
  Tensor n = ag::tensor(0, ag::int64);
  for (Text line : lines) {
    if (line == last) break;
    n = ag::maximum(n, st::length(line));
    ag::print("line:", line, n);
  }
  return n;
}

AG_FUNCTION Text grouped(DatasetOf<std::tuple<Text, Tensor>> rows, Tensor least, TextTable weights) {
  Text all = "";
  Tensor sum = 0.0;
  for (auto [name, number] : rows) {
    if (number < least) continue;
    all = st::join(st::stack({all, st::format("{}={}", name, number)}), ";");
    sum = sum + number * weights.find(name);
  }
  return all + st::as_text(sum);
}

AG_FUNCTION Tensor parsed(Text t) {
  Tensor sum = 0.0;
  for (Tensor x : st::to_number(st::split(t, ","))) sum = sum * 2 + x;
  return sum;
}

AG_FUNCTION Tensor order(Text a, Text b) {
  if (a < b) return -1;
  if (a == b) return 0;
  return 1;
}

AG_FUNCTION void checked(Text t, Tensor x) {
  ag::print_to({.separator = "|", .end = " <\n"}, t, x, 3);
  ag::check(x > 0, "not positive", t);
}

Text title = "a";
std::vector<Text> verses{"p", "q"};
struct Log {
  Text notes = "n";
  Tensor count = ag::tensor(0.0);
  AG_FUNCTION Text operator()(Tensor x) {
    if (x > 0) notes = notes + "!";
    count = count + st::length(notes);
    return notes + title;
  }
};

/// Strings outside of the function: a global, a static, the elements of a vector, what a lambda captures.
AG_FUNCTION Text outside(Tensor x) {
  static Text seen = "s";
  for (Text& line : verses) {
    if (x > 1) line += "v";
  }
  for (const Text& line : verses) title = title + line;
  const Text before = title;
  auto note = [&](const char* what) { seen += what; };
  while (x > 0) {
    note(".");
    x = x - 1;
  }
  verses[1] = verses[0] + "w";
  title = "t";
  ag::check(st::length(seen) < 8, "a long text");
  title += before;
  return seen + title;
}

AG_CONVERT void append(Text& text, Tensor x) {
  if (x > 0) text = text + "+";
}

AG_FUNCTION void by_reference(Tensor x, Text& text) {
  while (x > 0) {
    append(text, x);
    x = x - 1;
  }
  text += "|";
}

}  // namespace
}  // namespace texts_programs

namespace e2e {

void texts() {
  using namespace ::texts_programs;
  const Text words = st::split("to be or not to be", " "), blue = "a very dark blue";
  const auto text_run = [](const char* name, const auto& call) { run(name, [&] { return call().to_vector(); }); };
  run("count", [&] { return count(words, "be"); });
  run("count", [&] { return count(words, blue); });
  text_run("chosen", [&] { return chosen("first", blue, 1); });
  text_run("chosen", [&] { return chosen(words, words, -1); });
  text_run("repeated", [] { return repeated("ab", 4); });
  text_run("repeated", [] { return repeated("ab", 400); });
  const auto lines = Dataset::from_tensor_slices(words);
  run("longest", [&] { return longest(lines, "not"); });
  run("longest", [&] { return longest(lines.concatenate(Dataset::from_tensor_slices(ag::text({"longer"}))), "x"); });
  const TextTable weights(ag::text({"red", "green", "a very dark blue"}), ag::tensor({1.0, 2.5, -4.0}), 0.0);
  const auto rows =
      Dataset::from_tensor_slices(ag::text({"red", "x", "a very dark blue"}), ag::tensor({1.0, 2.0, 3.0}));
  text_run("grouped", [&] { return grouped(rows, 0.0, weights); });
  text_run("grouped", [&] { return grouped(rows, 1.5, weights); });
  run("parsed", [] { return parsed("1, 2.5,3"); });
  run("parsed", [] { return parsed("1, two,3"); });
  Log log;
  for (const double x : {0.0, 2.0, 1.0, 3.0, 2.0}) {
    text_run("outside", [&] { return outside(f64(x)); });
    std::cout << title << verses[0] << verses[1] << "\n";
    text_run("Log", [&] { return log(f64(x)); });
    std::cout << log.notes << log.count << "\n";
    Text text = "r";
    run("by_reference", [&] { by_reference(f64(x), text); });
    std::cout << text << "\n";
  }
  run("order", [&] { return order("abc", "abd"); });
  run("order", [&] { return order(blue, "a very dark blue"); });
  run("order", [&] { return order("b", blue); });
  run("checked", [&] { checked(words, 1.5); });
  run("checked", [&] { checked(blue, -1.5); });
}

}  // namespace e2e
