#include "exec/tiered_executor.h"

#include <algorithm>
#include <iostream>

#include "exec/backend.h"
#include "exec/extracted_graph.h"
#include "tensor/convert.h"

namespace ag::exec {

namespace {

/// Reports that a graph failed to compile, which is a defect of the project. The interpreter computes the same results.
void note_failure(const std::string& name, const std::exception& error) {
  std::cerr << "ag: note: '" << name << "' stays in the interpreter, please report this: " << error.what() << "\n";
}

/// True if arguments have symbolic dimensions.
bool has_open_shapes(const ir::Graph& graph) {
  return std::ranges::any_of(graph.block(graph.body()).arguments,
                             [&](ir::ValueId argument) { return !graph.value(argument).type.shape.known(); });
}

int64_t number_of(const Tensor& input) { return detail::read_scalar(*input.impl()).integer; }

}  // namespace

/// Counts the work of one call in the interpreter.
class TieredExecutor::Watching : public WorkWatch {
 public:
  explicit Watching(const TieredExecutor& automatic) : automatic_(automatic) {
    const uint64_t before = automatic.work_.load(std::memory_order_relaxed);
    can_stop = automatic.native_.can_stop;
    if (!automatic.failed_) limit = before < automatic.limit_ ? automatic.limit_ - before : 0;
  }
  ~Watching() { automatic_.work_.fetch_add(work + kUnitsPerCall, std::memory_order_relaxed); }

  const CompiledLoop* loop(ir::NodeId node) override { return automatic_.loop(node); }

 private:
  const TieredExecutor& automatic_;
};

bool TieredExecutor::is_open(const ir::Graph& graph, const Specialization& specialization) {
  return specialization.specialize && (has_open_shapes(graph) || !specialization.extent_numbers(graph).empty());
}

TieredExecutor::TieredExecutor(std::shared_ptr<const ir::Graph> graph, const Specialization& specialization,
                               NativeOptions native, Begin begin)
    : interpreter_(std::move(graph)),
      specialization_(specialization),
      native_(native),
      limit_(begin == Begin::Compiled ? 0
                                      : kUnitsToCompile + kUnitsToCompileANode * ir::count_nodes(interpreter_.graph())),
      has_open_shapes_(has_open_shapes(interpreter_.graph())) {
  if (!specialization.specialize) return;
  numbers_ = specialization.extent_numbers(interpreter_.graph());
  open_ = has_open_shapes_ || !numbers_.empty();
}

/// Returns null if the graph stays in the interpreter permanently.
std::unique_ptr<Compiled> TieredExecutor::compile(const ir::Graph& graph) const {
  try {
    std::string why;
    if (std::unique_ptr<Compiled> compiled = Compiled::make(graph, why, native_)) return compiled;
    if (limit_ == 0) note_missing_backend(why);
  } catch (const std::exception& error) {
    if (limit_ == 0) throw;  // the user asked for native code
    note_failure(interpreter_.graph().name(), error);
  }
  failed_ = true;
  return nullptr;
}

size_t TieredExecutor::special_count() const {
  const std::lock_guard lock(mutex_);
  return static_cast<size_t>(std::ranges::count_if(special_, [](const Special& one) { return one.code != nullptr; }));
}

bool TieredExecutor::Special::fits(std::span<const Tensor* const> inputs) const {
  return std::ranges::equal(facts, inputs, [](const ArgumentFacts& wanted, const Tensor* input) {
    return wanted.shape == input->impl()->shape && (!wanted.number || *wanted.number == number_of(*input));
  });
}

std::vector<ArgumentFacts> TieredExecutor::facts_of(std::span<const Tensor* const> inputs) const {
  std::vector<ArgumentFacts> facts;
  for (const Tensor* input : inputs) facts.push_back({input->impl()->shape, {}});
  for (size_t k : numbers_) facts[k].number = number_of(*inputs[k]);
  return facts;
}

/// Returns null if the general code must run: for new facts, and beyond kMaxSpecial of them. Takes no lock if code for
/// the facts exists. Only the first facts of fixed shapes get code at once: symbolic dimensions have served other
/// shapes before.
const Compiled* TieredExecutor::special(std::span<const Tensor* const> inputs) const {
  const auto known = [&] { return std::span(special_).first(special_known_.load(std::memory_order_acquire)); };
  const auto find = [&] {
    for (Special& one : known()) {
      if (one.fits(inputs)) return &one;
    }
    return static_cast<Special*>(nullptr);
  };
  if (const Special* found = find()) {
    if (const Compiled* code = found->ready.load(std::memory_order_acquire)) return code;
  }
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return nullptr;
  Special* found = find();
  if (!found) {
    const size_t count = known().size();
    if (count == kMaxSpecial) return nullptr;
    special_[count].facts = facts_of(inputs);
    special_known_.store(count + 1, std::memory_order_release);
    if (count > 0 || has_open_shapes_) return nullptr;
    found = &special_[count];
  }
  if (!found->tried) {
    found->tried = true;
    found->code = compile(*specialization_.specialize(interpreter_.graph(), found->facts));
    found->ready.store(found->code.get(), std::memory_order_release);
  }
  return found->code.get();
}

const Compiled* TieredExecutor::compiled(std::span<const Tensor* const> inputs) const {
  if (open_ && work_.load(std::memory_order_relaxed) >= limit_ && !failed_.load(std::memory_order_relaxed)) {
    if (const Compiled* code = special(inputs)) return code;
  }
  if (const Compiled* code = compiled_.load(std::memory_order_acquire)) return code;
  if (work_.load(std::memory_order_relaxed) < limit_ || failed_.load(std::memory_order_relaxed)) return nullptr;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return nullptr;  // another thread is compiling it
  if (!code_ && !failed_) {
    code_ = compile(interpreter_.graph());
    compiled_.store(code_.get(), std::memory_order_release);
  }
  return code_.get();
}

const CompiledLoop* TieredExecutor::loop(ir::NodeId node) const {
  if (failed_.load(std::memory_order_relaxed)) return nullptr;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return nullptr;
  auto& found = loops_[node];
  if (!found && !failed_) {
    ExtractedGraph made = make_loop_graph(interpreter_.graph(), node);
    if (std::unique_ptr<Compiled> code = compile(*made.graph)) {
      found = std::make_unique<CompiledLoop>(CompiledLoop{std::move(code), std::move(made.captured)});
    }
  }
  if (found) continued_.fetch_add(1, std::memory_order_relaxed);
  return found.get();
}

const DirectCall* TieredExecutor::frameless() const {
  const Compiled* code = open_ ? nullptr : compiled_.load(std::memory_order_acquire);
  return code ? code->frameless() : nullptr;
}

void TieredExecutor::run_framed(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
  if (frameless())
    compiled_.load(std::memory_order_acquire)->run_framed(inputs, results);
  else
    run_into(inputs, results);
}

std::vector<Tensor> TieredExecutor::run(std::span<const Tensor* const> inputs) const {
  if (const Compiled* code = compiled(inputs)) return code->run(inputs);
  Watching watch(*this);
  return interpreter_.run(inputs, watch);
}

void TieredExecutor::run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
  if (const Compiled* code = compiled(inputs)) return code->run_into(inputs, results);
  Watching watch(*this);
  interpreter_.run_into(inputs, results, watch);
}

}  // namespace ag::exec
