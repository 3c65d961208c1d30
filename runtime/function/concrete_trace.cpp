#include "function/concrete_trace.h"

#include <algorithm>
#include <bit>
#include <map>

#include "ag/staging/traced.h"
#include "base/check.h"
#include "exec/device_executor.h"
#include "exec/profile.h"
#include "exec/thread_limited.h"
#include "function/eager_calls.h"
#include "function/recursion.h"
#include "grad/custom.h"
#include "graph/dot.h"
#include "graph/dump.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "ops/mixed_value.h"
#include "ops/table.h"
#include "passes/manager.h"
#include "passes/specialize.h"
#include "staging/captures/static_storage.h"
#include "staging/control/branch.h"
#include "staging/state/module_parts.h"
#include "tensor/convert.h"
#include "tensor/device_array.h"
#include "tensor/variable_impl.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

/// The text of a host number; empty for half-precision types.
std::string text_of_number(const Number& number) {
  return visit_dtype(number.dtype, [&]<class T>(T) -> std::string {
    if constexpr (is_half<T>)
      return "";
    else if constexpr (std::is_floating_point_v<T>)
      return text_of(static_cast<double>(value_of_bits<T>(number.bits)));
    else
      return std::to_string(value_of_bits<T>(number.bits));
  });
}

void dump_graph(ir::Stage stage, const ir::Graph& graph) {
  if (ir::dumps(stage)) ir::dump(stage, graph.name(), ir::print(graph, {.constant_elements = 16}));
}

/// For autograph = false: throws if the graph has control flow.
void refuse_control_flow(const ir::Graph& graph) {
  for (ir::BlockId block = 0; block < static_cast<ir::BlockId>(graph.block_count()); ++block) {
    const ir::NodeId owner = graph.block(block).owner;
    if (owner == ir::kNone || graph.node(owner).block == ir::kNone) continue;
    throw Error(
        ErrorKind::type_error, "a tensor decides here, and '" + graph.name() + "' is traced with autograph = false",
        graph.node(owner).location, {"leave the option out, or let a value decide that is known while tracing"});
  }
}

bool is_tensor(const ArgumentType& type) { return type.kind == ArgumentType::Kind::Tensor; }

/// Appends the type of a captured tensor. A number that its dtype does not hold exactly is identified by its value.
void add_captured(const Tensor& tensor, SignatureBuilder& type) {
  if (!tensor.defined() || !tensor.impl()->literal) return type.add_tensor(tensor, SourceLocation::current());
  const TensorImpl& number = *tensor.impl();
  if (!is_rounded(number))
    return type.add_word(
        TensorWord::of(number.weak ? TensorWord::kWeak : TensorWord::kTensor, number.dtype, number.shape));
  type.add_word(TensorWord::kLiteral);
  type.add_word(std::bit_cast<uint64_t>(number.scalar.floating));
}

std::string text_of_captured(const Tensor& tensor) {
  if (tensor.defined() && tracing::is_constant_of_trace(tensor))
    return "number " + text_of(tensor.impl()->scalar.floating);
  DescribedCall described;
  describe_tensor(tensor, "", described);
  return described[0].str();
}

/// The source of a leaf once the graph has run; adds graph outputs as needed. One level suffices, because results have
/// no slots.
LeafSource source_of(tracing::Trace& trace, const Leaf& leaf, std::map<ir::ValueId, int32_t>& outputs,
                     SourceLocation location) {
  const Tensor tensor = symbol_of_leaf(leaf, location);
  if (!tensor.defined()) return {};
  const auto output = [&](ir::ValueId value) {
    std::vector<ir::ValueId>& results = trace.graph().block(trace.graph().body()).results;
    const auto [at, is_new] = outputs.try_emplace(value, static_cast<int32_t>(results.size()));
    if (is_new) results.push_back(value);
    return at->second;
  };
  const bool is_symbol = tensor.impl()->is_symbol();
  const Tensor defined = is_symbol && !leaf.optional ? tensor.impl()->symbol->defined : Tensor();
  LeafSource source{LeafSource::Kind::Output};
  Tensor value = tensor;
  if (ops::is_mixed(tensor)) {
    const ops::MixedValue mixed = ops::mixed_value(tensor);
    source.is_integer = output(trace.value_of_passed(mixed.is_integer, location));
    source.integer = output(trace.value_of_passed(mixed.integer, location));
    value = mixed.floating;
  }
  const bool literal = !leaf.optional && value.impl()->is_symbol() && value.impl()->symbol->exact.defined();
  const Tensor given = literal ? value.impl()->symbol->exact : value;
  source.index = output(trace.value_of_passed(given, location));
  if (literal) source.literal = true, source.dtype = tensor.impl()->dtype;
  if (defined.defined()) source.defined = output(trace.value_of(defined, location));
  return source;
}

}  // namespace

