#include "exec/frame.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <memory>

#include "base/check.h"
#include "base/deep_call.h"
#include "base/thread_pool.h"
#include "exec/loop_iteration.h"
#include "exec/observation.h"
#include "exec/profile.h"
#include "exec/run_op.h"
#include "graph/callee.h"
#include "tensor/interned_strings.h"

namespace ag::exec {

namespace {

using codegen::ArrayId;
using codegen::Context;
using codegen::Site;
using detail::TensorImpl;

/// True if a value of that type can overwrite the array.
bool is_room_for(const ir::TensorType& type, const TensorImpl& impl) {
  return impl.dtype == type.dtype && impl.shape == type.shape && detail::may_overwrite(impl);
}

/// Throws the error text of KernelContext::fail for operands of known types.
[[noreturn]] void fail(const Site& site, ErrorKind kind, const std::string& message) {
  ir::InferContext(*site.op, site.operand_types, site.attributes, site.location).fail(kind, message);
}

/// Returns the exception that an action throws, or null.
template <class Action>
std::exception_ptr caught(Action&& action) {
  try {
    action();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

}  // namespace

/// Makes a frame in which no array has a value.
Frame::Frame(const codegen::Program& program) : program_(program), tensors_(reinterpret_cast<Tensor*>(&few_)) {
  data = few_data_;
  has_frame = true;
  const size_t count = program.arrays.size();
  if (count > kFew) [[unlikely]]
    make_room(count);
  else
    for (size_t id = 0; id < count; ++id) std::construct_at(tensors_ + id), few_data_[id] = nullptr;
}

Frame::Frame(const codegen::Program& program, std::span<const Tensor* const> inputs, Inputs kind) : Frame(program) {
  AG_CHECK(inputs.size() == program.inputs.size(), "wrong number of inputs for the program");
  for (size_t k = 0; k < inputs.size(); ++k) {
    const ArrayId id = program.inputs[k];
    if (kind == Inputs::Borrowed && id < kMaxBorrowed) {
      std::construct_at(&at(id), Tensor::from_impl(inputs[k]->impl()));
      borrowed_ |= uint64_t{1} << id;
    } else {
      at(id) = *inputs[k];
    }
    data[id] = inputs[k]->impl()->data();
  }
  for (const auto& [id, value] : program.constants) {
    at(id) = value;
    update(id);
  }
  if (program.is_direct_call) make_results();
  for (const ArrayId id : program.row_major) {
    if (!detail::is_contiguous(*at(id).impl())) [[unlikely]]
      make_contiguous(id);
  }
  if (program.has_string_ids) [[unlikely]] {
    const auto keeps = [](const Tensor& tensor) { return tensor.impl()->strings != nullptr; };
    has_strings_ = std::ranges::any_of(inputs, [&](const Tensor* input) { return keeps(*input); }) ||
                   std::ranges::any_of(program.constants, [&](const auto& one) { return keeps(one.second); });
  }
  if (!program.functions.empty()) [[unlikely]]
    stack_limit = detail::stack_limit();
}

void Frame::make_results() {
  for (const ArrayId id : program_.results) {
    if (at(id).defined()) continue;  // is an input
    const ir::TensorType& type = program_.array(id).type;
    at(id) = detail::allocate(type.dtype, type.shape);
    at(id).impl()->weak = type.weak;
    update(id);
  }
}

void Frame::make_contiguous(ArrayId id) {
  retain(id);
  Tensor& tensor = at(id);
  tensor = detail::make_contiguous(tensor);
  update(id);
}

void Frame::make_room(size_t count) {
  many_ = std::make_unique<Tensor[]>(count);
  many_data_ = std::make_unique<std::byte*[]>(count);
  tensors_ = many_.get();
  data = many_data_.get();
}

Frame::~Frame() {
  for (uint64_t left = borrowed_; left != 0; left &= left - 1) std::construct_at(&at(std::countr_zero(left)));
  if (!many_) std::destroy_n(tensors_, program_.arrays.size());
}

void Frame::rethrow(int64_t iterations) const {
  if (open_spans_ >= 0) close_spans(open_spans_);
  std::exception_ptr error = error_;
  std::vector<LoopIteration> loops;  // since the last call
  for (const Left& left : unwound_) {
    if (left.site != codegen::kNone) {
      error = caught([&] { rethrow_in(error, loops); });
      loops.clear();
      const Site& site = program_.site(left.site);
      if (site.callee)  // null for a program that was parsed from text
        error = caught([&] { site.callee->rethrow(error, site.location, left.count); });
    } else if (static_cast<size_t>(left.loop) < program_.loops.size()) {
      const codegen::LoopPlace& place = program_.loops[static_cast<size_t>(left.loop)];
      if (!place.rolled) loops.push_back({place.location, left.count + (place.outermost ? iterations : 0)});
    }
  }
  rethrow_in(error, loops);
}

void Frame::take_over(ArrayId id) {
  borrowed_ &= ~(uint64_t{1} << id);
  detail::retain(reinterpret_cast<detail::Counted*>(at(id).impl()));
}

void Frame::take_results(std::span<Tensor> results, bool distinct) {
  const ArrayId* ids = program_.results.data();
  const size_t count = results.size();
  const auto comes_again = [&](size_t k) { return std::find(ids + k + 1, ids + count, ids[k]) != ids + count; };
  for (size_t k = 0; k < count; ++k) {
    retain(ids[k]);
    if (!distinct && comes_again(k)) [[unlikely]]
      results[k] = at(ids[k]);
    else
      std::construct_at(&results[k], std::move(at(ids[k])));
  }
  if (has_strings_) [[unlikely]]
    note_strings(results);
}

/// Updates the strings of results, because loops may have moved string ids between arrays. The inputs, which own the
/// strings, are still alive.
void Frame::note_strings(std::span<Tensor> results) {
  for (Tensor& result : results) {
    TensorImpl* impl = result.impl();
    if (impl->dtype != DType::uint64) continue;
    const auto handles = std::ranges::count_if(results, [&](const Tensor& one) { return one.impl() == impl; });
    // A result with other owners was passed to the program as it is, and keeps its strings.
    if (impl->references.load(std::memory_order_acquire) == static_cast<uint32_t>(handles))
      detail::renew_strings(*impl);
  }
}

void Frame::update(ArrayId id) {
  const Tensor& tensor = at(id);
  data[id] = tensor.defined() ? tensor.impl()->data() : nullptr;
}

/// Tests for cancellation. Adapts the interval so that a loop tests about twice per millisecond, because a test takes
/// as long as many an iteration.
void Frame::poll(int32_t loop, int64_t iterations) {
  constexpr std::chrono::duration<double> kApart = std::chrono::microseconds(500);
  constexpr int64_t kMaxRounds = 1 << 20;
  const std::atomic_ref until(until_poll);
  if (!is_observed_on_thread()) {  // another thread, which runs a part of the loop
    until.store(kMaxRounds, std::memory_order_relaxed);
    return;
  }
  const bool is_known = static_cast<size_t>(loop) < program_.loops.size();
  check_cancelled(is_known ? program_.loops[static_cast<size_t>(loop)].location : SourceLocation::named("", 0));
  const Asked now{loop, iterations, std::chrono::steady_clock::now()};
  int64_t next = codegen::kIterationsUntilPoll;
  if (asked_.loop == loop && asked_.iterations < iterations) {
    const int64_t since = iterations - asked_.iterations;
    const double fitting = static_cast<double>(since) * (kApart / (now.at - asked_.at));
    next = static_cast<int64_t>(std::clamp(fitting, 1.0, static_cast<double>(std::min(2 * since, kMaxRounds))));
  }
  asked_ = now;
  until.store(next, std::memory_order_relaxed);
}

/// The runtime calls of a program. They catch all exceptions, because native code does not unwind.
struct FrameCalls {
  template <class Action>
  static int guarded(Context* context, Action&& action) {
    if (!context->has_frame) [[unlikely]]
      return 1;
    auto& frame = *static_cast<Frame*>(context);
    try {
      action(frame);
      return 0;
    } catch (...) {
      frame.error_ = std::current_exception();
      return 1;
    }
  }

  static int kernel(Context* context, int32_t id) {
    return guarded(context, [&](Frame& frame) {
      const Site& site = frame.program_.site(id);
      detail::SmallVector<TensorImpl*, 8> inputs;
      for (ArrayId input : site.inputs) inputs.push_back(frame.at(input).impl());
      std::vector<Tensor>& outputs = frame.outputs_;
      outputs.clear();
      if (site.fills_results && !detail::keep_strings(inputs)) return fill(frame, site, inputs);
      if (site.overwrites_first) {
        frame.retain(site.inputs[0]);
        Tensor& first = frame.at(site.inputs[0]);
        if (!first.impl()->weak && detail::may_overwrite(*first.impl())) {
          if (changes_in_place(site, inputs)) return;
          outputs.push_back(std::move(first));
          frame.update(site.inputs[0]);
        } else {
          frame.note_copy(*first.impl());
        }
      }
      run_op(*site.op, {inputs.data(), inputs.size()}, site.attributes, site.location, outputs);
      take_outputs(frame, site);
    });
  }

  /// Computes the result in the array of the first operand, and returns whether that was possible.
  static bool changes_in_place(const Site& site, std::span<TensorImpl* const> inputs) {
    const auto change = site.op->block->in_place;
    return change && site.outputs[0] == site.inputs[0] && !detail::keep_strings(inputs) && change(*inputs[0], inputs);
  }

  static void take_outputs(Frame& frame, const Site& site) {
    for (size_t k = 0; k < site.outputs.size(); ++k) {
      frame.retain(site.outputs[k]);
      frame.at(site.outputs[k]) = std::move(frame.outputs_[k]);
      frame.update(site.outputs[k]);
    }
  }

  /// Runs a kernel with results of known types, reusing the memory of an earlier iteration if it is free.
  static void fill(Frame& frame, const Site& site, std::span<TensorImpl* const> inputs) {
    for (ArrayId id : site.outputs) {
      const ir::TensorType& type = frame.program_.array(id).type;
      frame.retain(id);
      Tensor& before = frame.at(id);
      const bool is_read = std::ranges::find(site.inputs, id) != site.inputs.end();
      const auto fits = [&](const TensorImpl& impl) {
        return frame.program_.array(id).keeps_type ? detail::may_overwrite(impl) : is_room_for(type, impl);
      };
      if (before.defined() && !is_read && !before.impl()->strings && fits(*before.impl())) {
        frame.outputs_.push_back(std::move(before));
      } else {
        frame.outputs_.push_back(allocate_result(*site.op, type, site.location));
      }
      frame.outputs_.back().impl()->weak = type.weak;
    }
    ir::KernelContext context(*site.op, inputs, frame.outputs_, site.attributes, site.location);
    site.op->block->kernel(context);
    take_outputs(frame, site);
  }

  static int fail(Context* context, int32_t id, const uint64_t* numbers) {
    return guarded(context, [&](Frame& frame) {
      const Site& site = frame.program_.site(id);
      if (!site.message.empty()) exec::fail(site, site.error, site.message);
      fail_in_kernel(site, numbers);
    });
  }

  /// Runs the kernel so that it reports the error. The error depends on the numbers. It depends on elements of arrays
  /// only where `numbers` contains them.
  static void fail_in_kernel(const Site& site, const uint64_t* numbers) {
    std::vector<Tensor> operands, outputs;
    std::vector<TensorImpl*> inputs;
    for (const ir::TensorType& type : site.operand_types) {
      Shape shape = type.shape;
      for (size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] == unknown) shape[axis] = static_cast<int64_t>(*numbers++);
      }
      Tensor& operand = operands.emplace_back(detail::allocate(type.dtype, shape));
      TensorImpl& impl = *operand.impl();
      const size_t count = static_cast<size_t>(shape.element_count()), item = item_size(type.dtype);
      if (type.shape.empty() || site.from_elements) {
        for (size_t k = 0; k < count; ++k) std::memcpy(impl.data() + k * item, numbers++, item);
      } else {
        std::memset(impl.data(), 0, count * item);
      }
      inputs.push_back(&impl);
    }
    run_op(*site.op, inputs, site.attributes, site.location, outputs);
    detail::internal_error(std::string(site.op->name) + " fails in native code and not in its kernel");
  }

