#include "function/concrete_trace.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "ag/traced.h"
#include "graph/verify.h"
#include "ops/table.h"
#include "passes/manager.h"
#include "staging/branch.h"
#include "staging/static_storage.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

/// A number that the graph computed.
Number number_of(const Tensor& output) {
  Number number{0, 0, output.impl()->dtype};
  std::memcpy(&number.bits, output.impl()->data, item_size(number.dtype));
  return number;
}

/// The inputs of a graph: those of the signature, and what this call finds in variables outside of the function.
class Inputs {
 public:
  Inputs(const SignatureBuilder& call, const tracing::Prologue& prologue, SourceLocation location)
      : all_(call.inputs().begin(), call.inputs().end()) {
    numbers_.reserve(prologue.inputs().size());
    for (const auto& input : prologue.inputs()) {
      if (input.tensor) {
        all_.push_back(static_cast<const Tensor*>(prologue.tensors()[input.index].place.in(call.roots())));
      } else {
        numbers_.push_back(number_tensor({call.captured()[input.index], 0, prologue.dtype(input.index)}, location));
        all_.push_back(&numbers_.back());
      }
    }
  }
  std::span<const Tensor* const> get() const { return all_; }

 private:
  std::vector<const Tensor*> all_;
  std::vector<Tensor> numbers_;
};

/// Calls `visit` for each leaf, those inside slots included (results have none, so this is one level).
LeafSource source_of(tracing::Trace& trace, const Leaf& leaf, std::map<ir::ValueId, int32_t>& outputs,
                     SourceLocation location) {
  const bool is_number = leaf.kind == Leaf::Kind::Number && !leaf.number.is_host();
  if (!is_number && (leaf.kind != Leaf::Kind::Tensor || !leaf.tensor.defined())) return {};
  const Tensor tensor = is_number ? staged_symbol(leaf.number.id, location) : leaf.tensor;
  ir::Block& body = trace.graph().block(trace.graph().body());
  const ir::ValueId value = leaf.optional ? trace.value_of_passed(tensor, location) : trace.value_of(tensor, location);
  auto [at, is_new] = outputs.try_emplace(value, static_cast<int32_t>(body.results.size()));
  if (is_new) trace.graph().block(trace.graph().body()).results.push_back(value);
  return {LeafSource::Kind::Output, at->second};
}

}  // namespace

ConcreteTrace::ConcreteTrace(const std::string& name, exec::ExecutorKind executor, const SignatureBuilder& signature,
                             const TraceRequest& request)
    : hash_(signature.hash()), signature_(signature.words().begin(), signature.words().end()) {
  tracing::Trace trace(name, ops::table());
  Roots roots;
  for (const Root& root : signature.roots()) {
    const bool pinned = is_static_storage(root.address);
    pinned_.push_back(pinned ? root.address : nullptr);
    roots.push_back(pinned ? Root() : root);
  }
  tracing::Captures captures(trace, {roots, request.locals, __builtin_frame_address(0), request.absolute});
  Leaves placeholders = request.arguments;
  std::vector<int32_t> input_of(placeholders.size(), ir::kNone);
  int32_t inputs = 0;
  for (size_t k = 0; k < placeholders.size(); ++k) {
    Leaf& leaf = placeholders[k];
    if (leaf.kind != Leaf::Kind::Tensor || tracing::is_constant_of_trace(leaf.tensor)) continue;
    const TensorImpl& impl = *leaf.tensor.impl();
    leaf.tensor = trace.add_input({impl.dtype, impl.shape, impl.weak}, leaf.name, request.location);
    input_of[k] = inputs++;
  }
  record(trace, request, placeholders);
  request.finish(results_, arguments_, prototype_);
  if (throws_) {  // nothing is given back
    results_.clear();
    arguments_ = placeholders;
  }

  std::map<ir::ValueId, int32_t> outputs;
  if (!throws_) keep_stores(trace, captures, outputs, request.location);
  for (const Leaf& leaf : results_) result_sources_.push_back(source_of(trace, leaf, outputs, request.location));
  for (size_t k = 0; k < arguments_.size(); ++k) {
    Leaf& leaf = arguments_[k];
    if (leaf.kind == Leaf::Kind::Number) {
      argument_sources_.push_back(source_of(trace, leaf, outputs, request.location));
      writes_arguments_ = writes_arguments_ || !leaf.number.same(placeholders[k].number);
      continue;
    }
    const bool same = leaf.kind == Leaf::Kind::Tensor && leaf.tensor.impl() == placeholders[k].tensor.impl();
    if (same && input_of[k] != ir::kNone) {
      argument_sources_.push_back({LeafSource::Kind::Input, input_of[k]});
    } else {
      argument_sources_.push_back(same ? LeafSource() : source_of(trace, leaf, outputs, request.location));
      writes_arguments_ = writes_arguments_ || (leaf.kind == Leaf::Kind::Tensor && !same);
    }
  }
  prologue_ = std::move(captures.prologue());
  std::vector<tracing::Prologue::Slot> stored;
  for (const Store& store : stores_) {
    if (store.slot) stored.push_back(*store.slot);
  }
  prologue_.finish(stored);
  for (auto& captured : prologue_.tensors()) {
    captured_types_.emplace_back().add_tensor(captured.today, request.location);
    captured.today = Tensor();
  }
  passes::optimize(trace.graph());
  ir::verify(trace.graph(), "tracing");
  single_ = !writes_arguments_ && stores_.empty() && results_.size() == 1 && results_[0].kind == Leaf::Kind::Tensor &&
            result_sources_[0].kind == LeafSource::Kind::Output;
  // Symbols have no meaning after the trace.
  for (Leaves* leaves : {&results_, &arguments_}) {
    for (Leaf& leaf : *leaves) {
      if (leaf.kind != Leaf::Kind::Tensor || !leaf.tensor.defined()) continue;
      if (leaf.list) leaf.host.reset();  // its elements are made of the tensor
      if (leaf.tensor.impl()->is_symbol()) leaf.tensor = Tensor();
    }
  }
  graph_ = std::make_shared<const ir::Graph>(std::move(trace.graph()));
  executor_ = exec::make_executor(executor, graph_);
}

