/// Saved functions as JSON, for the metadata of a file.
#include "function/saved_function.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "function/saved_graph.h"
#include "graph/text.h"
#include "ops/table.h"
#include "passes/specialize.h"

namespace ag::detail {

namespace {

using Json = nlohmann::json;
using Fail = std::function<void(const std::string&)>;

constexpr const char* kArgumentKinds[] = {"tensor", "undefined", "value"};         // of ArgumentType::Kind
constexpr const char* kInputKinds[] = {"argument", "variable", "tensor"};          // of SavedInput::Kind
constexpr const char* kResultKinds[] = {"tensor", "number", "size", "undefined"};  // of SavedResult::Kind

Json json_of(const Shape& shape) {
  if (!shape.ranked()) return nullptr;
  return std::vector<int64_t>(shape.begin(), shape.end());
}

Json json_of(const ArgumentType& type) {
  Json json = {{"kind", kArgumentKinds[static_cast<size_t>(type.kind)]}, {"name", type.name}};
  if (type.kind == ArgumentType::Kind::Tensor) {
    json["dtype"] = name(type.dtype);
    json["shape"] = json_of(type.shape);
    json["weak"] = type.weak;
  } else {
    json["type"] = type.type;
    json["value"] = type.value;
  }
  return json;
}

Json json_of(const SavedInput& input) {
  Json json = {{"kind", kInputKinds[static_cast<size_t>(input.kind)]}};
  if (input.kind == SavedInput::Kind::Argument)
    json["argument"] = input.argument;
  else
    json["name"] = input.name;
  return json;
}

Json json_of(const SavedResultSource& result) {
  Json json = {{"kind", kResultKinds[static_cast<size_t>(result.kind)]}, {"name", result.name}};
  if (result.kind == SavedResult::Kind::Size) {
    json["count"] = result.count;
  } else if (result.source.kind == LeafSource::Kind::Output) {
    json["output"] = result.source.index;
    if (result.source.literal) json["literal"] = name(result.source.dtype);
    if (result.source.defined >= 0) json["defined"] = result.source.defined;
  } else if (result.kind == SavedResult::Kind::Number) {
    json["dtype"] = name(result.number.dtype);
    json["bits"] = result.number.bits;
  }
  return json;
}

/// Reads parts of a JSON value; fails for parts that are missing, of another type or too large.
class Reader {
 public:
  Reader(const std::string& name, const Fail& fail) : name_(name), fail_(fail) {}

  [[noreturn]] void fail(const std::string& message) const {
    fail_("the function '" + name_ + "' in it is damaged: " + message);
    std::abort();
  }
  const Json& part(const Json& json, const char* key) const {
    if (!json.is_object() || !json.contains(key)) fail(std::string("'") + key + "' is missing");
    return json[key];
  }
  const Json& list(const Json& json, const char* key) const {
    const Json& value = part(json, key);
    if (!value.is_array()) fail(std::string("'") + key + "' is no list");
    return value;
  }
  std::string text(const Json& json, const char* key) const {
    const Json& value = part(json, key);
    if (!value.is_string()) fail(std::string("'") + key + "' is no text");
    return value.get<std::string>();
  }
  size_t index(const Json& json, const char* key, size_t end) const {
    const Json& value = part(json, key);
    if (!value.is_number_unsigned() || value.get<uint64_t>() >= end)
      fail(std::string("'") + key + "' is no number below " + std::to_string(end));
    return value.get<size_t>();
  }
  template <size_t N>
  size_t choice(const Json& json, const char* key, const char* const (&names)[N]) const {
    const std::string value = text(json, key);
    const auto at = std::ranges::find(names, value);
    if (at == std::end(names)) fail(std::string("'") + key + "' is '" + value + "'");
    return static_cast<size_t>(at - names);
  }
  DType dtype(const Json& json, const char* key) const {
    const std::string value = text(json, key);
    for (int k = 0; k < kDTypeCount; ++k)
      if (name(static_cast<DType>(k)) == value) return static_cast<DType>(k);
    fail("'" + value + "' is no dtype");
  }
  Shape shape(const Json& json, const char* key) const {
    const Json& value = part(json, key);
    if (value.is_null()) return Shape::unknown_rank();
    constexpr size_t kMaxDims = 64;
    if (!value.is_array() || value.size() > kMaxDims) fail("a shape is none");
    Shape shape;
    for (const Json& dim : value) {
      if (!dim.is_number_integer() || (dim.is_number_unsigned() && dim.get<uint64_t>() > uint64_t{INT64_MAX}) ||
          dim.get<int64_t>() < unknown)
        fail("a shape is none");
      shape.push_back(dim.get<int64_t>());
    }
    return shape;
  }
  bool flag(const Json& json, const char* key) const {
    const Json& value = part(json, key);
    if (!value.is_boolean()) fail(std::string("'") + key + "' is neither true nor false");
    return value.get<bool>();
  }