ConcreteTrace::ConcreteTrace(const std::string& name, CallType type, const Roots& call_roots,
                             const TraceRequest& request)
    : type_(std::move(type)),
      parameters_(request.parameters),
      called_at_(request.location),
      device_(device::number_of(request.device, request.location)) {
  const exec::Span span({exec::SpanKind::Trace, name, request.location});
  const DeviceScope here(request.device);  // the body makes arrays on the device of its graph
  tracing::Trace trace(name, ops::table());
  if (request.copies_arrays) trace.move_arrays();
  Roots roots;
  for (const Root& root : call_roots) {
    const bool pinned = is_static_storage(root.address);
    pinned_.push_back(pinned ? root.address : nullptr);
    roots.push_back(pinned ? Root{nullptr, 0, root.module} : root);
  }
  tracing::Captures captures(trace, {roots, request.locals, __builtin_frame_address(0), request.absolute});
  Leaves placeholders = request.arguments;
  std::vector<int32_t> input_of(placeholders.size(), ir::kNone);
  int32_t inputs = 0;
  auto argument = type_.arguments().begin();
  auto next_argument = [&] { return std::find_if(argument, type_.arguments().end(), is_tensor); };
  std::map<const VariableImpl*, uint32_t> handles;
  for (size_t k = 0; k < placeholders.size(); ++k) {
    Leaf& leaf = placeholders[k];
    if (leaf.resource) {  // one input for each distinct variable
      uint32_t& handle = handles[leaf.resource];
      if (!handle) {
        handle = trace.stage(trace.add_input({DType::uint64, Shape(), false}, leaf.name, request.location));
        ++inputs;
      }
      leaf.number = {0, handle, DType::uint64};
      continue;
    }
    if (leaf.kind == Leaf::Kind::Number && !leaf.number.is_host()) {
      argument = next_argument();
      AG_CHECK(argument != type_.arguments().end(), "a call has more symbolic numbers than its type");
      const DType dtype = argument->dtype;
      leaf.number = {0, trace.stage(trace.add_input({dtype, Shape(), false}, argument->name, request.location)), dtype};
      ++argument;
      input_of[k] = inputs++;
      continue;
    }
    if (leaf.kind != Leaf::Kind::Tensor || !leaf.tensor.defined()) continue;
    argument = next_argument();
    AG_CHECK(argument != type_.arguments().end(), "a call has more tensors than its type");
    const bool number = is_number(*argument);
    leaf.tensor = trace.add_input({argument->dtype, argument->shape, argument->weak && !number}, argument->name,
                                  request.location);
    if (number) leaf.tensor = number_of_exact(leaf.tensor, request.location);
    ++argument;
    input_of[k] = inputs++;
  }
  AG_CHECK(next_argument() == type_.arguments().end(), "a call has fewer tensors than its type");
  ThrownArguments thrown(trace, captures.prologue(), request, placeholders);
  record(trace, request, placeholders, thrown);
  request.finish(results_, arguments_, prototype_);
  if (throws_) {  // there are no results
    results_.clear();
    arguments_ = placeholders;
  }

  check_variables(placeholders, request.location);
  made_ = captures.made();

  std::map<ir::ValueId, int32_t> outputs;
  if (!throws_) keep_stores(trace, captures, outputs, request.location);
  for (const Leaf& leaf : results_) result_sources_.push_back(source_of(trace, leaf, outputs, request.location));
  const bool reformed = is_reformed(placeholders, arguments_);
  writes_arguments_ = reformed;
  for (size_t k = 0; k < arguments_.size(); ++k) {
    Leaf& leaf = arguments_[k];
    if (reformed) {
      argument_sources_.push_back(source_of(trace, leaf, outputs, request.location));
      continue;
    }
    if (leaf.kind == Leaf::Kind::Number && input_of[k] == ir::kNone) {
      argument_sources_.push_back(source_of(trace, leaf, outputs, request.location));
      writes_arguments_ = writes_arguments_ || !leaf.number.same(placeholders[k].number);
      continue;
    }
    const bool same = leaf.kind == Leaf::Kind::Number
                          ? leaf.number.same(placeholders[k].number)
                          : leaf.kind == Leaf::Kind::Tensor && leaf.tensor.impl() == placeholders[k].tensor.impl();
    if (same && input_of[k] != ir::kNone) {
      LeafSource& source = argument_sources_.emplace_back(LeafSource{LeafSource::Kind::Input, input_of[k]});
      source.literal = leaf.kind == Leaf::Kind::Tensor && is_rounded(*leaf.tensor.impl());
    } else {
      argument_sources_.push_back(same ? LeafSource() : source_of(trace, leaf, outputs, request.location));
      writes_arguments_ =
          writes_arguments_ || ((leaf.kind == Leaf::Kind::Tensor || leaf.kind == Leaf::Kind::Number) && !same);
    }
  }
  stored_count_ = thrown.count();
  throw_sites_ = thrown.take_sites();
  prologue_ = std::move(captures.prologue());
  std::vector<tracing::Prologue::Slot> stored;
  for (const Store& store : stores_) {
    if (store.slot) stored.push_back(*store.slot);
  }
  prologue_.finish(stored);
  for (auto& captured : prologue_.tensors()) {
    add_captured(captured.today, captured_types_.emplace_back(SignatureBuilder::OfValue()));
    captured_names_.push_back(text_of_captured(captured.today));
    captured.today = Tensor();
  }
  if (!request.autograph) refuse_control_flow(trace.graph());
  input_count_ = static_cast<size_t>(inputs);
  single_ = !writes_arguments_ && stores_.empty() && throw_sites_.empty() && results_.size() == 1 &&
            results_[0].kind == Leaf::Kind::Tensor && result_sources_[0].kind == LeafSource::Kind::Output &&
            !result_sources_[0].is_joined();
  gives_each_once_ = !writes_arguments_ && throw_sites_.empty() && takes_each_once(result_sources_);
  if (takes_and_gives_tensors()) {
    for (const ArgumentType& argument : type_.arguments()) {
      plain_types_.push_back(TensorImpl::type_word({argument.dtype, argument.weak}, argument.shape.size()));
      plain_types_.insert(plain_types_.end(), argument.shape.begin(), argument.shape.end());
    }
  }
  forget_symbols(results_);
  forget_symbols(arguments_);
  grad::forget_gradients(trace.graph());
  graph_ = std::make_shared<ir::Graph>(std::move(trace.graph()));
}

