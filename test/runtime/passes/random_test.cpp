/// Passes change no value, no effect and no error: random graphs, run before and after each pass, and after all of
/// them.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>

#include "exec/frame.h"
#include "exec/interpreter.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "lower/lower.h"
#include "passes/fixed_points.h"
#include "passes/manager.h"
#include "program/evaluate.h"
#include "runtime/passes/random_graph.h"
#include "support/catch.h"

namespace ag::test {

namespace random_test {
namespace {

/// AG_RANDOM_GRAPHS=20000 takes so many.
unsigned seed_count() {
  const char* const many = std::getenv("AG_RANDOM_GRAPHS");
  return many ? static_cast<unsigned>(std::strtoul(many, nullptr, 10)) : 600;
}
const unsigned kSeeds = seed_count();

/// What is written to std::cout while it lives.
class Capture {
 public:
  Capture() : before_(std::cout.rdbuf(text_.rdbuf())) {}
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;
  ~Capture() { std::cout.rdbuf(before_); }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::streambuf* before_;
};

/// Dtype, weakness, shape and bits, where one NaN counts as any other.
std::string bits_of(const Tensor& tensor) {
  const Tensor dense = detail::make_contiguous(tensor);
  const detail::TensorImpl& impl = *dense.impl();
  std::string text = ir::str({impl.dtype, impl.shape, impl.weak}) + " ";
  const size_t item = item_size(impl.dtype);
  for (size_t k = 0; k < static_cast<size_t>(impl.shape.element_count()); ++k) {
    uint64_t bits = 0;
    std::memcpy(&bits, impl.data() + k * item, item);
    float value = 0;
    if (impl.dtype == DType::float32) std::memcpy(&value, impl.data() + k * item, item);
    text += std::isnan(value) ? "nan " : std::to_string(bits) + " ";
  }
  return text;
}

std::vector<Tensor> inputs_of(unsigned seed) {
  std::mt19937 random(seed * 7 + 1);
  const int32_t integers[] = {0, 1, -1, 2, 5};
  const float floats[] = {0.0f, -0.0f, 1.5f, -3.0f, NAN, INFINITY};
  std::vector<Tensor> inputs;
  for (DType dtype : {DType::int32, DType::int32, DType::boolean, DType::float32}) {
    inputs.push_back(detail::allocate(dtype, {}));
    std::byte* data = inputs.back().impl()->data();
    if (dtype == DType::int32)
      std::memcpy(data, &integers[random() % 5], 4);
    else if (dtype == DType::float32)
      std::memcpy(data, &floats[random() % 6], 4);
    else
      *data = static_cast<std::byte>(random() % 2);
  }
  inputs.push_back(detail::allocate(DType::float32, {4}));
  for (int k = 0; k < 4; ++k) std::memcpy(inputs.back().impl()->data() + 4 * k, &floats[random() % 6], 4);
  return inputs;
}

/// Everything that a caller sees: what is printed, in order, and the results or the error with its place.
struct Outcome {
  std::string printed;
  std::string ending;
  bool operator==(const Outcome&) const = default;
};

Outcome observe(const exec::Executor& executor, unsigned seed) {
  const std::vector<Tensor> inputs = inputs_of(seed);
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  Outcome outcome;
  const Capture capture;
  try {
    for (const Tensor& result : executor.run(pointers)) outcome.ending += bits_of(result) + "\n";
  } catch (const Error& error) {
    outcome.ending = error.location().str() + " " + error.message() + "\n";
  }
  outcome.printed = capture.text();
  return outcome;
}

Outcome observe(const ir::Graph& graph, unsigned seed) {
  return observe(exec::Interpreter(std::make_shared<const ir::Graph>(graph)), seed);
}

/// The same; or, where a division failed whose result nothing needs any more, what comes after it as well.
bool agrees(const Outcome& after, const Outcome& before) {
  const bool failed = before.ending.find("divide: integer division by zero") != std::string::npos;
  return after == before || (failed && after.printed.starts_with(before.printed));
}

/// Runs `change` on random graphs; gives how many of them it changed.
int compare(const std::string& what, const std::function<void(ir::Graph&)>& change) {
  int changed = 0;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    ir::Graph graph = RandomGraph(seed).generate();
    // What nobody needs is not run in any case; another pass may not bring it back to life.
    ir::PassOptions options;
    options.selection = "dce";
    passes::optimize(graph, options);
    const std::string text = ir::print(graph);
    const Outcome before = observe(graph, seed);
    change(graph);
    INFO("passes '" << what << "', seed " << seed << "\n" << text << "\nbecame\n" << ir::print(graph));
    REQUIRE(ir::find_faults(graph) == std::vector<std::string>());
    const Outcome after = observe(graph, seed);
    INFO("before:\n" << before.printed << before.ending << "after:\n" << after.printed << after.ending);
    REQUIRE(agrees(after, before));
    changed += ir::print(graph) != text;
  }
  return changed;
}
int compare(const std::string& selection) {
  return compare(selection, [&](ir::Graph& graph) {
    ir::PassOptions options;
    options.selection = selection;
    passes::optimize(graph, options);
  });
}

bool stop_at_all_fixed_points(ir::Graph& graph) {
  return passes::stop_at_fixed_points_within(graph, passes::FixedPointLimits::all());
}

}  // namespace

TEST_CASE("random graphs are sound, and most of them run to their end") {
  int ended = 0;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    const ir::Graph graph = RandomGraph(seed).generate();
    INFO("seed " << seed << "\n" << ir::print(graph));
    REQUIRE(ir::find_faults(graph).empty());
    ended += observe(graph, seed).ending.find("random.cpp") == std::string::npos;
  }
  CHECK(ended > static_cast<int>(kSeeds) / 2);
}

