/// Every operation of ops.def, in every way to run it. conformance.h says what is checked.
#include <ag/device.h>
#include <ag/threads.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

#include "base/thread_pool.h"
#include "exec/backend.h"
#include "exec/compiled.h"
#include "exec/device_executor.h"
#include "exec/frame.h"
#include "exec/interpreter.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "lower/lower.h"
#include "ops/recorded_case.h"
#include "ops/table.h"
#include "program/evaluate.h"
#include "program/program_text.h"
#include "support/catch.h"
#include "tensor/device_array.h"
#include "trace/context.h"

namespace ag::test {

namespace conformance_test {
namespace {

std::vector<Tensor> interpret(const std::shared_ptr<ir::Graph>& graph, const std::vector<Tensor>& operands) {
  std::vector<const Tensor*> inputs;
  for (const Tensor& operand : operands) inputs.push_back(&operand);
  return exec::Interpreter(graph).run(inputs);
}

/// The graph as a program, after its text has been read back.
std::vector<Tensor> evaluate(const ir::Graph& graph, const std::vector<Tensor>& operands, bool fuse) {
  const codegen::Program lowered = codegen::lower(graph, {fuse});
  const std::string text = codegen::print(lowered);
  const codegen::Program program = codegen::parse(text, ops::table());
  std::vector<const Tensor*> inputs;
  for (const Tensor& operand : operands) inputs.push_back(&operand);
  exec::Frame frame(program, inputs);
  if (codegen::evaluate(program, &frame, exec::Frame::calls()) != 0) frame.rethrow();
  return frame.take_results();
}

/// Whether a program computes anything itself. One that only calls kernels shows as much in the evaluator.
bool has_code(const codegen::Program& program) {
  return std::ranges::any_of(program.body, [](const codegen::Statement& statement) {
    using Kind = codegen::StatementKind;
    return statement.kind == Kind::Let || statement.kind == Kind::Apply || statement.kind == Kind::Loop ||
           statement.kind == Kind::Reduce;
  });
}

std::vector<Tensor> run_with(const exec::Executor& executor, const std::vector<Tensor>& operands) {
  std::vector<const Tensor*> inputs;
  for (const Tensor& operand : operands) inputs.push_back(&operand);
  return executor.run(inputs);
}

/// Native code of the graph; null where the code generator is not built, or where there is nothing but kernels.
std::unique_ptr<exec::Compiled> compile(const ir::Graph& graph, const exec::NativeOptions& options = {}) {
  const codegen::Program program = codegen::lower(graph, {.fast = options.fast});
  if (!has_code(program)) return nullptr;
  if (options.fast && codegen::print(program) == codegen::print(codegen::lower(graph))) return nullptr;
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  return backend ? std::make_unique<exec::Compiled>(graph, *backend, options) : nullptr;
}

/// Counts what fails and says where, without stopping at the first.
class Checker {
 public:
  explicit Checker(const Row& row, const Case& one) : where_(row.op + " [" + one.label + "] ") {}

  void expect(const std::string& difference, const std::string& way) {
    if (difference.empty()) {
      SUCCEED();
    } else {
      FAIL_CHECK(where_ + way + ": " + difference);
    }
  }
  template <class F>
  void guard(const std::string& way, F&& f) {
    try {
      f();
    } catch (const std::exception& error) {
      FAIL_CHECK(where_ + way + " threw: " + error.what());
    }
  }

