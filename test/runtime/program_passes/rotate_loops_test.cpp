/// Loops whose test is a part of the loop that fills what it looks at: which are, and that nobody sees it.
#include <ag/threads.h>

#include "runtime/program_passes/masked_loop_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace rotate_loops_test {
namespace {

/// x becomes NEXT of x, y and c as long as TEST of them holds and there have been less than 30 rounds.
std::string rounds(const std::string& test, const std::string& next, int64_t count) {
  std::string text = R"(graph rounds(%0: float32[N], %1: float32[N]) -> float32[N], float32[N], int32[] {
  %2 = constant() {value = float32[]{0.25}} : float32[]
  %3 = constant() {value = float32[]{0.5}} : float32[]
  %4 = constant() {value = int32[]{0}} : int32[]
  %5 = constant() {value = int32[]{1}} : int32[]
  %6 = constant() {value = int32[]{30}} : int32[]
  %7, %8, %9 = while_loop(%0, %1, %4) : float32[N], float32[N], int32[] {(%10: float32[N], %11: float32[N], %12: int32[])
    TEST
    %18 = less(%12, %6) : boolean[]
    %19 = bitwise_and(%17, %18) : boolean[]
    yield %19
  } {(%20: float32[N], %21: float32[N], %22: int32[])
    NEXT
    %39 = add(%22, %5) : int32[]
    yield %30, %31, %39
  }
  yield %7, %8, %9
})";
  return replaced(replaced(replaced(text, "TEST", test), "NEXT", next), "[N]", "[" + std::to_string(count) + "]");
}

const char* const kFar = R"(%13 = subtract(%10, %1) : float32[N]
    %14 = square(%13) : float32[N]
    %15 = sum(%14) {axes = [0], keepdims = false} : float32[]
    %17 = greater(%15, %2) : boolean[])";
const char* const kRelative = R"(%13 = subtract(%10, %11) : float32[N]
    %14 = abs(%13) : float32[N]
    %15 = divide(%14, %1) : float32[N]
    %16 = max(%15) {axes = [0], keepdims = false} : float32[]
    %17 = greater(%16, %2) : boolean[])";
const char* const kFromStart = R"(%13 = subtract(%10, %0) : float32[N]
    %14 = abs(%13) : float32[N]
    %16 = max(%14) {axes = [0], keepdims = false} : float32[]
    %17 = less(%16, %2) : boolean[])";
const char* const kNeighbours = R"(%13 = flip(%10) {axes = [0]} : float32[N]
    %14 = subtract(%10, %13) : float32[N]
    %15 = square(%14) : float32[N]
    %16 = sum(%15) {axes = [0], keepdims = false} : float32[]
    %17 = greater(%16, %2) : boolean[])";
const char* const kHalfWay = R"(%30 = multiply(%20, %3) : float32[N]
    %31 = multiply(%21, %3) : float32[N])";
const char* const kOnlyFirst = R"(%30 = multiply(%20, %3) : float32[N]
    %31 = square(%1) : float32[N])";
const char* const kTurns = R"(%32 = flip(%20) {axes = [0]} : float32[N]
    %30 = multiply(%32, %3) : float32[N]
    %31 = add(%20, %32) : float32[N])";
const char* const kMoves = R"(%30 = multiply(%21, %3) : float32[N]
    %31 = multiply(%20, %3) : float32[N])";

/// Whether a loop over elements stores some of them and folds others.
bool is_inverted(const std::string& text) {
  const codegen::Program program = codegen::lower(ir::parse(text, ops::table()), {.machine = {}});
  bool found = false;
  codegen::for_each(program.body, [&](const codegen::Statement& loop) {
    if (loop.kind != codegen::StatementKind::While) return;
    for (const codegen::Statement& inner : loop.blocks[1]) {
      if (inner.kind != codegen::StatementKind::Reduce) continue;
      for (const codegen::Statement& one : inner.blocks[0]) {
        found = found || one.kind == codegen::StatementKind::Store;
      }
    }
  });
  return found;
}

Tensor numbers(int64_t count, double scale, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values;
  for (int64_t k = 0; k < count; ++k) values.push_back(scale * (static_cast<double>(random() % 4096) / 2048 - 1));
  return tensor(values, float32);
}

}  // namespace

