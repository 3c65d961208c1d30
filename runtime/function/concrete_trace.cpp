#include "function/concrete_trace.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "ag/traced.h"
#include "graph/verify.h"
#include "ops/table.h"
#include "passes/dce.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

/// Whether a tensor argument is a constant of the trace instead of an input; must agree with
/// SignatureBuilder::add_tensor.
bool is_fixed(const Tensor& tensor) {
  if (!tensor.defined()) return true;
  const TensorImpl& impl = *tensor.impl();
  return impl.literal && impl.weak && impl.dtype == DType::float32 &&
         static_cast<double>(static_cast<float>(impl.scalar.floating)) != impl.scalar.floating;
}

/// A number that the graph computed.
Number number_of(const Tensor& output) {
  Number number{0, 0, output.impl()->dtype};
  std::memcpy(&number.bits, output.impl()->data, item_size(number.dtype));
  return number;
}

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
  Leaves placeholders = request.arguments;
  std::vector<int32_t> input_of(placeholders.size(), ir::kNone);
  int32_t inputs = 0;
  for (size_t k = 0; k < placeholders.size(); ++k) {
    Leaf& leaf = placeholders[k];
    if (leaf.kind != Leaf::Kind::Tensor || is_fixed(leaf.tensor)) continue;
    const TensorImpl& impl = *leaf.tensor.impl();
    leaf.tensor = trace.add_input({impl.dtype, impl.shape, impl.weak}, leaf.name, request.location);
    input_of[k] = inputs++;
  }
  request.run(placeholders);
  request.finish(results_, arguments_, prototype_);

  std::map<ir::ValueId, int32_t> outputs;
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
  passes::eliminate_dead_nodes(trace.graph());
  ir::verify(trace.graph(), "tracing");
  single_ = !writes_arguments_ && results_.size() == 1 && results_[0].kind == Leaf::Kind::Tensor &&
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

bool ConcreteTrace::matches(const SignatureBuilder& signature) const {
  return hash_ == signature.hash() && std::ranges::equal(signature_, signature.words());
}

void ConcreteTrace::run(std::span<const Tensor* const> inputs, Leaves& results, Leaves& arguments) const {
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
}

void run_trace(const ConcreteTrace& trace, std::span<const Tensor* const> inputs, Leaves& results, Leaves& arguments) {
  trace.run(inputs, results, arguments);
}
Tensor run_trace_single(const ConcreteTrace& trace, std::span<const Tensor* const> inputs) {
  return trace.run_single(inputs);
}
const ConcreteTrace& trace_body(TracedFunction& function, const SignatureBuilder& signature,
                                std::span<const Variable> values, const char* names,
                                FunctionRef<std::shared_ptr<const void>(Leaves& results)> call,
                                SourceLocation location) {
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
  TraceRequest request{{}, run, finish, location};
  save_values(request.arguments);
  return function.find_or_trace(signature, request);
}

bool is_single(const ConcreteTrace& trace) { return trace.single(); }
const void* result_prototype(const ConcreteTrace& trace) { return trace.prototype(); }
std::shared_ptr<const ir::Graph> graph_of(const ConcreteTrace& trace) { return trace.graph(); }

}  // namespace ag::detail
