/// Extracts the content of a trace for a file, and runs traces that were loaded.
#include <algorithm>
#include <cstring>

#include "ag/tracing.h"
#include "exec/device_executor.h"
#include "exec/device_op.h"
#include "function/fit.h"
#include "function/saved_function.h"
#include "function/saved_graph.h"
#include "graph/type.h"
#include "tensor/interned_strings.h"
#include "trace/recorder.h"

namespace ag::detail {

namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why, SourceLocation location,
                         const std::string& remedy) {
  throw Error(ErrorKind::unimplemented, "the function '" + name + "' cannot be saved: it " + why, location, {remedy});
}

/// A signature with only the objects of the trace, for finding the present values of captured variables.
SignatureBuilder call_of_today(const ConcreteTrace& trace) {
  SignatureBuilder call;
  for (const void* object : trace.pinned()) call.add_object({object, 0, nullptr}, 0);
  return call;
}

bool is_movable(const ConcreteTrace& trace) {
  return std::ranges::find(trace.pinned(), nullptr) != trace.pinned().end();
}

/// Appends the captured inputs, which follow those of the arguments.
void add_captured(const ConcreteTrace& trace, std::vector<Tensor>& inputs, SourceLocation location) {
  const SignatureBuilder call = call_of_today(trace);
  static_cast<void>(trace.holds_for(call));
  const tracing::Prologue& prologue = trace.prologue();
  for (const auto& input : prologue.inputs()) {
    if (input.kind == tracing::Prologue::HiddenInput::Kind::Tensor)
      inputs.push_back(*static_cast<const Tensor*>(prologue.tensors()[input.index].place.in(call.roots())));
    else
      inputs.push_back(number_tensor({call.captured()[input.index], 0, prologue.dtype(input.index)}, location));
  }
}

SavedResultSource result_of(const Leaf& leaf, const LeafSource& source, const std::string& name,
                            SourceLocation location) {
  using Kind = SavedResult::Kind;
  SavedResultSource result;
  result.name = leaf.name;
  result.source = source;
  constexpr std::string_view kSize = "the size of ";  // the prefix that detail::save writes
  if (leaf.list) refuse(name, "gives back a list", location, "give back a tensor, with ag::stack");
  if (leaf.kind == Leaf::Kind::Tensor) {
    result.kind = source.kind == LeafSource::Kind::Output ? Kind::Tensor : Kind::Undefined;
    if (source.is_integer >= 0)
      refuse(name, "gives back '" + leaf.name + "', an integer or a floating-point number", location,
             "give both the same dtype, as with ag::astype or a literal such as 0.0");
  } else if (leaf.kind == Leaf::Kind::Number) {
    if (!leaf.number.id && has_interned_strings(*number_tensor(leaf.number, location).impl()))
      refuse(name, "gives back '" + leaf.name + "', a text of more than seven characters", location,
             "leave the text to the program that calls it");
    result.kind = Kind::Number;
    result.number = leaf.number;
  } else if (leaf.kind == Leaf::Kind::Host && leaf.host && !leaf.resource && leaf.name.starts_with(kSize)) {
    result.kind = Kind::Size;
    result.count = *static_cast<const size_t*>(leaf.host.get());
  } else {
    refuse(name, "gives back '" + leaf.name + "', a value of the host", location,
           "give back tensors, numbers, and structures and vectors of these");
  }
  return result;
}

}  // namespace

bool holds_today(const ConcreteTrace& trace) {
  return !trace.throws() && (is_movable(trace) || trace.holds_for(call_of_today(trace)));
}

SavedTrace saved_trace(const ConcreteTrace& trace, const std::string& name, SourceLocation location) {
  if (is_movable(trace)) {
    refuse(name, "is a method, and its object is not known", location,
           "save what ag::function(&Class::method, object) gives");
  }
  if (trace.writes() || !trace.throw_sites().empty())
    refuse(name, "writes its arguments, or variables of the program", location, "give back what it computes");
  SavedTrace saved;
  std::vector<Tensor> inputs;
  for (const ArgumentType& argument : trace.type().arguments()) {
    if (argument.type == "class of" || is_default_device(argument)) continue;
    saved.arguments.push_back(argument);
    saved.arguments.back().device = Device();  // a file has none
    if (argument.kind == ArgumentType::Kind::Tensor) inputs.emplace_back();
    if (argument.kind == ArgumentType::Kind::Value && argument.type == "Variable")
      refuse(name, "takes a variable", location, "use a variable that is outside of the function");
    if (argument.type == "function") refuse(name, "takes a function", location, "call functions by their names");
  }
  const size_t arguments = inputs.size();
  add_captured(trace, inputs, location);
  const std::string what = "the function '" + name + "'";
  check_savable(*trace.graph(), what, location);
  auto graph = std::make_shared<ir::Graph>(*trace.graph());
  const std::vector<VariableImpl*> variables = take_variables(*graph, inputs, what, location);
  for (size_t k = 0; k < inputs.size(); ++k) {
    SavedInput& input = saved.inputs.emplace_back();
    if (k < arguments)
      input.argument = k;
    else if (variables[k])
      input.kind = SavedInput::Kind::Variable, input.variable = variables[k];
    else
      input.kind = SavedInput::Kind::Tensor, input.tensor = inputs[k];
  }
  saved.graph = std::move(graph);
  for (size_t k = 0; k < trace.results().size(); ++k)
    saved.results.push_back(result_of(trace.results()[k], trace.result_sources()[k], name, location));
  return saved;
}