TEST_CASE("a loop asks at the end of a round, where the round fills what it asks about") {
  for (const int64_t count : {256, 300, 5000}) {
    for (const char* test : {kFar, kRelative, kFromStart}) {
      for (const char* next : {kHalfWay, kOnlyFirst, kTurns, kMoves}) {
        const std::string text = rounds(test, next, count);
        INFO(text);
        CHECK((next == kMoves || next == kTurns || is_inverted(text)));
        for (const double scale : {0.0, 0.01, 3.0}) {
          agree(text, {numbers(count, 3, 1), numbers(count, scale, 2)});
          agree(text, {numbers(count, scale, 3), numbers(count, scale, 4)});
        }
        agree(text, {spread(count, 1, 5), spread(count, 1, 6)});
      }
    }
  }
}

TEST_CASE("a loop whose test takes elements from elsewhere, or few, asks in front of each round") {
  for (const auto& [test, next, count] : {std::tuple(kNeighbours, kHalfWay, 300), std::tuple(kNeighbours, kTurns, 300),
                                          std::tuple(kFar, kHalfWay, 255)}) {
    const std::string text = rounds(test, next, count);
    INFO(text);
    CHECK(!is_inverted(text));
    for (unsigned seed = 1; seed < 4; ++seed) agree(text, {numbers(count, 3, seed), numbers(count, 1, seed + 5)});
  }
}

TEST_CASE("the array that a loop begins with is filled by the first test, where that reads all of it and its source") {
  const auto copies = [](const std::string& body) {
    size_t count = 0;
    for (size_t at = body.find("  make_unique a"); at != std::string::npos; at = body.find("  make_unique a", at + 1))
      ++count;
    return count;
  };
  const std::string body = statements(rounds(kFromStart, kHalfWay, 20000).c_str());
  CHECK(copies(body) == 1);  // of the other array, which the test does not read
  const size_t fold = body.find("reduce"), loop = body.find("while");
  CHECK(body.find("store", fold) < loop);
  // A sum of differences from another array reads what the loop begins with, which others have.
  CHECK(copies(statements(rounds(kFar, kHalfWay, 20000).c_str())) == 2);
}

TEST_CASE("threads share loops that ask at the end of a round") {
  std::string why;
  const codegen::BackendInterface* const backend = exec::backend(why);
  if (!backend) {
    WARN("skipped: " + why);
    return;
  }
  const int before = num_threads();
  constexpr int64_t kCount = 3000000;
  for (const char* test : {kFar, kRelative, kFromStart}) {
    const ir::Graph graph = ir::parse(rounds(test, kHalfWay, kCount), ops::table());
    const exec::Compiled native(graph, *backend);
    const Tensor x = numbers(kCount, 3, 1), y = numbers(kCount, 2, 2);
    const Tensor* const inputs[] = {&x, &y};
    set_num_threads(1);
    const std::vector<Tensor> expected = native.run(inputs);
    CHECK(expected[2].item<int>() > 0);
    set_num_threads(4);
    const std::vector<Tensor> shared = native.run(inputs);
    for (size_t k = 0; k < expected.size(); ++k) {
      const auto bytes = static_cast<size_t>(expected[k].size()) * item_size(expected[k].dtype());
      CHECK(std::memcmp(expected[k].impl()->data(), shared[k].impl()->data(), bytes) == 0);
    }
  }
  set_num_threads(before);
}

TEST_CASE("a loop inside of a loop asks at the end of its rounds") {
  const std::string text = replaced(R"(graph nested(%0: float32[N]) -> float32[N], int32[] {
  %1 = constant() {value = float32[]{0.25}} : float32[]
  %2 = constant() {value = float32[]{0.5}} : float32[]
  %3 = constant() {value = float32[]{3}} : float32[]
  %4 = constant() {value = int32[]{0}} : int32[]
  %5 = constant() {value = int32[]{1}} : int32[]
  %6 = constant() {value = int32[]{4}} : int32[]
  %7, %8 = while_loop(%0, %4) : float32[N], int32[] {(%10: float32[N], %11: int32[])
    %12 = less(%11, %6) : boolean[]
    yield %12
  } {(%20: float32[N], %21: int32[])
    %22 = multiply(%20, %3) : float32[N]
    %23 = while_loop(%22) : float32[N] {(%30: float32[N])
      %31 = max(%30) {axes = [0], keepdims = false} : float32[]
      %32 = greater(%31, %1) : boolean[]
      yield %32
    } {(%40: float32[N])
      %41 = multiply(%40, %2) : float32[N]
      yield %41
    }
    %24 = add(%21, %5) : int32[]
    yield %23, %24
  }
  yield %7, %8
})",
                                    "[N]", "[300]");
  agree(text, {numbers(300, 3, 1)});
  agree(text, {numbers(300, 0.001, 1)});
}

