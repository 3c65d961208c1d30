/// Programs so large that native code of them is several functions.
#include <sstream>
#include <string>

#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace split_functions_test {
namespace {

/// The text of a graph, line by line.
class Text {
 public:
  std::string value(const std::string& operation, const std::string& type) {
    const std::string name = "%" + std::to_string(next_++);
    lines_ += name + " = " + operation + " : " + type + "\n";
    return name;
  }
  std::string name() { return "%" + std::to_string(next_++); }
  void line(const std::string& text) { lines_ += text + "\n"; }
  const std::string& str() const { return lines_; }

 private:
  int next_ = 3;  // behind the arguments
  std::string lines_;
};

struct State {
  std::string array;   // float32[6]
  std::string number;  // float32[]
};

/// Loops, folds, numbers that later rounds need, branches with loops, and a check.
State round(Text& text, State state, const std::string& half) {
  const std::string mean = text.value("mean(" + state.array + ") {axes = [0], keepdims = false}", "float32[]");
  const std::string centred = text.value("subtract(" + state.array + ", " + mean + ")", "float32[6]");
  const std::string turned = text.value("flip(" + centred + ") {axes = [0]}", "float32[6]");
  const std::string scaled = text.value("multiply(" + turned + ", " + half + ")", "float32[6]");
  const std::string sum = text.value("add(" + centred + ", " + scaled + ")", "float32[6]");
  const std::string number = text.value("add(" + state.number + ", " + mean + ")", "float32[]");
  const std::string positive = text.value("greater(" + number + ", " + half + ")", "boolean[]");
  const std::string chosen = text.name(), other = text.name();
  text.line(chosen + " = cond(" + positive + ") : float32[6] {()");
  text.line(other + " = subtract(" + sum + ", " + number + ") : float32[6]");
  text.line("yield " + other + "\n} {()\nyield " + sum + "\n}");
  return {chosen, number};
}

std::string program(int rounds, int rounds_in_loop) {
  Text text;
  text.line("graph f(%0: float32[6], %1: float32[], %2: int32[]) -> float32[6], float32[], float32[6] {");
  const std::string half = text.value("constant() {value = float32[]{0.5}}", "float32[]");
  State state{"%0", "%1"};
  State first;
  for (int k = 0; k < rounds; ++k) {
    state = round(text, state, half);
    if (k == 0) first = state;
  }
  const std::string zero = text.value("constant() {value = int32[]{0}}", "int32[]");
  const std::string one = text.value("constant() {value = int32[]{1}}", "int32[]");
  const State after{text.name(), text.name()}, tested{text.name(), text.name()}, inside{text.name(), text.name()};
  const std::string count = text.name(), tested_count = text.name(), inside_count = text.name();
  const auto arguments = [](const std::string& counter, const State& of) {
    return "(" + counter + ": int32[], " + of.array + ": float32[6], " + of.number + ": float32[])";
  };
  text.line(count + ", " + after.array + ", " + after.number + " = while_loop(" + zero + ", " + state.array + ", " +
            state.number + ") : int32[], float32[6], float32[] {" + arguments(tested_count, tested));
  text.line("yield " + text.value("less(" + tested_count + ", %2)", "boolean[]"));
  text.line("} {" + arguments(inside_count, inside));
  State last = inside;
  for (int k = 0; k < rounds_in_loop; ++k) last = round(text, last, half);
  const std::string next = text.value("add(" + inside_count + ", " + one + ")", "int32[]");
  text.line("yield " + next + ", " + last.array + ", " + last.number + "\n}");
  text.line("yield " + after.array + ", " + after.number + ", " + first.array + "\n}");
  return text.str();
}

void check(int rounds, int rounds_in_loop) {
  const std::string text = program(rounds, rounds_in_loop);
  for (int32_t times : {0, 1, 3}) {
    run(text.c_str(), {tensor({1.0, -2.0, 3.0, 0.5, 8.0, 0.25}), tensor(0.125), tensor(times)});
  }
}

}  // namespace

TEST_CASE("a program of many loops is several functions, and does the same") { check(60, 1); }
TEST_CASE("so is the body of a loop") { check(1, 60); }
TEST_CASE("and both at a time") { check(40, 40); }

TEST_CASE("that elements change does not change where arrays are") {
  // Each address that is read says what it is, or code would read it again behind every element that is stored.
  std::istringstream lines(compiled(replaced(program(1, 60), "[6]", "[100]").c_str()).module);
  size_t read = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("= load ptr, ptr") == std::string::npos) continue;
    INFO(line);
    ++read;
    CHECK(line.find("!tbaa") != std::string::npos);
  }
  CHECK(read > 0);
}

TEST_CASE("an error in a part ends the program") {
  Text text;
  text.line("graph f(%0: float32[6], %1: float32[], %2: int32[]) -> float32[6] {");
  const std::string half = text.value("constant() {value = float32[]{0.5}}", "float32[]");
  const std::string five = text.value("constant() {value = int32[]{5}}", "int32[]");
  State state{"%0", "%1"};
  for (int k = 0; k < 40; ++k) {
    state = round(text, state, half);
    if (k == 30) {
      const std::string small = text.value("less(%2, " + five + ")", "boolean[]");
      text.line("check(" + small + ", " + state.number + ") {format = [\"=number\", \"\"]}");
    }
  }
  text.line("yield " + state.array + "\n}");
  const auto input = tensor({1.0, -2.0, 3.0, 0.5, 8.0, 0.25});
  CHECK(run(text.str().c_str(), {input, tensor(0.125), tensor(int32_t{1})}).starts_with("float32"));
  CHECK(run(text.str().c_str(), {input, tensor(0.125), tensor(int32_t{7})}).find("number") != std::string::npos);
}

}  // namespace split_functions_test

}  // namespace ag::test