  static int apply(Context* context, int32_t id, std::byte* result, const std::byte* const* operands) {
    return guarded(context, [&](Frame& frame) {
      const Site& site = frame.program_.site(id);
      const DType dtype = site.operand_types.back().dtype;
      const int64_t strides[3] = {};
      try {
        site.op->block->loops[static_cast<size_t>(dtype)](result, operands, strides, 1);
      } catch (const ir::KernelFault& fault) {
        exec::fail(site, fault.kind, fault.message);
      }
    });
  }

  /// Reuses the memory of an earlier iteration if it is free.
  static int allocate(Context* context, ArrayId id) {
    return guarded(context, [&](Frame& frame) {
      const ir::TensorType& type = frame.program_.array(id).type;
      frame.retain(id);
      Tensor& tensor = frame.at(id);
      if (tensor.defined() && is_room_for(type, *tensor.impl())) return;
      tensor = detail::allocate(type.dtype, type.shape);
      tensor.impl()->weak = type.weak;
      frame.update(id);
    });
  }

  static int make_contiguous(Context* context, ArrayId id) {
    if (!context->has_frame) [[unlikely]]
      return 1;
    if (detail::is_contiguous(*static_cast<Frame*>(context)->at(id).impl())) return 0;
    return make_strided_contiguous(context, id);
  }
  [[gnu::noinline]] static int make_strided_contiguous(Context* context, ArrayId id) {
    return guarded(context, [&](Frame& frame) { frame.make_contiguous(id); });
  }

