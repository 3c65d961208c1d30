/// Random loops over numbers, long enough to run in vectors: what they store, add up and say where an index is beyond
/// its array is what the interpreter stores, adds up and says.
#include <random>

#include "runtime/program/program_run.h"

namespace ag::test {

namespace number_loops_random_test {
namespace {

/// while (i < n) { loads and stores of y at places that depend on i, some in a branch; sums of both kinds; i += step }
class RandomLoop {
 public:
  explicit RandomLoop(unsigned seed) : random_(seed) {}

  std::string text() {
    const std::string number = pick({"int32", "int64"});
    number_ = number + "[]";
    element_ = pick({"int32", "int64", "float32", "float64"});
    array_ = element_ + "[" + std::to_string(kCount) + "]";
    const std::string zero = constant(number, 0), step = constant(number, one_of(1, 2)), weight = constant(element_, 3),
                      floating = constant("float32", 0), start = constant(number, one_of(-3, 3));
    const std::string state = "(" + number_ + ", " + array_ + ", " + number_ + ", float32[])";
    const std::string types = number_ + ", " + array_ + ", " + number_ + ", float32[]";
    lines_ += "  %1000, %1001, %1002, %1003 = while_loop(" + start + ", %0, " + zero + ", " + floating +
              ") : " + types + " {(" + arguments(1010) + ")\n";
    lines_ += "    yield " + value("less(%1010, %2)", "boolean[]") + "\n  } {(" + arguments(1020) + ")\n";
    const std::string v = load("%1"), w = load(one_of(0, 1) == 0 ? "%1" : "%1021");
    const std::string term =
        value("add(" + value("multiply(" + v + ", " + weight + ")", element_ + "[]") + ", " + w + ")", element_ + "[]");
    const std::string divisor = constant(number, one_of(1, 9) * (one_of(0, 4) == 0 ? -1 : 1)),
                      rest = value("fmod(%1020, " + divisor + ")", number_), wanted = constant(number, one_of(-1, 3)),
                      fits = value("equal(" + rest + ", " + wanted + ")", "boolean[]");
    const std::string next = "%" + std::to_string(next_++), sum = "%" + std::to_string(next_++),
                      total = "%" + std::to_string(next_++);
    const auto added = [&] {
      return value("add(%1023, " + value("astype(" + w + ") {dtype = float32}", "float32[]") + ")", "float32[]");
    };
    lines_ += "    " + next + ", " + sum + ", " + total + " = cond(" + fits + ") : " + array_ + ", " + number_ +
              ", float32[] {()\n";
    const std::string stored = store("%1021", term), plus = value("add(%1022, %1020)", number_);
    lines_ += "    yield " + stored + ", " + plus + ", " + added() + "\n    } {()\n";
    const std::string other = one_of(0, 2) == 0 ? "%1021" : store("%1021", v);
    lines_ += "    yield " + other + ", %1022, " + (one_of(0, 1) == 0 ? "%1023" : added()) + "\n    }\n";
    lines_ +=
        "    yield " + value("add(%1020, " + step + ")", number_) + ", " + next + ", " + sum + ", " + total + "\n  }\n";
    const std::string weighted = value("multiply(%1001, %1)", array_);
    lines_ += "  yield %1001, %1002, %1003, " +
              value("sum(" + weighted + ") {axes = [0], keepdims = false}", element_ + "[]") + "\n";
    return "graph f(%0: " + array_ + ", %1: " + array_ + ", %2: " + number_ + ") -> " + array_ + ", " + number_ +
           ", float32[], " + element_ + "[] {\n" + lines_ + "}";
  }

  std::vector<Tensor> inputs() {
    std::vector<int64_t> first, second;
    for (int64_t k = 0; k < kCount; ++k) first.push_back(one_of(-50, 50)), second.push_back(one_of(-9, 9));
    const DType element = element_ == "int32"     ? int32
                          : element_ == "int64"   ? int64
                          : element_ == "float32" ? float32
                                                  : float64;
    const int64_t n = pick(std::vector<int64_t>{0, 5, 100, kCount - 40, kCount - 20, kCount, kCount + 30});
    return {astype(tensor(first), element), astype(tensor(second), element),
            tensor(n, number_ == "int32[]" ? int32 : int64)};
  }

 private:
  static constexpr int64_t kCount = 400;

  int64_t one_of(int64_t least, int64_t greatest) {
    return least + static_cast<int64_t>(random_() % static_cast<uint64_t>(greatest - least + 1));
  }
  template <class T>
  T pick(const std::vector<T>& of) {
    return of[random_() % of.size()];
  }
  std::string pick(std::initializer_list<const char*> of) { return of.begin()[random_() % of.size()]; }
  std::string value(const std::string& operation, const std::string& type) {
    const std::string name = "%" + std::to_string(next_++);
    lines_ += "    " + name + " = " + operation + " : " + type + "\n";
    return name;
  }
  std::string constant(const std::string& dtype, int64_t number) {
    return value("constant() {value = " + dtype + "[]{" + std::to_string(number) + "}}", dtype + "[]");
  }
  /// The state of the loop, by names from `first` on: i, y, the sum of integers and that of floating-point numbers.
  std::string arguments(int first) const {
    const auto name = [&](int k) { return "%" + std::to_string(first + k) + ": "; };
    return name(0) + number_ + ", " + name(1) + array_ + ", " + name(2) + number_ + ", " + name(3) + "float32[]";
  }
  /// i, i + b, or a i + b.
  std::string place() {
    const std::string number = number_.substr(0, number_.size() - 2);
    std::string at = "%1020";
    if (one_of(0, 4) == 0)
      at = value("multiply(" + at + ", " + constant(number, pick(std::vector<int64_t>{-1, 2, -2})) + ")", number_);
    if (one_of(0, 1) == 0) at = value("add(" + at + ", " + constant(number, one_of(-4, 20)) + ")", number_);
    return at;
  }
  static constexpr const char* kOneIndex = " {kinds = [20], starts = [0], stops = [0], steps = [1]}";
  std::string load(const std::string& array) {
    return value("index(" + array + ", " + place() + ")" + kOneIndex, element_ + "[]");
  }
  std::string store(const std::string& array, const std::string& what) {
    const std::string at = place();
    return value("index_update(" + array + ", " + what + ", " + at + ")" + kOneIndex, array_);
  }

  std::mt19937 random_;
  std::string lines_, number_, element_, array_;
  int next_ = 10;
};

}  // namespace

TEST_CASE("random loops over numbers compute in vectors what they compute one by one") {
  int in_vectors = 0;
  bool any = false;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomLoop loop(seed);
    const std::string text = loop.text();
    INFO("seed " << seed << "\n" << text);
    for (int k = 0; k < 4; ++k) run(text.c_str(), loop.inputs());
    const std::string module = compiled(text).module;
    any = any || !module.empty();
    in_vectors += module.find("vector.body") != std::string::npos;
  }
  CHECK((in_vectors > 5 || !any));
}

}  // namespace number_loops_random_test

}  // namespace ag::test
