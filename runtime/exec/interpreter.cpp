#include "exec/interpreter.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "exec/loop_iteration.h"
#include "exec/observation.h"
#include "exec/profile.h"
#include "exec/run_op.h"
#include "tensor/interned_strings.h"

namespace ag::exec {

namespace {

using detail::TensorImpl;

class Machine {
 public:
  Machine(const Plan& plan, std::span<const Tensor* const> inputs, WorkWatch& watch)
      : plan_(plan),
        watch_(watch),
        slots_(static_cast<size_t>(plan.slot_count)),
        watched_(is_observed_on_thread()),
        numerics_(watched_ && checks_numerics()),
        may_compile_(!watched_ || (watch_.can_stop && !numerics_)),
        profiled_(is_profiled()) {
    if (profiled_) [[unlikely]]
      note_run_by(ExecutedBy::Interpreter);
    AG_CHECK(inputs.size() == plan.inputs.size(), "wrong number of inputs for the graph");
    for (size_t k = 0; k < inputs.size(); ++k) at(plan.inputs[k]) = *inputs[k];
    for (const auto& [slot, value] : plan.constants) at(slot) = value;
  }

  void run_block(int32_t index) {
    for (const Instruction& instruction : plan_.blocks[static_cast<size_t>(index)].instructions) {
      ++watch_.work;
      // The span is not an RAII object, because cleanup code for exceptions would prevent inlining of the cases below.
      // On an exception, the span of the call closes all inner ones.
      if (profiled_) [[unlikely]]
        open_span(instruction);
      switch (instruction.kind) {
        case Instruction::Kind::Elementwise:
          run_elementwise(instruction);
          break;
        case Instruction::Kind::Kernel:
          run_kernel(instruction);
          break;
        case Instruction::Kind::While:
          run_while(instruction);
          break;
        case Instruction::Kind::Cond: {
          run_branch(instruction, condition(at(instruction.inputs[0])) ? 0 : 1);
          break;
        }
        case Instruction::Kind::Switch: {
          run_branch(instruction, static_cast<size_t>(detail::read_scalar(*at(instruction.inputs[0]).impl()).integer));
          break;
        }
      }
      if (profiled_) [[unlikely]]
        close_span();
      if (numerics_) [[unlikely]]
        look_for_nan(instruction);
      for (int32_t slot : instruction.release) at(slot) = Tensor();
    }
  }

  Tensor& at(int32_t slot) { return slots_[static_cast<size_t>(slot)]; }

 private:
  static bool condition(const Tensor& tensor) { return *reinterpret_cast<const bool*>(tensor.impl()->data()); }

  void run_branch(const Instruction& instruction, size_t arm) {
    const int32_t block = instruction.blocks[arm];
    run_block(block);
    const std::vector<int32_t>& results = plan_.blocks[static_cast<size_t>(block)].results;
    for (size_t k = 0; k < results.size(); ++k) at(instruction.outputs[k]) = at(results[k]);
  }

  void run_while(const Instruction& instruction) {
    const int32_t test = instruction.blocks[0], body = instruction.blocks[1];
    const std::vector<CarriedSlot>& carried = plan_.carried[static_cast<size_t>(body)];
    for (size_t k = 0; k < carried.size(); ++k) at(carried[k].argument) = at(instruction.inputs[k]);
    const int32_t verdict = plan_.blocks[static_cast<size_t>(test)].results[0];
    std::vector<Tensor> held;  // values with several uses, kept while the others move
    const LoopDepth depth(loop_depth_);
    for (int64_t rounds = 0;; ++rounds) {
      if (may_compile_ && watch_.work >= watch_.limit && run_compiled(instruction, carried, rounds)) break;
      try {
        if (watched_) [[unlikely]]
          check_cancelled(instruction.node->location);
        run_block(test);
        if (!condition(at(verdict))) break;
        run_block(body);
      } catch (const Error&) {
        if (instruction.node->rolled) throw;
        const LoopIteration round{instruction.node->location, rounds};
        rethrow_in(std::current_exception(), {&round, 1});
      }
      held.clear();
      for (const CarriedSlot& value : carried) {
        if (!value.exchange && value.next != value.argument) held.push_back(at(value.next));
      }
      size_t next_held = 0;
      for (const CarriedSlot& value : carried) {
        if (value.exchange)
          std::swap(at(value.argument), at(value.next));
        else if (value.next != value.argument)
          at(value.argument) = std::move(held[next_held++]);
      }
    }
    for (size_t k = 0; k < carried.size(); ++k) at(instruction.outputs[k]) = at(carried[k].argument);
  }