 private:
  std::string where_;
};

void check_recorded(Checker& checker, const Case& one, const std::vector<Tensor>& actual, Knowledge knowledge,
                    const std::string& way) {
  checker.guard(way, [&] {
    const Recorded recorded = record(one, knowledge);
    if (recorded.types.size() != actual.size()) return checker.expect("another number of results", way);
    for (size_t k = 0; k < actual.size(); ++k) {
      const ir::TensorType type{actual[k].dtype(), actual[k].shape(), actual[k].impl()->weak};
      const bool fits = ir::is_subtype(type, recorded.types[k]) && type.weak == recorded.types[k].weak;
      checker.expect(fits ? "" : "inferred " + ir::str(recorded.types[k]) + ", running gave " + ir::str(type), way);
    }
    for (const std::string& fault : ir::find_faults(*recorded.graph)) checker.expect(fault, way);
    const std::string text = ir::print(*recorded.graph);
    const ir::Graph parsed = ir::parse(text, ops::table());
    checker.expect(ir::print(parsed) == text ? "" : "the text form reads back as another graph", way);
    const std::vector<Tensor> run = interpret(recorded.graph, one.operands);
    for (size_t k = 0; k < actual.size(); ++k) checker.expect(difference(run[k], actual[k]), way + ", interpreted");
    for (bool fuse : {true, false}) {
      const std::string how = way + (fuse ? ", as a program" : ", as a program of kernels");
      const std::vector<Tensor> evaluated = evaluate(*recorded.graph, one.operands, fuse);
      for (size_t k = 0; k < actual.size(); ++k) checker.expect(difference(evaluated[k], actual[k]), how);
    }
    if (const auto native = compile(*recorded.graph)) {
      const std::vector<Tensor> results = run_with(*native, one.operands);
      for (size_t k = 0; k < results.size(); ++k) checker.expect(difference(results[k], actual[k]), way + ", compiled");
    }
  });
}

/// Cases that ran with threads.
int shared_cases = 0;

/// Native code in other ways than as it is, where dimensions are known: with fast arithmetic, and with threads that
/// share every loop that they can.
void check_native(Checker& checker, const Case& one, const std::vector<Tensor>& actual) {
  checker.guard("compiled", [&] {
    const Recorded recorded = record(one, Knowledge::Full);
    if (const auto fast = compile(*recorded.graph, {.fast = true})) {
      const std::vector<Tensor> results = run_with(*fast, one.operands);
      for (size_t k = 0; k < results.size(); ++k)
        checker.expect(difference(results[k], actual[k], one.tolerance), "compiled to be fast");
    }
    if (const auto shared = compile(*recorded.graph, {.shares_all = true})) {
      ++shared_cases;
      set_num_threads(2);
      const std::vector<Tensor> results = run_with(*shared, one.operands);
      set_num_threads(1);
      for (size_t k = 0; k < results.size(); ++k)
        checker.expect(difference(results[k], actual[k]), "compiled, with threads");
    }
  });
}

void check_layouts(Checker& checker, const Case& one, const std::vector<Tensor>& actual) {
  const std::map<Layout, std::string> layouts{
      {Layout::Transposed, "transposed"}, {Layout::Stepped, "with steps"}, {Layout::Broadcast, "broadcast"}};
  const Recorded recorded = record(one, Knowledge::Full);
  const exec::Interpreter interpreter(recorded.graph);
  const auto native = compile(*recorded.graph);
  std::vector<const exec::Executor*> executors{&interpreter};
  if (native) executors.push_back(native.get());
  for (const auto& [layout, way] : layouts) {
    if (layout == Layout::Broadcast && !one.broadcast) continue;
    checker.guard(way, [&, layout = layout, &way = way] {
      std::vector<Tensor> operands, same;
      for (const Tensor& operand : one.operands) {
        operands.push_back(relayout(operand, layout));
        same.push_back(relayout(operands.back(), Layout::Contiguous));
      }
      const std::vector<Tensor> wanted = layout == Layout::Broadcast ? one.call(same) : actual;
      const std::vector<Tensor> got = one.call(operands);
      for (size_t k = 0; k < wanted.size(); ++k) checker.expect(difference(got[k], wanted[k], one.tolerance), way);
      for (const exec::Executor* executor : executors) {
        const std::vector<Tensor> results = run_with(*executor, operands);
        for (size_t k = 0; k < got.size(); ++k) checker.expect(difference(results[k], got[k]), way + ", recorded");
      }
    });
  }
}

/// On the emulated device: at once, and as a graph.
void check_device(Checker& checker, const Case& one, const std::vector<Tensor>& actual) {
  static const Device emulated("emulated");
  const DeviceScope here(emulated);
  std::vector<Tensor> operands;
  for (const Tensor& operand : one.operands)
    operands.push_back(detail::stays_on_host(operand.dtype()) ? operand : operand.to_device(emulated));
  const auto compare = [&](const std::vector<Tensor>& results, const std::string& way) {
    for (size_t k = 0; k < actual.size(); ++k) {
      // Numbers that are known without elements, such as a rank, are numbers of the host.
      const bool may_stay = detail::stays_on_host(actual[k].dtype()) || actual[k].shape().empty();
      const bool is_there = may_stay || results[k].device() == emulated;
      checker.expect(is_there ? "" : "the result is on " + results[k].device().str(), way);
      checker.expect(difference(detail::host_array(results[k]), actual[k]), way);
    }
  };
  checker.guard("on a device", [&] { compare(one.call(operands), "on a device"); });
  checker.guard("recorded for a device", [&] {
    const auto executor = exec::make_device_executor(
        device::number_of(emulated), std::make_unique<exec::Interpreter>(record(one, Knowledge::Full).graph));
    compare(run_with(*executor, operands), "recorded for a device");
  });
}

void check_case(const Row& row, const Case& one) {
  Checker checker(row, one);
  if (!one.call) return checker.expect("nothing to call", "eager");
  std::vector<Tensor> actual;
  checker.guard("eager", [&] { actual = one.call(one.operands); });
  if (actual.empty()) return;
  if (!one.expected.empty() && one.expected.size() != actual.size()) {
    return checker.expect("another number of results", "eager");
  }
  for (size_t k = 0; k < one.expected.size(); ++k) {
    checker.expect(difference(actual[k], make(one.expected[k]), one.tolerance), "eager");
  }
  if (one.relayout) check_layouts(checker, one, actual);
  check_recorded(checker, one, actual, Knowledge::Full, "recorded");
  check_native(checker, one, actual);
  check_device(checker, one, actual);
  if (one.any_shape) check_recorded(checker, one, actual, Knowledge::Rank, "recorded with unknown dimensions");
  if (one.any_rank) check_recorded(checker, one, actual, Knowledge::Nothing, "recorded with unknown ranks");
}

TEST_CASE("every operation has a row, and every row an operation") {
  std::map<std::string, int> rows;
  for (const Row& row : all_rows()) {
    ++rows[row.op];
    CHECK((!row.cases.empty() || !row.tested_in.empty()));
    INFO(row.op << " is said to be tested in " << row.tested_in);
    if (!row.tested_in.empty()) CHECK(std::filesystem::exists(std::string(AG_SOURCE_DIR) + "/" + row.tested_in));
  }
  for (const ir::OpDef& op : ops::table().ops()) {
    INFO(op.name << " has no row in test/ops/cases_" << op.family << ".cpp");
    CHECK(rows.count(op.name) == 1);
  }
  for (const auto& [name, count] : rows) {
    INFO(name << " is not in ops.def, or has " << count << " rows");
    CHECK(ops::table().find(name) != nullptr);
    CHECK(count == 1);
  }
}

#define AG_FAMILY(name)                                       \
  TEST_CASE("operations of the family " #name) {              \
    for (const Row& row : cases_##name()) {                   \
      for (const Case& one : row.cases) check_case(row, one); \
    }                                                         \
  }
#include "ag/detail/ops.def"

TEST_CASE("threads took part in the rows above") {
  if (shared_cases == 0) return;  // none of them ran, or there is no code generator
  INFO(shared_cases << " cases");
  CHECK(detail::pool_use().loops > static_cast<uint64_t>(shared_cases) / 4);
}

}  // namespace

}  // namespace conformance_test

}  // namespace ag::test
