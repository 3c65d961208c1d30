/// Random loops over whole arrays: tile by tile they compute what they compute round by round.
#include <cstdlib>
#include <map>

#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace tile_masked_loops_random_test {
namespace {

/// A loop whose rounds compute random things of each element.
class RandomLoop {
 public:
  /// `large`: its arrays do not fit the cache, and elements decide.
  explicit RandomLoop(unsigned seed, bool large = false) : random_(seed), large_(large) {
    std::vector<std::vector<int64_t>> shapes{{7},     {64},     {100},    {257},   {1030}, {700},
                                             {3, 70}, {21, 50}, {9, 129}, {9, 16}, {40, 5}};
    if (large) shapes = {{66003}, {260, 257}};
    dims_ = shapes[random_() % shapes.size()];
    for (int64_t dim : dims_) count_ *= dim;
    freezes_ = random_() % 3 != 0 && !large;
    by_elements_ = random_() % 3 != 0 || large;
    for (size_t k = 1 + random_() % 3; k > 0; --k) carried_.push_back(kDTypes[random_() % std::size(kDTypes)]);
    carried_.push_back("boolean");  // what is active
  }

  std::string text() {
    std::string first, names, types;
    line("%3 = constant() {value = int32[]{0}} : int32[]");
    line("%4 = constant() {value = int32[]{1}} : int32[]");
    line("%5 = constant() {value = int32[]{" + std::to_string(random_() % 9) + "}} : int32[]");
    for (const std::string& dtype : carried_) {
      const std::string start = large_               ? first_of(dtype)
                                : dtype == "boolean" ? value("less(%0, %1)", shaped(dtype))
                                                     : value("astype(%0) {dtype = " + dtype + "}", shaped(dtype));
      first += start + ", ";
      names += name() + ", ";
      types += shaped(dtype) + ", ";
    }
    names += name();
    types += "int32[]";
    line(names + " = while_loop(" + first + "%3) : " + types + " {(" + arguments() + ")");
    std::string verdict = value("less(" + round_ + ", %5)", "boolean[]");
    if (by_elements_) {
      const std::string axes = dims_.size() == 1 ? "[0]" : "[0, 1]";
      const std::string folded = " {axes = " + axes + ", keepdims = false}";
      std::string any;
      if (large_ && random_() % 2 != 0) {
        const bool greatest = random_() % 2 != 0;
        const std::string x = value(cast(state_[0], "float32"), shaped("float32"));
        const std::string extreme = value((greatest ? "max(" : "min(") + x + ")" + folded, "float32[]");
        any = value((greatest ? "greater(" : "less(") + extreme + ", %2)", "boolean[]");
      } else {
        any = value("any(" + state_.back() + ")" + folded, "boolean[]");
      }
      verdict = value("bitwise_and(" + any + ", " + verdict + ")", "boolean[]");
    }
    line("yield " + verdict + "\n} {(" + arguments() + ")");
    pool_.clear();
    pool_["float32"] = {"%0"};
    for (size_t k = 0; k < carried_.size(); ++k) pool_[carried_[k]].push_back(state_[k]);
    for (const char* dtype : kDTypes) pool_[dtype].push_back(value(cast("%0", dtype), shaped(dtype)));
    std::string next;
    const std::string active = state_.back();
    for (size_t k = 0; k < carried_.size(); ++k) {
      std::string one = expression(carried_[k], 3);
      const bool kept = freezes_ || random_() % 2 != 0;
      if (kept && k + 1 == carried_.size())
        one = value("bitwise_and(" + one + ", " + active + ")", shaped("boolean"));
      else if (kept)
        one = value("where(" + active + ", " + one + ", " + state_[k] + ")", shaped(carried_[k]));
      next += one + ", ";
      pool_[carried_[k]].push_back(one);
    }
    line("yield " + next + value("add(" + round_ + ", %4)", "int32[]") + "\n}\nyield " + names);
    const std::string last = "float32[" + std::to_string(dims_.back()) + "]";
    return "graph f(%0: " + shaped("float32") + ", %1: " + last + ", %2: float32[]) -> " + types + " {\n" + lines_ +
           "}";
  }

  std::vector<Tensor> inputs() {
    const Tensor x =
        reshape(spread(count_, 2, static_cast<unsigned>(random_())), Shape(std::span<const int64_t>(dims_)));
    return {x, spread(dims_.back(), 2, static_cast<unsigned>(random_())), tensor(0.75, float32)};
  }
  /// Whether it has to run tile by tile.
  bool parts() const { return count_ > 512 && dims_.back() >= 64 && (freezes_ || !by_elements_); }