 private:
  const std::string& name_;
  const Fail& fail_;
};

ArgumentType read_argument(const Reader& in, const Json& json) {
  ArgumentType type;
  type.kind = static_cast<ArgumentType::Kind>(in.choice(json, "kind", kArgumentKinds));
  type.name = in.text(json, "name");
  if (type.kind == ArgumentType::Kind::Tensor) {
    type.dtype = in.dtype(json, "dtype");
    type.shape = in.shape(json, "shape");
    type.weak = in.flag(json, "weak");
  } else {
    type.type = in.text(json, "type");
    type.value = in.text(json, "value");
  }
  return type;
}

/// The type of the calls, for comparing arguments. The words are placeholders.
CallType call_type_of(const std::vector<ArgumentType>& arguments) {
  DescribedCall call;
  std::vector<uint64_t> words;
  for (const ArgumentType& argument : arguments) {
    DescribedArgument& described = call.emplace_back();
    static_cast<ArgumentType&>(described) = argument;
    described.words =
        argument.kind == ArgumentType::Kind::Tensor ? 1 + static_cast<uint32_t>(argument.shape.size()) : 0;
    words.resize(words.size() + described.words);
  }
  return CallType(call, words);
}

SavedInput read_input(const Reader& in, const Json& json, const ir::TensorType& type,
                      const std::vector<const ArgumentType*>& arguments,
                      const std::map<std::string, ag::Variable>& variables,
                      const std::map<std::string, Tensor>& tensors) {
  SavedInput input;
  input.kind = static_cast<SavedInput::Kind>(in.choice(json, "kind", kInputKinds));
  bool fits = true;
  if (input.kind == SavedInput::Kind::Argument) {
    input.argument = in.index(json, "argument", arguments.size());
    const ArgumentType& argument = *arguments[input.argument];
    fits = type == ir::TensorType{argument.dtype, argument.shape, argument.weak};
  } else if (input.kind == SavedInput::Kind::Variable) {
    input.name = in.text(json, "name");
    const auto found = variables.find(input.name);
    if (found == variables.end()) in.fail("there is no variable '" + input.name + "'");
    input.variable = VariableAccess::impl(found->second);
    fits = type == ir::TensorType{DType::uint64, Shape(), false};
  } else {
    input.name = in.text(json, "name");
    const auto found = tensors.find(input.name);
    if (found == tensors.end()) in.fail("there is no tensor '" + input.name + "'");
    input.tensor = found->second;
    const TensorImpl& impl = *input.tensor.impl();
    fits = ir::is_subtype({impl.dtype, impl.shape, type.weak}, type);
  }
  if (!fits) in.fail("an input of a graph has another type than what it is given");
  return input;
}

SavedResultSource read_result(const Reader& in, const Json& json, const ir::Graph& graph) {
  SavedResultSource result;
  const std::vector<ir::ValueId>& outputs = graph.block(graph.body()).results;
  const auto type_of = [&](size_t k) -> const ir::TensorType& { return graph.value(outputs[k]).type; };
  result.kind = static_cast<SavedResult::Kind>(in.choice(json, "kind", kResultKinds));
  result.name = in.text(json, "name");
  if (result.kind == SavedResult::Kind::Size) {
    result.count = in.index(json, "count", size_t{1} << 32);
  } else if (json.contains("output")) {
    const size_t output = in.index(json, "output", outputs.size());
    result.source.kind = LeafSource::Kind::Output;
    result.source.index = static_cast<int32_t>(output);
    if (result.kind == SavedResult::Kind::Number && type_of(output).shape != Shape()) in.fail("a number is an array");
    if (json.contains("literal")) {
      result.source.literal = true;
      result.source.dtype = in.dtype(json, "literal");
      if (type_of(output).shape != Shape()) in.fail("a number is an array");
    }
    if (json.contains("defined")) {
      const size_t flag = in.index(json, "defined", outputs.size());
      if (type_of(flag) != ir::TensorType{DType::boolean, Shape(), false}) in.fail("a flag is none");
      result.source.defined = static_cast<int32_t>(flag);
    }
  } else if (result.kind == SavedResult::Kind::Number) {
    result.number.dtype = in.dtype(json, "dtype");
    const Json& bits = in.part(json, "bits");
    if (!bits.is_number_unsigned()) in.fail("'bits' are none");
    result.number.bits = bits.get<uint64_t>();
  } else if (result.kind != SavedResult::Kind::Undefined) {
    in.fail("a result has no output");
  }
  return result;
}

/// Checks that each container has as many elements as it declares. Otherwise a reader would allocate memory for
/// elements that do not exist.
void check_sizes(const Reader& in, const std::vector<SavedResultSource>& results) {
  for (size_t k = 0; k < results.size(); ++k)
    if (results[k].kind == SavedResult::Kind::Size && results[k].count > results.size() - k - 1)
      in.fail("a container has more elements than there are results");
}

SavedTrace read_trace(const Reader& in, const std::string& name, const Json& json,
                      const std::map<std::string, ag::Variable>& variables,
                      const std::map<std::string, Tensor>& tensors) {
  SavedTrace trace;
  for (const Json& argument : in.list(json, "arguments")) trace.arguments.push_back(read_argument(in, argument));
  std::shared_ptr<ir::Graph> graph;
  try {
    graph = std::make_shared<ir::Graph>(ir::parse(in.text(json, "graph"), ops::table(), name));
  } catch (const Error& error) {
    in.fail(error.message());
  }
  std::vector<const ArgumentType*> of_tensors;
  for (const ArgumentType& argument : trace.arguments)
    if (argument.kind == ArgumentType::Kind::Tensor) of_tensors.push_back(&argument);
  const std::vector<ir::ValueId>& values = graph->block(graph->body()).arguments;
  const Json& inputs = in.list(json, "inputs");
  if (inputs.size() != values.size()) in.fail("a graph has another number of inputs");
  std::vector<const VariableImpl*> of_inputs;
  for (size_t k = 0; k < values.size(); ++k) {
    trace.inputs.push_back(read_input(in, inputs[k], graph->value(values[k]).type, of_tensors, variables, tensors));
    of_inputs.push_back(trace.inputs.back().variable);
  }
  check_variables(*graph, of_inputs, [&](const std::string& message) { in.fail(message); });
  for (const Json& result : in.list(json, "results")) trace.results.push_back(read_result(in, result, *graph));
  check_sizes(in, trace.results);
  trace.type = call_type_of(trace.arguments);
  trace.graph = std::move(graph);
  trace.executor = exec::make_executor({exec::choose_executor(false, false), {.fast = exec::choose_fast(false, false)}},
                                       trace.graph, passes::specialization());
  return trace;
}

}  // namespace

std::string text_of_function(const SavedFunction& function) {
  Json traces = Json::array();
  for (const SavedTrace& trace : function.traces) {
    Json arguments = Json::array(), inputs = Json::array(), results = Json::array();
    for (const ArgumentType& argument : trace.arguments) arguments.push_back(json_of(argument));
    for (const SavedInput& input : trace.inputs) inputs.push_back(json_of(input));
    for (const SavedResultSource& result : trace.results) results.push_back(json_of(result));
    traces.push_back({{"graph", ir::print(*trace.graph)},
                      {"arguments", std::move(arguments)},
                      {"inputs", std::move(inputs)},
                      {"results", std::move(results)}});
  }
  // Invalid UTF-8 in a name is replaced: the name is only for display.
  return Json({{"name", function.name}, {"traces", std::move(traces)}})
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

SavedFunction read_function(const std::string& name, const std::string& text,
                            const std::map<std::string, ag::Variable>& variables,
                            const std::map<std::string, Tensor>& tensors, const Fail& fail) {
  const Reader in(name, fail);
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) in.fail("it is no JSON");
  SavedFunction function;
  function.name = in.text(json, "name");
  for (const Json& trace : in.list(json, "traces"))
    function.traces.push_back(read_trace(in, name, trace, variables, tensors));
  if (function.traces.empty()) in.fail("it has no trace");
  return function;
}

}  // namespace ag::detail