  /// Runs the remainder of a loop as native code (on-stack replacement). Returns false if there is none. An inner loop
  /// waits, because an enclosing loop usually reaches the limit soon and is the better one to compile.
  bool run_compiled(const Instruction& instruction, const std::vector<CarriedSlot>& carried, int64_t rounds) {
    constexpr uint64_t kInnerLoopsWait = 4;
    if (loop_depth_ > 1 && watch_.work / kInnerLoopsWait < watch_.limit) return false;
    const CompiledLoop* loop = watch_.loop(instruction.id);
    if (!loop) {
      watch_.limit += watch_.limit / 2 + 1;  // avoids a request in each iteration
      return false;
    }
    std::vector<const Tensor*> inputs;
    for (const CarriedSlot& value : carried) inputs.push_back(&at(value.argument));
    for (ir::ValueId value : loop->captured) {
      const int32_t slot = plan_.slots[static_cast<size_t>(value)];
      if (slot == ir::kNone || !at(slot).defined()) return false;  // only a dead operation uses it
      inputs.push_back(&at(slot));
    }
    std::vector<Tensor> results = loop->code->run_rest(inputs, rounds);
    for (size_t k = 0; k < carried.size(); ++k) at(carried[k].argument) = std::move(results[k]);
    return true;
  }

  /// True if the array of an earlier iteration in a slot has no other owner and may be overwritten.
  static bool reusable(const Tensor& old, DType dtype, const Shape& shape) {
    if (!old.defined()) return false;
    const TensorImpl& impl = *old.impl();
    return impl.dtype == dtype && impl.shape == shape && detail::may_overwrite(impl);
  }

  void run_elementwise(const Instruction& instruction) {
    constexpr size_t kMax = 3;
    const size_t count = instruction.inputs.size();
    std::array<const std::byte*, kMax> data{};
    std::array<TensorImpl*, kMax> impls{};
    bool rank0 = true;
    for (size_t k = 0; k < count; ++k) {
      impls[k] = at(instruction.inputs[k]).impl();
      data[k] = impls[k]->data();
      rank0 = rank0 && impls[k]->shape.empty();
    }
    Tensor& out = at(instruction.outputs[0]);
    if (rank0) {
      if (!out.defined() || !detail::is_unique(out.impl()) || out.impl()->dtype != instruction.result_dtype ||
          !out.impl()->shape.empty() || out.impl()->buffer || out.impl()->literal) {
        out = detail::allocate(instruction.result_dtype, Shape());
        out.impl()->weak = instruction.weak_result;
      }
      const std::array<int64_t, kMax> strides{};
      call(instruction, out, data.data(), strides.data(), 1, {impls.data(), count});
      note_strings(out, {impls.data(), count});
      return;
    }
    // Row-major arrays of one shape, and numbers: one call of the inner loop, into the memory of the previous
    // iteration.
    const TensorImpl* shaped = nullptr;
    std::array<int64_t, kMax> strides{};
    bool plain = true;
    for (size_t k = 0; k < count; ++k) {
      if (impls[k]->shape.empty()) continue;
      if (shaped && !(impls[k]->shape == shaped->shape)) plain = false;
      shaped = impls[k];
      strides[k] = 1;
      plain = plain && detail::is_contiguous(*impls[k]);
    }
    if (!plain) {
      run_kernel(instruction);
      return;
    }
    if (!reusable(out, instruction.result_dtype, shaped->shape)) {
      out = detail::allocate(instruction.result_dtype, shaped->shape);
      out.impl()->weak = instruction.weak_result;
    }
    watch_.work += static_cast<uint64_t>(shaped->shape.element_count() / WorkWatch::kElementsPerUnit);
    call(instruction, out, data.data(), strides.data(), shaped->shape.element_count(), {impls.data(), count});
    note_strings(out, {impls.data(), count});
  }