  static int make_unique(Context* context, ArrayId id) {
    return guarded(context, [&](Frame& frame) {
      frame.retain(id);
      Tensor& tensor = frame.at(id);
      if (!tensor.impl()->weak && detail::may_overwrite(*tensor.impl())) return;
      frame.note_copy(*tensor.impl());
      detail::make_unique(tensor);
      frame.update(id);
    });
  }

  static int box(Context* context, ArrayId id, uint64_t bits) {
    return guarded(context, [&](Frame& frame) {
      const ir::TensorType& type = frame.program_.array(id).type;
      frame.retain(id);
      Tensor& tensor = frame.at(id);
      if (!tensor.defined() || tensor.impl()->buffer || !is_room_for(type, *tensor.impl())) {
        tensor = detail::allocate_number(type.dtype);
        tensor.impl()->weak = type.weak;
      }
      // The buffer fits the widest element of every dtype, and a copy of constant size needs no call.
      TensorImpl& impl = *tensor.impl();
      std::memcpy(impl.small, &bits, sizeof(bits));
      frame.data[id] = impl.address = impl.small;
    });
  }

  static int assign(Context* context, ArrayId id, ArrayId source) {
    return guarded(context, [&](Frame& frame) {
      frame.retain(id);
      frame.at(id) = frame.at(source);
      frame.update(id);
    });
  }

