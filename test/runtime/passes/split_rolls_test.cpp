/// Elementwise operations on rolled arrays in pieces: the bits of whole arrays, for random operands and shifts.
#include <limits>
#include <random>
#include <string>

#include "graph/verify.h"
#include "passes/passes.h"
#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace split_rolls_test {
namespace {

/// Random graphs of elementwise operations on rolled arrays of one shape, on rows of it, and on numbers.
class RandomStencil {
 public:
  RandomStencil(uint64_t seed, const std::string& dtype) : random_(seed), dtype_(dtype) {}

  std::string text(const std::string& shape, const std::string& row) {
    whole_ = dtype_ + "[" + shape + "]";
    std::string head = "graph f(%0: " + whole_ + ", %1: " + whole_ + ", %2: " + dtype_ + "[" + row +
                       "], %3: " + dtype_ + "[]) -> " + whole_ + ", " + whole_ + ", " + dtype_ + "[] {\n";
    values_ = {"%0", "%1"};
    for (int k = 0; k < 12; ++k) {
      if (any(3) != 0)
        roll(shape.find(',') != std::string::npos);
      else
        combine();
    }
    combine();
    const std::string first = values_.back();
    combine();
    const std::string second = values_.back();
    const std::string total = fresh();
    body_ += total + " = sum(" + second + ") {axes = [], keepdims = false} : " + dtype_ + "[]\n";
    return head + body_ + "yield " + first + ", " + second + ", " + total + "\n}";
  }

 private:
  size_t any(size_t count) { return random_() % count; }
  std::string fresh() { return "%" + std::to_string(next_++); }
  std::string operand() {
    const size_t late = std::min<size_t>(values_.size(), 4);
    return any(5) == 0 ? "%2" : any(6) == 0 ? "%3" : values_[values_.size() - 1 - any(late)];
  }
  void roll(bool two_axes) {
    const std::string from = values_[any(values_.size())], to = fresh();
    const int64_t small = static_cast<int64_t>(any(4) == 0 ? any(200) : any(5)) - 2;
    const int64_t shift = any(9) == 0 ? std::numeric_limits<int64_t>::max() : small;
    body_ += to + " = roll(" + from + ") {shift = " + std::to_string(shift) +
             ", axis = " + std::to_string(two_axes ? any(2) : 0) + "} : " + whole_ + "\n";
    values_.push_back(to);
  }
  void combine() {
    static constexpr const char* kOperations[] = {"add", "subtract", "multiply", "maximum"};
    const std::string a = values_.back(), b = operand(), to = fresh();
    body_ += to + " = " + kOperations[any(std::size(kOperations))] + "(" + (any(2) == 0 ? a + ", " + b : b + ", " + a) +
             ") : " + whole_ + "\n";
    values_.push_back(to);
  }

  std::mt19937_64 random_;
  std::string dtype_, whole_, body_;
  std::vector<std::string> values_;
  int next_ = 4;
};

Tensor numbers(const Shape& shape, DType dtype, uint64_t seed) {
  return astype(random_uniform(shape, static_cast<int64_t>(seed), float64) * 6.0 - 3.0, dtype);
}

}  // namespace

TEST_CASE("elementwise operations on rolled arrays in pieces have the bits of whole arrays") {
  int split = 0;
  for (uint64_t seed = 0; seed < 24; ++seed) {
    const DType dtype = seed % 3 == 0 ? int32 : seed % 3 == 1 ? float32 : float64;
    const bool plane = seed % 2 == 0;
    const Shape shape = plane ? Shape{35, 41} : Shape{1500}, row = plane ? Shape{41} : Shape{1};
    const std::string text =
        RandomStencil(seed, std::string(ag::name(dtype))).text(plane ? "35,41" : "1500", plane ? "41" : "1");
    INFO("seed " << seed << "\n" << text);
    ir::Graph graph = ir::parse(text, ops::table());
    const std::string before = ir::print(graph);
    if (passes::split_rolls(graph)) ++split;
    const std::string after = ir::print(graph);
    INFO(after);
    REQUIRE(ir::find_faults(graph) == std::vector<std::string>());
    const std::vector<Tensor> inputs{numbers(shape, dtype, seed), numbers(shape, dtype, seed + 100),
                                     numbers(row, dtype, seed + 200), numbers({}, dtype, seed + 300)};
    CHECK(agree(after, inputs) == agree(before, inputs));
  }
  CHECK(split > 8);
}

}  // namespace split_rolls_test

}  // namespace ag::test