 private:
  static constexpr const char* kDTypes[] = {"float32", "float64", "int32", "boolean", "int64", "uint8"};

  std::string shaped(const std::string& dtype) const {
    std::string text = dtype + "[";
    for (size_t k = 0; k < dims_.size(); ++k) text += (k ? "," : "") + std::to_string(dims_[k]);
    return text + "]";
  }
  /// %0, or a number.
  std::string first_of(const std::string& dtype) {
    if (dtype == "float32") return "%0";
    const std::string number =
        value("constant() {value = " + dtype + "[]{" + (dtype == "boolean" ? "true" : "1") + "}}", dtype + "[]");
    std::string shape;
    for (int64_t dim : dims_) shape += std::to_string(dim) + ", ";
    return value("full(" + number + ") {shape = (" + shape + ")}", shaped(dtype));
  }
  std::string name() { return "%" + std::to_string(next_++); }
  void line(const std::string& text) { lines_ += text + "\n"; }
  std::string value(const std::string& operation, const std::string& type) {
    const std::string result = name();
    line(result + " = " + operation + " : " + type);
    return result;
  }
  static std::string cast(const std::string& of, const std::string& dtype) {
    return "astype(" + of + ") {dtype = " + dtype + "}";
  }
  /// Names for what a block gets.
  std::string arguments() {
    std::string list;
    state_.clear();
    for (const std::string& dtype : carried_) list += state_.emplace_back(name()) + ": " + shaped(dtype) + ", ";
    return list + (round_ = name()) + ": int32[]";
  }

  /// An array of the domain.
  std::string expression(const std::string& dtype, int depth) {
    const std::vector<std::string>& pool = pool_[dtype];
    if (depth == 0) return pool[random_() % pool.size()];
    const std::string a = expression(dtype, depth - 1), type = shaped(dtype);
    switch (random_() % 5) {
      case 0:
        return value(cast(expression(kDTypes[random_() % std::size(kDTypes)], depth - 1), dtype), type);
      case 1:  // with a number that changes, or one that does not, or a row
        if (dtype == "float32" && random_() % 2) return value("multiply(" + a + ", %2)", type);
        if (dtype == "float32") return value("add(" + a + ", %1)", type);
        if (dtype != "boolean") return value("add(" + a + ", " + value(cast(round_, dtype), dtype + "[]") + ")", type);
        break;
      case 2: {
        const std::string x = expression("float32", depth - 1), y = expression("float32", depth - 1);
        const std::string chosen = value("less_equal(" + x + ", " + y + ")", shaped("boolean"));
        return value("where(" + chosen + ", " + a + ", " + expression(dtype, depth - 1) + ")", type);
      }
      default:
        break;
    }
    const char* const of_numbers[] = {"add", "subtract", "multiply", "maximum"};
    const char* const of_booleans[] = {"bitwise_and", "bitwise_or", "bitwise_xor", "not_equal"};
    const std::string operation = (dtype == "boolean" ? of_booleans : of_numbers)[random_() % 4];
    return value(operation + "(" + a + ", " + expression(dtype, depth - 1) + ")", type);
  }

  std::mt19937 random_;
  std::vector<int64_t> dims_;
  std::vector<std::string> carried_, state_;
  std::string round_;
  int64_t count_ = 1;
  bool large_ = false, freezes_ = false, by_elements_ = false;
  int next_ = 6;
  std::string lines_;
  std::map<std::string, std::vector<std::string>> pool_;
};

}  // namespace

TEST_CASE("random loops over arrays of every dtype compute the same tile by tile") {
  int interchanged = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    RandomLoop loop(seed);
    const std::string text = loop.text();
    INFO("seed " << seed << "\n" << text);
    agree(text, loop.inputs());
    if (loop.parts()) CHECK(is_interchanged(text));
    interchanged += is_interchanged(text);
  }
  CHECK(interchanged > 50);
}

TEST_CASE("random loops over large arrays compute the same, whose tiles wait for each other") {
  int interchanged = 0;
  const char* const wanted = std::getenv("AG_RANDOM_GRAPHS");
  const unsigned most = wanted ? static_cast<unsigned>(std::atoi(wanted)) : 12;
  for (unsigned seed = 1000; seed < 1000 + most; ++seed) {
    RandomLoop loop(seed, true);
    const std::string text = loop.text();
    INFO("seed " << seed << "\n" << text);
    agree(text, loop.inputs());
    interchanged += is_interchanged(text);
  }
  CHECK(interchanged > static_cast<int>(most) / 6);
}

}  // namespace tile_masked_loops_random_test

}  // namespace ag::test