bool ConcreteTrace::takes_and_gives_tensors() const {
  if (device_ != device::kHost || throws_ || type_.is_general() || !prologue_.empty() || !pinned_.empty() ||
      !stores_.empty())
    return false;
  if (!gives_each_once_ || !std::ranges::all_of(type_.arguments(), is_tensor)) return false;
  if (input_count_ != type_.arguments().size()) return false;
  for (size_t k = 0; k < results_.size(); ++k) {
    const LeafSource& source = result_sources_[k];
    if (results_[k].kind != Leaf::Kind::Tensor ||
        source != LeafSource{LeafSource::Kind::Output, static_cast<int32_t>(k)})
      return false;
  }
  return true;
}

void ConcreteTrace::make_ready(const exec::RunOptions& options, int threads, bool fixed_points) {
  dump_graph(ir::Stage::Traced, *graph_);
  {
    const exec::Span span({exec::SpanKind::Optimize, graph_->name(), called_at_});
    ir::PassOptions passes = passes::options_from_environment();
    if (fixed_points) passes.optional.push_back("fixed_points");
    passes::optimize(*graph_, passes);
  }
  dump_graph(ir::Stage::Optimized, *graph_);
  if (ir::dumps(ir::Stage::Dot)) ir::dump(ir::Stage::Dot, graph_->name(), ir::dot(*graph_));
  ir::verify(*graph_, "tracing");
  const auto& inputs = graph_->block(graph_->body()).arguments;
  for (size_t k = input_count_; k < inputs.size(); ++k) {
    const ir::Value& value = graph_->value(inputs[k]);
    captures_.push_back(
        {ArgumentType::Kind::Tensor, value.name, value.type.dtype, value.type.shape, value.type.weak, {}, {}, {}});
  }
  describe_results();
  run_options_ = options;
  threads_ = threads;
  ready_ = true;
  specialization_ = passes::specialization(fixed_points);
  executor_ = exec::make_executor(options, graph_, specialization_);
  if (threads > 0) executor_ = exec::limit_threads(std::move(executor_), threads);
  executor_ = exec::make_device_executor(device_, std::move(executor_));
}