  static void note_strings(const Tensor& out, std::span<TensorImpl* const> inputs) {
    if (out.impl()->strings || detail::keep_strings(inputs)) [[unlikely]]
      detail::renew_strings(*out.impl());
  }

  [[gnu::cold]] static void open_span(const Instruction& instruction) {
    const ir::Node& node = *instruction.node;
    exec::open_span({SpanKind::Operation, node.op->name, node.location});
  }

  void look_for_nan(const Instruction& instruction) {
    if (!instruction.blocks.empty()) return;
    std::vector<TensorImpl*> inputs;
    std::vector<Tensor> outputs;
    for (int32_t slot : instruction.inputs) inputs.push_back(at(slot).impl());
    for (int32_t slot : instruction.outputs) outputs.push_back(at(slot));
    check_numerics(*instruction.node, inputs, outputs);
  }

  static void call(const Instruction& instruction, Tensor& out, const std::byte* const* data, const int64_t* strides,
                   int64_t count, std::span<TensorImpl* const> inputs) {
    try {
      instruction.loop(out.impl()->data(), data, strides, count);
    } catch (const ir::KernelFault& fault) {
      const ir::Node& node = *instruction.node;
      ir::KernelContext(*node.op, inputs, {}, node.attributes, node.location).fail(fault.kind, fault.message);
    }
  }

  void run_kernel(const Instruction& instruction) {
    const ir::Node& node = *instruction.node;
    inputs_.clear();
    for (int32_t slot : instruction.inputs) inputs_.push_back(at(slot).impl());
    outputs_.clear();
    if (instruction.overwrites_first && !numerics_) {
      Tensor& first = at(instruction.inputs[0]);
      if (!first.impl()->weak && detail::may_overwrite(*first.impl())) outputs_.push_back(std::move(first));
    }
    run_op(*node.op, inputs_, node.attributes, node.location, outputs_);
    for (size_t k = 0; k < instruction.outputs.size(); ++k) {
      watch_.work += static_cast<uint64_t>(outputs_[k].impl()->shape.element_count() / WorkWatch::kElementsPerUnit);
      at(instruction.outputs[k]) = std::move(outputs_[k]);
    }
  }

  struct LoopDepth {
    explicit LoopDepth(int& depth) : depth(depth) { ++depth; }
    ~LoopDepth() { --depth; }
    LoopDepth(const LoopDepth&) = delete;
    int& depth;
  };

  const Plan& plan_;
  WorkWatch& watch_;
  int loop_depth_ = 0;
  std::vector<Tensor> slots_;
  bool watched_, numerics_, may_compile_, profiled_;
  std::vector<TensorImpl*> inputs_;
  std::vector<Tensor> outputs_;
};

}  // namespace

std::vector<Tensor> Interpreter::run(std::span<const Tensor* const> inputs, WorkWatch& watch) const {
  std::vector<Tensor> results(plan_.blocks[0].results.size());
  run_into(inputs, results, watch);
  return results;
}

void Interpreter::run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results, WorkWatch& watch) const {
  Machine machine(plan_, inputs, watch);
  machine.run_block(0);
  const std::vector<int32_t>& slots = plan_.blocks[0].results;
  for (size_t k = 0; k < results.size(); ++k) {
    const bool last = std::find(slots.begin() + static_cast<ptrdiff_t>(k) + 1, slots.end(), slots[k]) == slots.end();
    if (last)
      results[k] = std::move(machine.at(slots[k]));
    else
      results[k] = machine.at(slots[k]);
  }
}

std::vector<Tensor> Interpreter::run(std::span<const Tensor* const> inputs) const {
  WorkWatch unwatched;
  return run(inputs, unwatched);
}

void Interpreter::run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
  WorkWatch unwatched;
  run_into(inputs, results, unwatched);
}

}  // namespace ag::exec
