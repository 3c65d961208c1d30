/// ag::Text: strings as elements, and what is done with their characters.
#include <ag/staging/generated.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "runtime/function/each_executor.h"
#include "runtime/ops/expect_error.h"
#include "runtime/tensor/scratch.h"
#include "tensor/interned_strings.h"
#include "tensor/words.h"

namespace ag::test {

namespace text_test {
namespace {

using Strings = std::vector<std::string>;

std::string printed(const Text& text) {
  std::ostringstream stream;
  stream << text;
  return stream.str();
}

Text greeting(Text name, Tensor often) {
  return traced<&greeting>(AG_STATE(name, often), [](Text name, Tensor often) -> Text {
    Text all = "hello";
    while_stmt([&] { return often > 0; }, AG_STATE(all, often),
               [&] {
                 all += " " + name;
                 often = often - 1;
               });
    if_stmt(all == "hello", AG_STATE(all), [&] { all = strings::upper(all); });
    return all;
  });
}

Tensor found(TextTable table, Text x) {
  return traced<&found>(AG_STATE(table, x), [](TextTable table, Text x) -> Tensor { return table.find(x); });
}

Text shown(Text x, Tensor value) {
  return traced<&shown>(AG_STATE(x, value),
                        [](Text x, Tensor value) -> Text { return strings::format("{} is {} and {}", x, value, 7); });
}

Tensor parsed(Text x) {
  return traced<&parsed>(AG_STATE(x), [](Text x) -> Tensor { return strings::to_number(strings::split(x, ";")); });
}

Tensor summarized(Tensor x, Text t, std::string path) {
  return traced<&summarized>(AG_STATE(x, t, path), [](Tensor x, Text t, std::string path) -> Tensor {
    print_to({.file = path, .end = " ", .summarize = 2}, x);
    print_to({.file = path, .summarize = 1}, t);
    return x;
  });
}

Tensor shown_shortly(Tensor x, Text t, std::string path) {
  return traced<&shown_shortly>(AG_STATE(x, t, path), [](Tensor x, Text t, std::string path) -> Tensor {
    print_to({.file = path, .style = PrintStyle::tensorflow}, "x =", x, x > 2, x / 8, t);
    return x;
  });
}

size_t most_strings = 0;
void count_strings() { most_strings = std::max(most_strings, detail::interned_string_count()); }

/// Makes a string in each round, and carries one that seldom changes.
Text longest_name(Tensor rounds) {
  return traced<&longest_name>(AG_STATE(rounds), [](Tensor rounds) -> Text {
    Text best = "the first of all the names", name = "";
    Tensor k = tensor(0);
    while_stmt([&] { return k < rounds; }, AG_STATE(best, name, k),
               [&] {
                 name = Text("the first of all the names, and the number ") + strings::as_text(k);
                 host_call(count_strings, {});
                 if_stmt(k == 1000, AG_STATE(best), [&] { best = name; });
                 k = k + 1;
               });
    return best;
  });
}

/// Makes none of the strings that it gives where the condition does not hold.
Text chosen_of(Tensor x, Text a, Text b) {
  return traced<&chosen_of>(AG_STATE(x, a, b), [](Tensor x, Text a, Text b) -> Text {
    Text chosen = strings::where(x > 0, a, b);
    if_stmt(x > 0, AG_STATE(chosen), [&] { chosen += ", and more"; });
    return chosen;
  });
}
Text one_of(Tensor x, Text a, Text b) {
  return traced<&one_of>(AG_STATE(x, a, b),
                         [](Tensor x, Text a, Text b) -> Text { return strings::where(x > 0, a, b); });
}

/// Collects as many as that.
Text names_of(Tensor count) {
  return traced<&names_of>(AG_STATE(count), [](Tensor count) -> Text {
    TensorArray names(uint64, {.dynamic_size = true, .element_shape = Shape{}});
    Tensor k = tensor(0);
    while_stmt([&] { return k < count; }, AG_STATE(names, k),
               [&] {
                 names.write(k, (Text("a name with the number ") + strings::as_text(k)).words());
                 k = k + 1;
               });
    return Text::of_words(names.stack());
  });
}

/// A name that an ag::Variable holds while it is changed.
Text renamed(ag::Variable name, Text next) {
  return traced<&renamed>(AG_STATE(name, next), [](ag::Variable name, Text next) -> Text {
    const Text before = Text::of_words(name.value());
    name.assign((next + " of another one").words());
    return before + " was before";
  });
}

Tensor logged(Text x, Tensor value, std::string path) {
  return traced<&logged>(AG_STATE(x, value, path), [](Text x, Tensor value, std::string path) -> Tensor {
    print_to({.file = path, .separator = ",", .end = ";\n"}, x, value, "end");
    return value;
  });
}

}  // namespace

TEST_CASE("Equal strings have equal words, and words keep their strings", "[text]") {
  detail::StringKeeper here;
  for (const std::string& text : {std::string(), std::string("a"), std::string("seven77"), std::string("eight888"),
                                  std::string("\0x\xff", 3), std::string(5000, 'y')}) {
    const uint64_t word = here.word_of(text);
    CHECK(detail::text_of_word(word) == text);
    CHECK(here.word_of(std::string(text)) == word);
  }
  CHECK(here.word_of("") == 0);
  CHECK(here.word_of("ab") != here.word_of(std::string("ab\0", 3)));
  std::vector<std::thread> threads;
  std::vector<detail::StringKeeper> keepers(8);
  std::vector<std::vector<uint64_t>> words(8);
  for (size_t thread = 0; thread < words.size(); ++thread) {
    threads.emplace_back([&own = words[thread], &keeper = keepers[thread]] {
      for (int k = 0; k < 300; ++k) own.push_back(keeper.word_of("a string with the number " + std::to_string(k)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& own : words) CHECK(own == words[0]);
}

TEST_CASE("A string lives as long as a tensor that has it, whatever has moved it there", "[text]") {
  const size_t before = detail::interned_string_count();
  const auto living = [&] { return detail::interned_string_count() - before; };
  {
    Text chosen;
    {
      const Text all = text({"a string of some length", "another one of them", "short", "a string of some length"});
      CHECK(living() == 2);
      chosen = all[1] + all[2];
      CHECK(living() == 3);
    }
    CHECK(living() == 1);
    CHECK(chosen.item() == "another one of themshort");
  }
  CHECK(living() == 0);
  int number = 0;
  for (const auto& move : std::vector<std::function<Tensor(const Tensor& words)>>{
           [](const Tensor& words) { return Tensor(words[1]); }, [](const Tensor& words) { return flip(words)[2]; },
           [](const Tensor& words) { return take(words, tensor({1}), 0); },
           [](const Tensor& words) { return where(tensor({false, true, false, false}), words, Text("").words())[1]; },
           [](const Tensor& words) { return concat({words, words}, 0)[5]; },
           [](const Tensor& words) { return reshape(words, {2, 2})[0][1]; },
           [](const Tensor& words) { return words[tensor({false, true, false, false})]; },
           [](const Tensor& words) {
             Tensor other = text({"one that goes away", "two that goes away"}).words();
             other[0] = words[1];
             return Tensor(other[0]);
           }}) {
    Tensor moved;
    CAPTURE(++number);
    {
      const Text all = text({"a string of some length", "another one of them", "short", "a string of some length"});
      moved = detail::make_contiguous(move(all.words()));
    }
    CHECK(detail::strings_of(moved)[0] == "another one of them");
  }
  CHECK(living() == 0);
}

TEST_CASE("Threads make and drop equal strings at the same time", "[text]") {
  const size_t before = detail::interned_string_count();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int k = 0; k < 3000; ++k) {
        const std::string expected = "a string with the number " + std::to_string((k + thread) % 3);
        const Text one = expected, two = text({expected, expected});
        wrong += one.item() != expected || two.to_vector()[1] != expected;
        wrong += !(one == Text(expected)).item<bool>();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
  CHECK(detail::interned_string_count() == before);
}

TEST_CASE("A loop that makes strings keeps those that it still has", "[text]") {
  const EachExecutor each;
  for (Text (*const function)(Tensor) : {&longest_name, &names_of}) function_of(function).clear();
  for (Text (*const function)(Tensor, Text, Text) : {&chosen_of, &one_of}) function_of(function).clear();
  function_of(&renamed).clear();
  size_t in_graphs = 0;  // their constants
  for (const bool traces : {true, false}) {
    most_strings = 0;
    CHECK(longest_name(tensor(2000)).item() == "the first of all the names, and the number 1000");
    CHECK(most_strings < detail::interned_string_count() + 50);
    for (const int x : {3, -3}) {
      Text chosen, one;
      {
        const Text a = "the first of two strings", b = "the second of two strings";
        chosen = chosen_of(tensor(x), a, b);
        one = one_of(tensor(x), a, b);
      }
      CHECK(chosen.item() == (x > 0 ? "the first of two strings, and more" : "the second of two strings"));
      CHECK(one.item() == (x > 0 ? "the first of two strings" : "the second of two strings"));
    }
    {
      const Text names = names_of(tensor(300));
      CHECK(names.to_vector()[299] == "a name with the number 299");
      CHECK(names.to_vector()[0] == "a name with the number 0");
      const ag::Variable name(Text("the name of a variable").words());
      CHECK(renamed(name, "the name").item() == "the name of a variable was before");
      CHECK(renamed(name, "and a name").item() == "the name of another one was before");
      CHECK(Text::of_words(name.value()).item() == "and a name of another one");
    }
    if (traces) in_graphs = detail::interned_string_count();
    CHECK(detail::interned_string_count() == in_graphs);
  }
}

TEST_CASE("A text is a value in graphs", "[text]") {
  const EachExecutor each;
  function_of(&greeting).clear();
  const int64_t before = function_of(&greeting).tracing_count();
  CHECK(greeting("you", 2).item() == "hello you you");
  CHECK(greeting("somebody else", 1).item() == "hello somebody else");
  CHECK(greeting("you", 0).item() == "HELLO");
  CHECK(function_of(&greeting).tracing_count() - before == 1);
}

TEST_CASE("Texts have a shape, and are compared and printed as arrays are", "[text]") {
  const Text words = text({"to", "be", "or", "not to be"});
  CHECK(words.shape() == Shape{4});
  CHECK(printed(words) == "['to' 'be' 'or' 'not to be']");
  CHECK(printed(text({"a", "b", "c", "d"}, {2, 2})) == "[['a' 'b']\n ['c' 'd']]");
  CHECK(printed(words[1]) == "be");
  CHECK((words == "be").to_vector<bool>() == std::vector{false, true, false, false});
  CHECK((words < "or").to_vector<bool>() == std::vector{false, true, false, true});
  CHECK((words >= text({"tp", "bd", "or", "x"})).to_vector<bool>() == std::vector{false, true, true, false});
  CHECK((words + "!").to_vector() == Strings{"to!", "be!", "or!", "not to be!"});
  CHECK(strings::where(tensor({true, false}), text({"a", "b"}), text({"c", "d"})).to_vector() == Strings{"a", "d"});
  CHECK(strings::concat({words[slice(0, 1)], words}).shape() == Shape{5});
  expect_error(ErrorKind::shape_error, {"different shapes"}, [&] { strings::contains(words, text({"a", "b"})); });
  expect_error(ErrorKind::shape_error, {"more than one string"}, [&] { words.item(); });
  expect_error(ErrorKind::shape_error, {"3 strings do not fill"}, [] { text({"a", "b", "c"}, {2}); });
}

TEST_CASE("What is done with the characters of strings", "[text]") {
  CHECK(strings::length(text({"", "abc", "ä"})).to_vector<int>() == std::vector{0, 3, 2});
  CHECK(strings::lower("AbÄ").item() == "abÄ");
  CHECK(strings::upper("abZ").item() == "ABZ");
  CHECK(strings::strip(text({"  a b\t", " ", "x"})).to_vector() == Strings{"a b", "", "x"});
  CHECK(strings::substr("hello", 1, 3).item() == "ell");
  CHECK(strings::substr("hello", -2, 9).item() == "lo");
  expect_error(ErrorKind::out_of_range, {"5 bytes", "at 6"}, [] { strings::substr("hello", 6, 1); });
  CHECK(strings::replace("a-b--c-", "-", "+-").item() == "a+-b+-+-c+-");
  CHECK(strings::replace("-a", "-", "").item() == "a");
  CHECK(strings::replace("a", "", "x").item() == "a");
  CHECK(strings::starts_with(text({"abc", "b"}), "ab").to_vector<bool>() == std::vector{true, false});
  CHECK(strings::ends_with(text({"abc", "b"}), "bc").to_vector<bool>() == std::vector{true, false});
  CHECK(strings::join(text({"a", "", "c"}), ", ").item() == "a, , c");
  CHECK(strings::join(text(Strings())).item().empty());
  CHECK(strings::split("a,b,,", ",").to_vector() == Strings{"a", "b", "", ""});
  CHECK(strings::split("  to  be ").to_vector() == Strings{"to", "be"});
  CHECK(strings::split("").shape() == Shape{0});
  const Text parts = strings::split(text({"a b c", "", "d e"}));
  CHECK(parts.shape() == Shape{3, 3});
  CHECK(parts.to_vector() == Strings{"a", "b", "c", "", "", "", "d", "e", ""});
  CHECK(strings::split(text({"a,b", "c,d"}, {2, 1}), ",").shape() == Shape{2, 1, 2});
  CHECK(strings::as_text(tensor({1.5, -2.0})).to_vector() == Strings{"1.5", "-2.0"});
  CHECK(strings::as_text(tensor({1.0, 2.0}) / 3, 2).to_vector() == Strings{"0.33", "0.67"});
  CHECK(strings::as_text(tensor({3, 4})).to_vector() == Strings{"3", "4"});
}

TEST_CASE("Numbers that strings spell", "[text]") {
  const EachExecutor each;
  function_of(&parsed).clear();
  CHECK(parsed("1;-2.5; 3e2 ;+4").to_vector<float>() == std::vector{1.f, -2.5f, 300.f, 4.f});
  expect_error(ErrorKind::invalid_argument, {"'x1' is no float32"}, [] { parsed("1;x1"); });
  CHECK(strings::to_number(text({"127", "-128"}), int8).to_vector<int>() == std::vector{127, -128});
  CHECK(strings::to_number(text({"true", "0"}), boolean).to_vector<bool>() == std::vector{true, false});
  CHECK(strings::to_number("18446744073709551615", uint64).item<uint64_t>() == UINT64_MAX);
  for (const char* wrong : {"128", "1.5", "", "+-1", "1 2"}) {
    expect_error(ErrorKind::invalid_argument, {"is no int8"}, [&] { strings::to_number(wrong, int8); });
  }
}

TEST_CASE("A pattern with values", "[text]") {
  const EachExecutor each;
  function_of(&shown).clear();
  CHECK(shown("x", tensor({1.0, 2.5})).item() == "x is [1.  2.5] and 7");
  CHECK(shown(text({"a", "b"}), 3).item() == "['a' 'b'] is 3 and 7");
  expect_error(ErrorKind::invalid_argument, {"has 2 places", "1 values"}, [] { strings::format("{} {}", 1); });
}

TEST_CASE("Tables look strings up", "[text]") {
  const EachExecutor each;
  function_of(&found).clear();
  const TextTable codes(text({"red", "a colour with a long name", "green"}), tensor({1, 2, 3}), -1);
  CHECK(found(codes, text({"green", "blue", "a colour with a long name"})).to_vector<int>() == std::vector{3, -1, 2});
  CHECK(found(codes, "red").item<int>() == 1);
  const TextTable rows(text({"x", "y"}), tensor({{1.0, 2.0}, {3.0, 4.0}}), 0);
  CHECK(found(rows, text({"y", "z"})).to_vector<float>() == std::vector{3.f, 4.f, 0.f, 0.f});
  expect_error(ErrorKind::invalid_argument, {"key 'a' twice"},
               [] { TextTable(text({"a", "b", "a"}), tensor({1, 2, 3}), 0); });
  expect_error(ErrorKind::shape_error, {"one value for each key"}, [] { TextTable(text({"a"}), tensor({1, 2}), 0); });
}

TEST_CASE("Texts and numbers are printed to a file, and whether it can be written to is checked", "[text]") {
  const EachExecutor each;
  function_of(&logged).clear();
  const ag_test::Scratch scratch;
  const std::string path = scratch.path("log");
  logged(text({"a", "b"}), 1.5, path);
  logged(text({"c", "d"}), 2.5, path);
  print_to({.file = path}, Text("plain"), 3);
  CHECK(ag_test::read_bytes(path) == "['a' 'b'],1.5,end;\n['c' 'd'],2.5,end;\nplain 3\n");
  const std::string abridged = scratch.path("abridged");
  summarized(arange(7), text({"a", "b", "c"}), abridged);
  summarized(reshape(arange(10), {2, 5}), text({"a", "b"}), abridged);
  CHECK(ag_test::read_bytes(abridged) ==
        "[0 1 ... 5 6] ['a' ... 'c']\n"
        "[[0 1 ... 3 4]\n [5 6 ... 8 9]] ['a' 'b']\n");
  const std::string all = scratch.path("all");
  print_to({.file = all, .summarize = -1}, arange(1100));
  CHECK(ag_test::read_bytes(all).find("...") == std::string::npos);
  print_to({.file = abridged, .summarize = INT64_MAX}, arange(2));
  CHECK(ag_test::read_bytes(abridged).ends_with("\n[0 1]\n"));
  expect_error(ErrorKind::invalid_argument, {"cannot write to"}, [&] { logged("a", 1.5, scratch.path("none/log")); });
  expect_error(ErrorKind::invalid_argument, {"cannot write to"},
               [&] { print_to({.file = scratch.path("none/log")}, 1); });
}

TEST_CASE("Arrays are printed as tf.print shows them where that is asked for", "[text]") {
  const EachExecutor each;
  function_of(&shown_shortly).clear();
  const ag_test::Scratch scratch;
  const std::string
      path = scratch.path("log"),
      expected = "x = [0 1 2 ... 5 6 7] [0 0 0 ... 1 1 1] [0 0.125 0.25 ... 0.625 0.75 0.875] [\"a\" \"it\\'s\\n\"]\n";
  const Text strings = text({"a", "it's\n"});
  shown_shortly(arange(8.0), strings, path);
  set_run_functions_eagerly(true);
  shown_shortly(arange(8.0), strings, path);
  set_run_functions_eagerly(false);
  CHECK(ag_test::read_bytes(path) == expected + expected);

  const auto shown = [&](int64_t edge, const auto&... items) {
    const std::string to = scratch.path("one");
    std::remove(to.c_str());
    print_to({.file = to, .end = "", .summarize = edge, .style = PrintStyle::tensorflow}, items...);
    return ag_test::read_bytes(to);
  };
  // What tf.print of TensorFlow 2.21 writes for the same arrays.
  CHECK(shown(0, tensor({0.1, 1e10, 1.0 / 3})) == "[0.1 1e+10 0.333333343]");
  CHECK(shown(0, tensor({0.1, 1.0 / 3}, float64)) == "[0.1 0.33333333333333331]");
  CHECK(shown(-1, tensor({-0.0, HUGE_VAL, -HUGE_VAL, std::nan("")})) == "[-0 inf -inf nan]");
  CHECK(shown(0, tensor(3.14159274), tensor(1e-5), tensor(123456789.0), tensor(100000.0), tensor(1e6),
              tensor(1234567.0)) == "3.14159274 1e-05 123456792 100000 1e+06 1234567");
  CHECK(shown(0, tensor(3.4e38), tensor(1.7976931348623157e308, float64)) == "3.4e+38 1.7976931348623157e+308");
  CHECK(shown(0, tensor(2.5, bfloat16), tensor(0.1, bfloat16), tensor(0.1, float16)) == "2.5 0.100097656 0.0999755859");
  CHECK(shown(0, tensor({1, 2}, uint8), tensor({-1}, int8), tensor(INT64_C(1) << 62, int64)) ==
        "[1 2] [-1] 4611686018427387904");
  CHECK(shown(0, ones({2, 1, 2}, float16)) == "[[[1 1]]\n\n [[1 1]]]");
  CHECK(shown(0, reshape(arange(16), {2, 2, 2, 2})) ==
        "[[[[0 1]\n   [2 3]]\n\n  [[4 5]\n   [6 7]]]\n\n\n [[[8 9]\n   [10 11]]\n\n  [[12 13]\n   [14 15]]]]");
  CHECK(shown(0, reshape(arange(64), {8, 8})) ==
        "[[0 1 2 ... 5 6 7]\n [8 9 10 ... 13 14 15]\n [16 17 18 ... 21 22 23]\n ...\n [40 41 42 ... 45 46 47]\n"
        " [48 49 50 ... 53 54 55]\n [56 57 58 ... 61 62 63]]");
  CHECK(shown(0, reshape(arange(81), {3, 9, 3})).starts_with("[[[0 1 2]\n  [3 4 5]\n  [6 7 8]\n  ...\n  [18 19 20]\n"));
  CHECK(shown(1, reshape(arange(12), {4, 3}).T()) == "[[0 ... 9]\n ...\n [2 ... 11]]");
  CHECK(shown(2, arange(10)) == "[0 1 ... 8 9]");
  CHECK(shown(0, arange(7)) == "[0 1 2 ... 4 5 6]");
  CHECK(shown(0, arange(6)) == "[0 1 2 3 4 5]");
  CHECK(shown(-1, arange(9)) == "[0 1 2 3 4 5 6 7 8]");
  CHECK(shown(INT64_MAX, arange(2)) == "[0 1]");
  CHECK(shown(0, zeros({0})) == "[]");
  CHECK(shown(0, zeros({0, 2})) == "[]");
  CHECK(shown(0, zeros({2, 0})) == "[\n ...]");
  CHECK(shown(-1, zeros({2, 0})) == "[\n ...]");
  CHECK(shown(0, zeros({2, 0, 3})) == "[\n\n ...]");
  CHECK(shown(0, tensor(true)) == "1");
  CHECK(shown(0, Text("a")) == "a");
  CHECK(shown(0, "s:", Text("a")) == "s: \"a\"");
  CHECK(shown(0, Text("a\"b"), 1) == "\"a\\\"b\" 1");
  CHECK(shown(0, text({"\u00e9\x01\x7f"})) == "[\"\u00e9\\001\\177\"]");
}

TEST_CASE("Errors of the operators of texts name their place", "[text]") {
  const Text two = text({"a", "b"}), three = text({"a", "b", "c"});
  expect_error(ErrorKind::shape_error, {"texts of different shapes"}, [&] { two + three; });
  expect_error(ErrorKind::shape_error, {"texts of different shapes"}, [&] { return two < three; });
  expect_error(ErrorKind::shape_error, {}, [&] { return two == three; });
  Text sum = two;
  expect_error(ErrorKind::shape_error, {"texts of different shapes"}, [&] { sum += three; });
  expect_error(ErrorKind::invalid_argument, {"undefined"}, [&] { return Text() + "a"; });
}

TEST_CASE("A text of a graph has no characters yet", "[text]") {
  const auto asks = ag::function([](Text x) { return x.item().size() > 1 ? Tensor(1) : Tensor(2); });
  CHECK_THROWS_AS(asks(Text("a")), Error);
  const auto writes = ag::function([](Text x) {
    std::ostringstream stream;
    stream << x + "b";
    return x;
  });
  CHECK_THROWS_WITH(writes(Text("a")),
                    ag_test::ContainsSubstring("ag::print(text)") && ag_test::ContainsSubstring("text_test.cpp:"));
}

Text rewritten(Text x) {
  return traced<&rewritten>(AG_STATE(x),
                            [](Text x) -> Text { return strings::regex_replace(x, "(a+)(.)", "<\\2\\1|\\0$>"); });
}

TEST_CASE("Regular expressions replace and match, in graphs too", "[text]") {
  const Text words = text({"baab", "cad", "xyz"});
  const Strings expected{"b<baa|aab$>", "c<da|ad$>", "xyz"};
  CHECK(strings::regex_replace(words, "(a+)(.)", "<\\2\\1|\\0$>").to_vector() == expected);
  CHECK(rewritten(words).to_vector() == expected);
  CHECK(strings::regex_replace("banana", "a", "o").item() == "bonono");
  CHECK(strings::regex_replace("banana", "a", "o", false).item() == "bonana");
  CHECK(strings::regex_replace("a1", "(a)", "\\12").item() == "a21");
  CHECK(strings::regex_full_match(words, "[a-c]+d?").to_vector<bool>() == std::vector<bool>{true, true, false});
  CHECK_THROWS_WITH(strings::regex_full_match(words, "("), ag_test::ContainsSubstring("'(' is no regular expression") &&
                                                               ag_test::ContainsSubstring("text_test.cpp:"));
}

}  // namespace text_test

}  // namespace ag::test