TEST_CASE("no pass changes what a random graph does") {
  for (const passes::Pass& pass : passes::all_passes()) {
    const int changed = compare(pass.name);
    INFO(pass.name);
    const std::string name = pass.name;
    // Dead nodes are gone before, every shape is known, and there are no convolutions, no large products, no large
    // rolled arrays, no long columns, no loops that were unrolled, and none with much work.
    CHECK((changed > 0 || name == "reroll" || name == "dce" || name == "shapes" || name == "pack_filters" ||
           name == "fuse_addmm" || name == "fixed_points" || name == "split_rolls" || name == "transpose_columns" ||
           name == "hoist_updates"));
  }
  CHECK(compare("fixed_points of all loops", stop_at_all_fixed_points) > 0);
}

TEST_CASE("all passes together change nothing that a random graph does") { CHECK(compare("all") > 0); }

/// A program, run by the evaluator, as an executor.
class Evaluated : public exec::Executor {
 public:
  explicit Evaluated(const ir::Graph& graph) : program_(codegen::lower(graph)) {}
  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override {
    exec::Frame frame(program_, inputs);
    if (codegen::evaluate(program_, &frame, exec::Frame::calls()) != 0) frame.rethrow();
    return frame.take_results();
  }
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override {
    std::ranges::move(run(inputs), results.begin());
  }

 private:
  codegen::Program program_;
};

TEST_CASE("optimized graphs run as programs and as native code as the interpreter runs what they were") {
  const unsigned compiled = kSeeds / 15;  // compiling takes long
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    ir::Graph graph = RandomGraph(2 * seed).generate();
    const Outcome before = observe(graph, seed);
    passes::optimize(graph, {});
    stop_at_all_fixed_points(graph);
    INFO("seed " << seed << "\n" << ir::print(graph));
    const Outcome evaluated = observe(Evaluated(graph), seed);
    INFO("interpreter:\n" << before.printed << before.ending << "program:\n" << evaluated.printed << evaluated.ending);
    REQUIRE(evaluated == before);
    if (seed >= compiled) continue;
    const std::unique_ptr<exec::Executor> executor =
        exec::make_executor({exec::ExecutorKind::Compiled}, std::make_shared<const ir::Graph>(graph));
    REQUIRE(observe(*executor, seed) == before);
  }
}

TEST_CASE("optimizing takes a few microseconds for each node") {
  ir::Graph graph("many");
  const auto location = SourceLocation::named("many.cpp", 1);
  const ir::TensorType type{DType::float32, {16}};
  std::vector<ir::ValueId> values{graph.add_argument(graph.body(), type), graph.add_argument(graph.body(), type)};
  const ops::Op some[] = {ops::Op::add, ops::Op::multiply, ops::Op::negative, ops::Op::tanh, ops::Op::add};
  std::mt19937 random(1);
  while (graph.node_count() < 2000) {
    const ops::Op op = some[random() % std::size(some)];
    std::vector<ir::ValueId> operands{values[values.size() - 1 - random() % std::min<size_t>(values.size(), 40)]};
    if (op == ops::Op::add || op == ops::Op::multiply) operands.push_back(values[random() % values.size()]);
    const ir::NodeId node = graph.append(graph.body(), ops::def(op), operands, {}, {type}, location);
    values.push_back(graph.node(node).results[0]);
  }
  graph.block(graph.body()).results = {values.end() - 50, values.end()};
  double microseconds = 0;
  for (const ir::PassRun& run : passes::optimize(graph, {})) microseconds += run.microseconds;
  CHECK(microseconds < 100000);  // far more than it takes: machines are slow at times
}

}  // namespace random_test

}  // namespace ag::test
