#include "function/saved_graph.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "graph/text.h"
#include "ops/table.h"
#include "tensor/convert.h"
#include "tensor/interned_strings.h"

namespace ag::detail {

namespace {

using ops::Op;

/// True if the first operand is the handle of a variable.
bool is_of_variable(const ir::Node& node) {
  return is(node, Op::read_variable) || is(node, Op::assign_variable) || is(node, Op::change_variable) ||
         is(node, Op::draw_key);
}

/// The number of values that a format string shows.
size_t shown(std::span<const std::string> format) {
  return static_cast<size_t>(std::ranges::count_if(format, [](const auto& part) { return !part.starts_with('='); }));
}

/// The reason why a node cannot be saved; null if it can.
const char* reason_against(const ir::Node& node) {
  if (is(node, Op::host_call) || is(node, Op::pure_host_call)) return "calls a function of the host";
  if (is(node, Op::raise)) return "throws an exception of the program";
  if (is(node, Op::store)) return "writes a variable of the program";
  if (is(node, Op::write)) return "writes to a stream of the process";
  for (const ir::Attribute& attribute : node.attributes) {
    if (std::holds_alternative<ir::Opaque>(attribute)) return "uses something of the program around it";
    const auto* constant = std::get_if<Tensor>(&attribute);
    if (constant && constant->defined() && has_interned_strings(*constant->impl()))
      return "uses a text of more than seven characters";
  }
  if (!is(node, Op::print)) return nullptr;
  const auto& format = std::get<std::vector<std::string>>(node.attributes[0]);
  return !format.empty() && format[0].starts_with('>') ? "prints to a stream or a file that it chooses" : nullptr;
}

template <class F>
void each_node(const ir::Graph& graph, const F& use) {
  for (ir::NodeId id = 0; id < static_cast<ir::NodeId>(graph.node_count()); ++id)
    if (graph.node(id).block != ir::kNone) use(id, graph.node(id));
}

/// Operations with which ag::Variable changes its value, and the number of their operands.
struct Change {
  Op op;
  size_t operands;
};
constexpr std::array kChanges{Change{Op::add, 1}, Change{Op::subtract, 1}, Change{Op::scatter_add, 2},
                              Change{Op::scatter_sub, 2}, Change{Op::scatter_update, 2}};

}  // namespace

void check_savable(const ir::Graph& graph, const std::string& what, SourceLocation location) {
  each_node(graph, [&](ir::NodeId, const ir::Node& node) {
    if (const char* reason = reason_against(node)) {
      throw Error(ErrorKind::unimplemented, what + " cannot be saved: at " + node.location.str() + " it " + reason,
                  location, {"leave that to the program that calls it"});
    }
  });
}

std::vector<VariableImpl*> take_variables(ir::Graph& graph, std::vector<Tensor>& inputs, const std::string& what,
                                          SourceLocation location) {
  std::vector<VariableImpl*> variables(inputs.size());
  const auto refuse = [&](const ir::Node& node) {
    throw Error(ErrorKind::unimplemented,
                what + " cannot be saved: at " + node.location.str() +
                    " it uses a variable that the graph chooses, or one that is an argument",
                location, {"use variables that are outside of the function, each by its name"});
  };
  // The index of the input that is the handle; a handle that is a constant of the graph becomes an input.
  const auto input_of = [&](const ir::Node& node) -> size_t {
    const ir::Value& handle = graph.value(node.operands[0]);
    const std::vector<ir::ValueId>& arguments = graph.block(graph.body()).arguments;
    const auto at = std::ranges::find(arguments, node.operands[0]);
    if (at != arguments.end()) {
      const auto index = static_cast<size_t>(at - arguments.begin());
      if (!inputs[index].defined()) refuse(node);
      return index;
    }
    if (handle.producer == ir::kNone || !is(graph.node(handle.producer), Op::constant)) refuse(node);
    const Tensor address = std::get<Tensor>(graph.node(handle.producer).attributes[0]);
    for (size_t k = 0; k < inputs.size(); ++k) {
      if (variables[k] && read_scalar(*inputs[k].impl()).integer == read_scalar(*address.impl()).integer) return k;
    }
    graph.add_argument(graph.body(), {DType::uint64, Shape(), false});
    inputs.push_back(address);
    variables.push_back(nullptr);
    return inputs.size() - 1;
  };
  for (ir::NodeId id = 0; id < static_cast<ir::NodeId>(graph.node_count()); ++id) {
    const ir::Node node = graph.node(id);
    if (node.block == ir::kNone || !is_of_variable(node)) continue;
    const size_t index = input_of(node);
    graph.node(id).operands[0] = graph.block(graph.body()).arguments[index];
    const auto bits = static_cast<uint64_t>(read_scalar(*inputs[index].impl()).integer);
    variables[index] = reinterpret_cast<VariableImpl*>(static_cast<uintptr_t>(bits));
    if (variables[index]->resource) refuse(node);
  }
  // A handle is an address, which has no meaning in another process, so no other operand may use it.
  each_node(graph, [&](ir::NodeId, const ir::Node& node) {
    for (size_t k = is_of_variable(node) ? 1 : 0; k < node.operands.size(); ++k) {
      const std::vector<ir::ValueId>& arguments = graph.block(graph.body()).arguments;
      const auto at = std::ranges::find(arguments, node.operands[k]);
      if (at != arguments.end() && variables[static_cast<size_t>(at - arguments.begin())]) refuse(node);
    }
  });
  return variables;
}

void check_variables(const ir::Graph& graph, const std::vector<const VariableImpl*>& inputs,
                     const std::function<void(const std::string&)>& fail) {
  const std::vector<ir::ValueId>& arguments = graph.block(graph.body()).arguments;
  each_node(graph, [&](ir::NodeId, const ir::Node& node) {
    const std::string name = node.op->name;
    if (const char* reason = reason_against(node)) fail("a graph has a node that " + std::string(reason));
    if (is(node, Op::print) || is(node, Op::check)) {
      const size_t first = is(node, Op::check) ? 1 : 0;
      if (shown(std::get<std::vector<std::string>>(node.attributes[0])) + first != node.operands.size())
        fail("'" + name + "' shows other values than it has");
    }
    if (!is_of_variable(node)) return;
    const auto at = std::ranges::find(arguments, node.operands[0]);
    const VariableImpl* variable =
        at == arguments.end() ? nullptr : inputs[static_cast<size_t>(at - arguments.begin())];
    if (!variable) fail("'" + name + "' is about no variable of the file");
    if (is(node, Op::draw_key)) {
      if (variable->dtype != DType::uint64 || variable->shape != Shape{2}) fail("'draw_key' is about no generator");
      return;
    }
    if (std::get<DType>(node.attributes[0]) != variable->dtype ||
        std::get<Shape>(node.attributes[1]) != variable->shape)
      fail("'" + name + "' takes a variable for one of another type");
    if (!is(node, Op::change_variable)) return;
    const auto& operation = std::get<std::string>(node.attributes[3]);
    const bool known = std::ranges::any_of(kChanges, [&](const Change& change) {
      return operation == ops::def(change.op).name && node.operands.size() == change.operands + 1;
    });
    if (!known) fail("'change_variable' does something that variables do not: '" + operation + "'");
  });
}

}  // namespace ag::detail