void ConcreteTrace::record(tracing::Trace& trace, const TraceRequest& request, const Leaves& placeholders) {
  const auto leaves = [&](const char* what) {
    bool matters = trace.graph().has_effects_in(trace.graph().body());
    for (const auto& cell : tracing::captures()->cells()) matters = matters || cell.dirty();
    if (!matters) return false;
    record_exception(std::current_exception(), what, request.location);
    return true;
  };
  try {
    request.run(placeholders);
  } catch (const Error& error) {
    // Of the trace itself, as far as is known here; what it wrote before is not lost.
    if (tracing::captures()->cells().empty() || !leaves(error.what())) throw;
    throws_ = true;
  } catch (const std::exception& exception) {
    if (!leaves(exception.what())) throw;
    throws_ = true;
  } catch (...) {
    if (!leaves("exception")) throw;
    throws_ = true;
  }
}

void ConcreteTrace::keep_stores(tracing::Trace& trace, tracing::Captures& captures,
                                std::map<ir::ValueId, int32_t>& outputs, SourceLocation location) {
  for (const auto& cell : captures.cells()) {
    if (!cell.dirty()) continue;
    const Leaf& now = cell.value.now;
    Store store;
    store.place = cell.place;
    store.is_tensor = cell.tensor;
    if (!cell.tensor && is_live(now.number)) store.slot = captures.slot(now.number.id);
    store.number = now.number;
    const bool is_constant = cell.tensor && (!now.tensor.defined() || !now.tensor.impl()->is_symbol());
    if (is_constant)
      store.tensor = now.tensor;
    else if (!store.slot)
      store.source = source_of(trace, now, outputs, location);
    stores_.push_back(std::move(store));
  }
}

void ConcreteTrace::store(const std::vector<Tensor>& outputs, const SignatureBuilder& call) const {
  for (const Store& store : stores_) {
    void* place = const_cast<void*>(store.place.in(call.roots()));
    const Tensor* output =
        store.source.kind == LeafSource::Kind::Output ? &outputs[static_cast<size_t>(store.source.index)] : nullptr;
    if (store.is_tensor) {
      *static_cast<Tensor*>(place) = output ? *output : store.tensor;
    } else {
      const uint64_t bits = output       ? number_of(*output).bits
                            : store.slot ? call.captured()[*store.slot]
                                         : store.number.bits;
      std::memcpy(place, &bits, item_size(store.number.dtype));
    }
  }
}