/// Throws if the body returns an ag::Variable or makes an argument another one: the identity of a variable belongs to
/// the call, not to the graph.
void ConcreteTrace::check_variables(const Leaves& placeholders, SourceLocation location) const {
  for (const Leaf& leaf : results_) {
    if (!leaf.resource) continue;
    throw Error(ErrorKind::staging_error, "a traced function gives back a variable", location,
                {"give back its value, as v.value(), or take the variable as an argument"});
  }
  for (size_t k = 0; k < arguments_.size(); ++k) {
    const std::string& name = arguments_[k].name;
    if (arguments_[k].resource == (k < placeholders.size() ? placeholders[k].resource : nullptr)) continue;
    throw Error(ErrorKind::staging_error, "a traced function makes its argument '" + name + "' another variable",
                location, {"write its value instead, with " + name + ".assign(x)"});
  }
}

namespace {

/// Runs the body. An error that the trace has refused with is rethrown even if a handler in the program swallowed it.
void run_body(const tracing::Trace& trace, const TraceRequest& request, const Leaves& placeholders) {
  try {
    request.run(placeholders);
  } catch (const BranchEnd&) {
    throw;
  } catch (...) {
    if (trace.refused()) std::rethrow_exception(trace.refused());
    throw;
  }
  if (trace.refused()) std::rethrow_exception(trace.refused());
}

}  // namespace

void ConcreteTrace::record(tracing::Trace& trace, const TraceRequest& request, const Leaves& placeholders,
                           const ThrownArguments& thrown) {
  const auto leaves = [&](const char* what) {
    bool matters = trace.graph().has_effects_in(trace.graph().body()) || thrown.changed();
    for (const auto& cell : tracing::captures()->cells()) matters = matters || cell.dirty();
    if (!matters) return false;
    record_exception(std::current_exception(), what, request.location);
    return true;
  };
  try {
    run_body(trace, request, placeholders);
  } catch (const BranchEnd&) {
    if (Recursion::has_waited() || !leaves("exception")) throw;
    throws_ = true;
  } catch (const Error& error) {
    // An error of the trace itself, unless the body wrote something before it: those writes must not be lost.
    const bool refused = is_limit_of_tracing(error) || (!tracing::captures()->writes() && !thrown.changed());
    if (refused || !leaves(error.what())) throw;
    throws_ = true;
  } catch (const std::exception& exception) {
    if (!leaves(exception.what())) throw;
    throws_ = true;
  } catch (...) {
    if (!leaves("exception")) throw;
    throws_ = true;
  }
}