std::string SavedTrace::str(const std::string& function) const {
  std::string text = function + list_of(arguments) + " -> (";
  const std::vector<ir::ValueId>& outputs = graph->block(graph->body()).results;
  bool first = true;
  for (const SavedResultSource& result : results) {
    if (result.kind == SavedResult::Kind::Size) continue;
    text += first ? "" : ", ";
    first = false;
    text += result.source.kind == LeafSource::Kind::Output
                ? ir::str(graph->value(outputs[static_cast<size_t>(result.source.index)]).type)
            : result.kind == SavedResult::Kind::Number ? std::string(ag::name(result.number.dtype))
                                                       : "undefined";
  }
  return text + ")";
}

namespace {

using Kind = ArgumentType::Kind;

/// Describes a call for a trace: a number is described as a tensor where the trace expects a tensor.
DescribedCall parts_for(const SavedTrace& trace, const std::vector<SavedArgument>& arguments) {
  DescribedCall call;
  for (const SavedArgument& argument : arguments) {
    const size_t at = call.size();
    const bool wants_tensor = at < trace.arguments.size() && trace.arguments[at].kind == Kind::Tensor;
    if (argument.tensor.defined() && wants_tensor)
      describe_tensor(argument.tensor, argument.parts[0].name, call);
    else
      call.insert(call.end(), argument.parts.begin(), argument.parts.end());
  }
  return call;
}

bool accepts(const SavedTrace& trace, const DescribedCall& call) {
  return std::ranges::equal(trace.arguments, call, [](const ArgumentType& wanted, const DescribedArgument& given) {
    if (wanted.kind != given.kind) return false;
    if (wanted.kind != Kind::Tensor) return wanted.str() == given.str();
    if (is_number(wanted)) return false;  // `fit` converts the number
    return ir::is_subtype({given.dtype, given.shape, given.weak}, {wanted.dtype, wanted.shape, wanted.weak}) &&
           wanted.weak == given.weak;
  });
}

bool is_more_specific(const SavedTrace& trace, const SavedTrace& than) { return than.type->accepts(*trace.type); }

}  // namespace

std::vector<SavedResult> SavedFunction::call(std::vector<SavedArgument>& arguments, SourceLocation location) const {
  if (is_tracing()) {
    throw Error(ErrorKind::unimplemented,
                "the saved function '" + name +
                    "' is called in a function that is traced, whose graph it cannot be a "
                    "part of",
                location, {"call it outside of the traced function, or in a function of ag::host_call"});
  }
  const SavedTrace* best = nullptr;
  DescribedCall parts;
  std::optional<std::vector<Tensor>> converted;
  for (const SavedTrace& trace : traces) {
    DescribedCall call = parts_for(trace, arguments);
    if (!accepts(trace, call) || (best && !is_more_specific(trace, *best))) continue;
    best = &trace;
    parts = std::move(call);
  }
  // Second try: numbers take the dtypes that a trace declares.
  for (size_t k = 0; !best && k < traces.size(); ++k) {
    parts = parts_for(traces[k], arguments);
    try {
      converted = fit(*traces[k].type, parts, name, location);
      best = &traces[k];
    } catch (const Error&) {
      if (traces.size() == 1) throw;
    }
  }
  if (!best) {
    DescribedCall given;
    for (const SavedArgument& argument : arguments)
      given.insert(given.end(), argument.parts.begin(), argument.parts.end());
    std::vector<std::string> notes{"called with " + list_of(std::vector<ArgumentType>(given.begin(), given.end()))};
    for (const SavedTrace& trace : traces) notes.push_back("saved: " + trace.str(name));
    throw Error(ErrorKind::type_error, "'" + name + "' was not saved for arguments of these types", location,
                std::move(notes));
  }
  std::vector<const Tensor*> tensors;
  for (const DescribedArgument& part : parts)
    if (part.kind == Kind::Tensor) tensors.push_back(part.tensor);
  std::vector<const Tensor*> inputs;
  for (const SavedInput& input : best->inputs) {
    const Tensor* given = input.kind == SavedInput::Kind::Argument
                              ? converted ? &(*converted)[input.argument] : tensors[input.argument]
                          : input.kind == SavedInput::Kind::Variable ? &input.variable->handle
                                                                     : &input.tensor;
    const VariableImpl* const variable = input.variable;
    const tracing::Recorder* const recorder = tracing::recorder();
    if (recorder && (variable ? variable->trainable && is_floating(variable->dtype) : recorder->knows(*given))) {
      throw Error(ErrorKind::unimplemented, "the gradient of a call of the saved function '" + name + "' is asked for",
                  location, {"compute the gradient in the function that is saved"});
    }
    inputs.push_back(given);
  }
  const std::vector<Tensor> outputs = exec::run_step(exec::device_of_inputs(inputs, location), *best->executor, inputs);
  std::vector<SavedResult> results;
  for (const SavedResultSource& source : best->results) {
    SavedResult& result = results.emplace_back();
    result.kind = source.kind;
    result.name = source.name;
    result.count = source.count;
    if (source.source.kind == LeafSource::Kind::Output) {
      result.value = tensor_of_outputs(source.source, outputs.data(), location);
      if (!result.value.defined()) result.kind = SavedResult::Kind::Undefined;
    } else if (source.kind == SavedResult::Kind::Number) {
      result.value = number_tensor(source.number, location);
    }
  }
  return results;
}

}  // namespace ag::detail