namespace {

/// Loops of random statements: arrays that rounds compute from each other, exchange, turn around and leave alone, and
/// tests of whatever is folded of them.
class RandomLoop {
 public:
  RandomLoop(unsigned seed, int64_t count) : random_(seed), array_("float32[" + std::to_string(count) + "]") {}

  std::string text() {
    std::string carried, inner, next, types, results;
    const int arrays = 1 + pick(3);
    for (int k = 0; k < arrays; ++k) {
      types += array_ + ", ";
      carried += (k % 2 ? "%1, " : "%0, ");
      results += "%" + std::to_string(50 + k) + ", ";
    }
    std::string graph = "graph random(%0: " + array_ + ", %1: " + array_ + ") -> " + types + R"(int32[] {
  %2 = constant() {value = float32[]{0.5}} : float32[]
  %3 = constant() {value = float32[]{1.25}} : float32[]
  %4 = constant() {value = int32[]{0}} : int32[]
  %5 = constant() {value = int32[]{1}} : int32[]
  %6 = constant() {value = int32[]{)" +
                        std::to_string(1 + pick(6)) + R"(}} : int32[]
  )" + results + "%59 = while_loop(" +
                        carried + "%4) : " + types + "int32[] {(" + block_arguments(arrays) + ")\n";
    const std::string tested = elementwise(1 + pick(3), false);
    const std::string verdict = fold(tested), counter = argument_;
    graph += lines_ + "    %" + std::to_string(next_) + " = less(" + counter + ", %6) : boolean[]\n";
    graph += "    %" + std::to_string(next_ + 1) + " = bitwise_and(" + verdict + ", %" + std::to_string(next_) +
             ") : boolean[]\n    yield %" + std::to_string(next_ + 1) + "\n  } {(";
    next_ += 2;
    graph += block_arguments(arrays) + ")\n";
    const std::string number = argument_;
    std::string yields;
    for (int k = 0; k < arrays; ++k) yields += elementwise(pick(4), true) + ", ";
    graph += lines_ + "    %" + std::to_string(next_) + " = add(" + number + ", %5) : int32[]\n    yield " + yields +
             "%" + std::to_string(next_) + "\n  }\n  yield " + results + "%59\n}";
    return graph;
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  std::string block_arguments(int arrays) {
    std::string list;
    values_ = {"%0", "%1"};
    lines_.clear();
    for (int k = 0; k < arrays; ++k) {
      values_.push_back("%" + std::to_string(next_++));
      list += values_.back() + ": " + array_ + ", ";
    }
    argument_ = "%" + std::to_string(next_++);
    return list + argument_ + ": int32[]";
  }
  std::string add_line(const std::string& operation, const std::string& type) {
    const std::string name = "%" + std::to_string(next_++);
    lines_ += "    " + name + " = " + operation + " : " + type + "\n";
    return name;
  }
  std::string value() { return values_[static_cast<size_t>(pick(static_cast<int>(values_.size())))]; }

  /// The last of so many operations; a value that is there where that is none.
  std::string elementwise(int count, bool moves) {
    std::string last = value();
    const char* const binary[] = {"add", "subtract", "multiply", "divide", "maximum"};
    for (int k = 0; k < count; ++k) {
      const int kind = pick(moves ? 9 : 8);
      if (kind < 5)
        last = add_line(std::string(binary[kind]) + "(" + last + ", " + value() + ")", array_);
      else if (kind == 5)
        last = add_line("multiply(" + last + ", %2)", array_);
      else if (kind == 6)
        last = add_line("abs(" + last + ")", array_);
      else if (kind == 7)
        last = add_line("divide(" + last + ", " + value() + ")", array_);
      else
        last = add_line("flip(" + last + ") {axes = [0]}", array_);
      values_.push_back(last);
    }
    return last;
  }

  std::string fold(const std::string& of) {
    const char* const folds[] = {"sum", "max", "min"};
    const char* const comparisons[] = {"greater", "greater_equal", "less", "less_equal"};
    if (pick(4) == 0) {
      const std::string mask = add_line(std::string(comparisons[pick(4)]) + "(" + of + ", %3)",
                                        "boolean" + array_.substr(std::strlen("float32")));
      return add_line(std::string(pick(2) ? "any(" : "all(") + mask + ") {axes = [0], keepdims = false}", "boolean[]");
    }
    const std::string folded =
        add_line(std::string(folds[pick(3)]) + "(" + of + ") {axes = [0], keepdims = false}", "float32[]");
    return add_line(std::string(comparisons[pick(4)]) + "(" + folded + ", %3)", "boolean[]");
  }

  std::mt19937 random_;
  std::string array_, lines_, argument_;
  std::vector<std::string> values_;
  int next_ = 100;
};

}  // namespace

TEST_CASE("random loops that ask about their arrays give what the interpreter gives") {
  int inverted = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const int64_t count = seed % 3 == 0 ? 256 : seed % 3 == 1 ? 300 : 257;
    const std::string text = RandomLoop(seed, count).text();
    INFO("seed " << seed << "\n" << text);
    inverted += is_inverted(text);
    agree(text, {numbers(count, 3, seed), numbers(count, 2, seed + 100)});
    agree(text, {full({count}, 1.25f), full({count}, 1.0f)});
    agree(text, {spread(count, 1, seed), spread(count, 1, seed + 100)});
  }
  CHECK(inverted > 15);
}

TEST_CASE("the statements of a loop that asks at the end of a round") {
  CHECK(statements(rounds(kFar, kOnlyFirst, 300).c_str()) == R"(  stack a2: float32[300]
  stack a3: float32[300]
  stack a4: float32[300]
  s0: float32 = 0.25
  s1: float32 = 0.5
  s2: int32 = 0
  s3: int32 = 1
  s4: int32 = 30
  alias a2 = a0
  alias a3 = a1
  set v5: int32 = s2
  s30: int32 = copy v5
  reduce s31 < 300 (s36: float32 = sum s35) {
    s32: float32 = load a2[s31]
    s33: float32 = load a1[s31]
    s34: float32 = sub s32, s33
    s35: float32 = mul s34, s34
  }
  s37: float32 = 0
  s38: float32 = add s37, s36
  s39: float32 = copy s38
  s40: boolean = gt s39, s0
  s41: boolean = lt s30, s4
  s42: boolean = and s40, s41
  set v28: boolean = s42
  while {
    s29: boolean = copy v28
  } s29 {
    s19: int32 = copy v5
    s20: int32 = add s19, s3
    reduce s21 < 300 (s47: float32 = sum s46) {
      s22: float32 = load a2[s21]
      s23: float32 = mul s22, s1
      store a2[s21] = s23
      s43: float32 = copy s23
      s44: float32 = load a1[s21]
      s45: float32 = sub s43, s44
      s46: float32 = mul s45, s45
    }
    loop s24 < 300 {
      s25: float32 = load a1[s24]
      s26: float32 = mul s25, s25
      store a4[s24] = s26
    }
    set v5: int32 = s20
    swap a3, a4
    s48: int32 = copy v5
    s49: float32 = 0
    s50: float32 = add s49, s47
    s51: float32 = copy s50
    s52: boolean = gt s51, s0
    s53: boolean = lt s48, s4
    s54: boolean = and s52, s53
    set v28: boolean = s54
  }
  s27: int32 = copy v5
  box a5 = s27
  allocate a6
  loop s55 < 300 {
    s56: float32 = load a2[s55]
    store a6[s55] = s56
  }
  allocate a7
  loop s57 < 300 {
    s58: float32 = load a3[s57]
    store a7[s57] = s58
  }
)");
}

}  // namespace rotate_loops_test

}  // namespace ag::test