  static int swap(Context* context, ArrayId id, ArrayId source) {
    auto& frame = *static_cast<Frame*>(context);
    frame.retain(id);
    frame.retain(source);
    std::swap(frame.at(id), frame.at(source));
    std::swap(frame.data[id], frame.data[source]);
    return 0;
  }

  static int unwind(Context* context, int32_t loop, int64_t iterations) {
    return guarded(context, [&](Frame& frame) { frame.unwound_.push_back({loop, codegen::kNone, iterations}); });
  }

  static int note_call(Context* context, int32_t site) {
    return guarded(context, [&](Frame& frame) {
      if (frame.unwound_.empty() || frame.unwound_.back().site != site)
        frame.unwound_.push_back({codegen::kNone, site, 0});
      ++frame.unwound_.back().count;
    });
  }

  static int grow_stack(Context* context, int32_t id, codegen::CallFunction run, void* record) {
    int failed = 0;
    const int refused = guarded(context, [&](Frame& frame) {
      const codegen::Function& function = frame.program_.functions[static_cast<size_t>(id)];
      std::byte* const limit = frame.stack_limit;
      const auto call = [&] {
        frame.stack_limit = detail::stack_limit();
        failed = run(context, record);
      };
      detail::call_deeply(call, function.name.c_str(), function.location);
      frame.stack_limit = limit;
    });
    return failed | refused;
  }