bool ConcreteTrace::matches(const SignatureBuilder& signature) const {
  return hash_ == signature.hash() && std::ranges::equal(signature_, signature.words()) &&
         (prologue_.empty() || captures_match(signature));
}

bool ConcreteTrace::captures_match(const SignatureBuilder& call) const {
  for (size_t k = 0; k < pinned_.size(); ++k) {
    const Root& root = call.roots()[k];
    if (pinned_[k] ? pinned_[k] != root.address : prologue_.overlaps(root)) return false;
  }
  if (!prologue_.run(call.captured(), call.roots())) return false;
  for (size_t k = 0; k < captured_types_.size(); ++k) {
    SignatureBuilder type;
    type.add_tensor(*static_cast<const Tensor*>(prologue_.tensors()[k].place.in(call.roots())),
                    SourceLocation::current());
    if (!std::ranges::equal(type.words(), captured_types_[k].words())) return false;
  }
  return true;
}

Tensor ConcreteTrace::run_single(const SignatureBuilder& call) const {
  if (prologue_.inputs().empty()) return executor_->run_single(call.inputs());
  const Inputs all(call, prologue_, SourceLocation::current());
  return executor_->run_single(all.get());
}

void ConcreteTrace::run(const SignatureBuilder& call, Leaves& results, Leaves& arguments) const {
  const Inputs all(call, prologue_, SourceLocation::current());
  const std::span<const Tensor* const> inputs = all.get();
  const std::vector<Tensor> outputs = executor_->run(inputs);
  auto fill = [&](const Leaves& from, const std::vector<LeafSource>& sources, Leaves& to) {
    to = from;
    for (size_t k = 0; k < to.size(); ++k) {
      if (sources[k].kind == LeafSource::Kind::Output) {
        const Tensor& output = outputs[static_cast<size_t>(sources[k].index)];
        if (to[k].kind == Leaf::Kind::Number)
          to[k].number = number_of(output);
        else
          to[k].tensor = output;
      }
      if (sources[k].kind == LeafSource::Kind::Input) to[k].tensor = *inputs[static_cast<size_t>(sources[k].index)];
    }
  };
  fill(results_, result_sources_, results);
  if (writes_arguments_) fill(arguments_, argument_sources_, arguments);
  store(outputs, call);
}

void run_trace(const ConcreteTrace& trace, const SignatureBuilder& call, Leaves& results, Leaves& arguments) {
  trace.run(call, results, arguments);
}
Tensor run_trace_single(const ConcreteTrace& trace, const SignatureBuilder& call) { return trace.run_single(call); }
std::string argument_names(size_t count) {
  std::string names;
  for (size_t k = 0; k < count; ++k) names += (k ? ", arg" : "arg") + std::to_string(k);
  return names;
}

const ConcreteTrace& trace_body(TracedFunction& function, const SignatureBuilder& signature,
                                std::span<const Variable> values, const char* names,
                                FunctionRef<std::shared_ptr<const void>(Leaves& results)> call, SourceLocation location,
                                Root locals) {
  const std::vector<std::string> list = split_names(names);
  auto save_values = [&](Leaves& out) {
    // A parameter pack has one name for its values.
    for (size_t k = 0; k < values.size(); ++k) {
      values[k].type->save(values[k].address, list[std::min(k, list.size() - 1)], out);
    }
  };
  Leaves results;
  std::shared_ptr<const void> prototype;
  // Named, because the request only refers to them.
  auto run = [&](const Leaves& leaves) {
    LeafReader in(leaves);
    for (const Variable& value : values) value.type->load(value.address, in);
    prototype = call(results);
  };
  auto finish = [&](Leaves& out, Leaves& changed, std::shared_ptr<const void>& copy) {
    out = std::move(results);
    save_values(changed);
    copy = std::move(prototype);
  };
  TraceRequest request{{}, run, finish, location, locals};
  save_values(request.arguments);
  return function.find_or_trace(signature, request);
}

bool is_single(const ConcreteTrace& trace) { return trace.single(); }
const void* result_prototype(const ConcreteTrace& trace) { return trace.prototype(); }
std::shared_ptr<const ir::Graph> graph_of(const ConcreteTrace& trace) { return trace.graph(); }

}  // namespace ag::detail