void ConcreteTrace::describe_results() {
  const ir::Block& body = graph_->block(graph_->body());
  for (size_t k = 0; k < results_.size(); ++k) {
    const Leaf& leaf = results_[k];
    ArgumentType type;
    type.name = leaf.name;
    if (result_sources_[k].kind == LeafSource::Kind::Output) {
      const ir::TensorType& of = graph_->value(body.results[static_cast<size_t>(result_sources_[k].index)]).type;
      type.kind = ArgumentType::Kind::Tensor;
      type.dtype = of.dtype, type.shape = of.shape, type.weak = of.weak;
      if (!stays_on_host(of.dtype)) type.device = device::device_of(device_);
      if (result_sources_[k].literal) type.dtype = result_sources_[k].dtype, type.weak = true;
    } else if (leaf.kind == Leaf::Kind::Tensor && leaf.tensor.defined()) {
      type.kind = ArgumentType::Kind::Tensor;
      type.dtype = leaf.tensor.dtype(), type.shape = leaf.tensor.shape(), type.weak = leaf.tensor.impl()->weak;
    } else if (leaf.kind == Leaf::Kind::Tensor) {
      type.kind = ArgumentType::Kind::Undefined;
    } else {
      type.type = leaf.kind == Leaf::Kind::Number ? "the number" : "a value of the host";
      if (leaf.kind == Leaf::Kind::Number) type.value = text_of_number(leaf.number);
    }
    outputs_.push_back(std::move(type));
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

bool ConcreteTrace::captures_match(const SignatureBuilder& call) const {
  for (size_t k = 0; k < pinned_.size(); ++k) {
    const Root& root = call.roots()[k];
    if (pinned_[k] ? pinned_[k] != root.address : prologue_.overlaps(root)) return false;
  }
  if (!prologue_.run(call.captured(), call.roots())) return false;
  for (const auto& variable : prologue_.variables()) {
    const VariableImpl* impl = VariableAccess::impl(*static_cast<const ag::Variable*>(variable.place.in(call.roots())));
    if (!impl || impl->dtype != variable.dtype || impl->shape != variable.shape) return false;
    const bool differs = impl->resource ? impl->resource->type(SourceLocation::current()) != variable.resource
                                        : !variable.resource.empty();
    if (differs) return false;
  }
  for (const auto& module : prologue_.modules()) {
    const auto& parts = ModuleAccess::parts(*static_cast<const Module*>(module.place.in(call.roots())));
    if (parts != module.parts || parts->count() != module.count) return false;
  }
  for (size_t k = 0; k < captured_types_.size(); ++k) {
    SignatureBuilder type{SignatureBuilder::OfValue()};
    add_captured(*static_cast<const Tensor*>(prologue_.tensors()[k].place.in(call.roots())), type);
    if (!std::ranges::equal(type.words(), captured_types_[k].words())) return false;
  }
  return true;
}

std::optional<RetraceReason> ConcreteTrace::changed_capture(const SignatureBuilder& call) const {
  for (size_t k = 0; k < pinned_.size(); ++k) {
    const Root& root = call.roots()[k];
    if (pinned_[k] ? pinned_[k] != root.address : prologue_.overlaps(root)) {
      return RetraceReason{"the object", "captured", "another one",
                           "one that lives as long as the program, or does not"};
    }
  }
  if (const auto failed = prologue_.failed_guard(call.roots())) {
    const char* what = failed->is_object   ? "the function object that is called, made at "
                       : failed->has_moved ? "the memory of the elements or the object found at "
                                           : "the value that decides at ";
    return RetraceReason{what + failed->location.str(), "captured", failed->expected, failed->found};
  }
  for (size_t k = 0; k < captured_types_.size(); ++k) {
    SignatureBuilder type{SignatureBuilder::OfValue()};
    const auto& place = prologue_.tensors()[k].place;
    const Tensor& tensor = *static_cast<const Tensor*>(place.in(call.roots()));
    add_captured(tensor, type);
    if (std::ranges::equal(type.words(), captured_types_[k].words())) continue;
    return RetraceReason{"a tensor outside of the function", "captured", captured_names_[k], text_of_captured(tensor)};
  }
  return std::nullopt;
}

std::shared_ptr<const ir::Graph> ConcreteTrace::graph_to_call(bool fast) const {
  const bool native = ready_ && run_options_.executor != exec::ExecutorKind::Interpreter;
  if (!native || threads_ > 0 || run_options_.native.fast != fast) return nullptr;
  const bool runs_graph = prologue_.empty() && stored_count_ == 0 && stores_.empty() && !throws_;
  return runs_graph ? graph_ : nullptr;
}

std::vector<ir::TensorType> ConcreteTrace::output_types() const {
  std::vector<ir::TensorType> types;
  for (ir::ValueId result : graph_->block(graph_->body()).results) types.push_back(graph_->value(result).type);
  return types;
}

bool ConcreteTrace::is_filled_like(const ConcreteTrace& other) const {
  return result_sources_ == other.result_sources_ && argument_sources_ == other.argument_sources_ &&
         writes_arguments_ == other.writes_arguments_;
}

void ConcreteTrace::check_callable(SourceLocation location) const {
  const bool of_object = !pinned_.empty() && !prologue_.empty();
  if (stores_.empty() && !of_object) return;
  throw Error(ErrorKind::unimplemented,
              "'" + graph_->name() + "' calls itself where a tensor decides how often, and " +
                  (of_object ? "uses the members of its object" : "writes a number or a tensor outside of it"),
              location,
              {of_object ? "pass what it uses as arguments" : "pass it by reference, or keep it in an ag::Variable"});
}

}  // namespace ag::detail