  static int poll(Context* context, int32_t loop, int64_t iterations) {
    return guarded(context, [&](Frame& frame) { frame.poll(loop, iterations); });
  }

  /// Whether spans are recorded is decided once per frame, so that each opened span is closed.
  static int enter(Context* context, int32_t id) {
    auto& frame = *static_cast<Frame*>(context);
    if (frame.open_spans_ == Frame::kNotRecorded) return 0;
    const codegen::ProfileRegion& span = frame.program_.spans[static_cast<size_t>(id)];
    const SpanLabel label{span.is_kernel ? SpanKind::Kernel : SpanKind::Loop, span.name, span.location};
    if (frame.open_spans_ == Frame::kUnasked) {
      frame.open_spans_ = is_profiled() ? open_span(label) : Frame::kNotRecorded;
    } else {
      open_span(label);
    }
    return 0;
  }

  static int leave(Context* context, int32_t) {
    if (static_cast<Frame*>(context)->open_spans_ >= 0) close_span();
    return 0;
  }

  static int parallel_for(Context* context, codegen::RangeFunction run, void* shared, int64_t count, int64_t chunk,
                          int64_t nanoseconds) {
    const auto run_all = [&] {
      detail::for_ranges(count, chunk, nanoseconds,
                         [&](int64_t begin, int64_t end) { run(context, begin, end, shared); });
    };
    if (context->has_frame) return guarded(context, [&](Frame&) { run_all(); });
    try {
      run_all();
      return 0;
    } catch (...) {
      return 1;  // with a frame the call fails likewise, and the frame keeps the error
    }
  }

  static int64_t length(Context* context, ArrayId id) { return static_cast<Frame*>(context)->at(id).impl()->shape[0]; }

  static int release(Context* context, ArrayId id) {
    auto& frame = *static_cast<Frame*>(context);
    frame.retain(id);
    frame.at(id) = Tensor();
    frame.data[id] = nullptr;
    return 0;
  }
};

const codegen::RuntimeCalls& Frame::calls() {
  static constexpr codegen::RuntimeCalls calls{&FrameCalls::kernel,
                                               &FrameCalls::fail,
                                               &FrameCalls::apply,
                                               &FrameCalls::allocate,
                                               &FrameCalls::make_contiguous,
                                               &FrameCalls::make_unique,
                                               &FrameCalls::box,
                                               &FrameCalls::assign,
                                               &FrameCalls::swap,
                                               &FrameCalls::release,
                                               &FrameCalls::length,
                                               &FrameCalls::unwind,
                                               &FrameCalls::poll,
                                               &FrameCalls::enter,
                                               &FrameCalls::leave,
                                               &FrameCalls::parallel_for,
                                               &FrameCalls::grow_stack,
                                               &FrameCalls::note_call};
  return calls;
}

}  // namespace ag::exec
