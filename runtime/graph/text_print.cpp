#include <cctype>
#include <map>

#include "graph/literal.h"
#include "graph/text.h"

namespace ag::ir {

namespace {

bool is_word(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) return false;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || (!std::isalnum(byte) && c != '_')) return false;
  }
  return true;
}

class Printer {
 public:
  Printer(const Graph& graph, const PrintOptions& options) : graph_(graph), options_(options) {}

  std::string print() {
    const Block& body = graph_.block(graph_.body());
    text_ = "graph " + (is_word(graph_.name()) ? graph_.name() : quote(graph_.name()));
    print_arguments(body);
    // The types of the results are in the first line, for readability; the values themselves are numbered with the
    // body.
    for (size_t i = 0; i < body.results.size(); ++i) {
      text_ += (i ? ", " : " -> ") + str(graph_.value(body.results[i]).type);
    }
    text_ += " {\n";
    print_body(body, 1);
    return text_ + "}\n";
  }

 private:
  /// Values are numbered in the order of the text, so that the output does not depend on the construction of the graph.
  std::string define(ValueId value) {
    const int number = static_cast<int>(numbers_.size());
    return "%" + std::to_string(numbers_.try_emplace(value, number).first->second);
  }
  /// An invalid graph may use a value that is not defined; it still prints.
  std::string use(ValueId value) const {
    auto found = numbers_.find(value);
    return found == numbers_.end() ? "%undefined" : "%" + std::to_string(found->second);
  }
  std::string uses(const std::vector<ValueId>& values) const {
    std::string text;
    for (size_t i = 0; i < values.size(); ++i) text += (i ? ", " : "") + use(values[i]);
    return text;
  }
  std::string type_of(ValueId id) const {
    const Value& value = graph_.value(id);
    return str(value.type) + (value.name.empty() ? "" : " " + quote(value.name));
  }

  void print_arguments(const Block& block) {
    text_ += "(";
    for (size_t i = 0; i < block.arguments.size(); ++i) {
      text_ += (i ? ", " : "") + define(block.arguments[i]) + ": " + type_of(block.arguments[i]);
    }
    text_ += ")";
  }

  void print_body(const Block& block, int depth) {
    for (NodeId node : block.nodes) print_node(graph_.node(node), depth);
    if (!block.results.empty()) indent(depth) += "yield " + uses(block.results) + "\n";
  }

  void print_node(const Node& node, int depth) {
    indent(depth);
    for (size_t i = 0; i < node.results.size(); ++i) text_ += (i ? ", " : "") + define(node.results[i]);
    text_ += (node.results.empty() ? "" : " = ") + std::string(node.op->name) + "(" + uses(node.operands) + ")";
    print_attributes(node);
    for (size_t i = 0; i < node.results.size(); ++i) text_ += (i ? ", " : " : ") + type_of(node.results[i]);
    if (options_.locations) {
      text_ += " @ " + quote(node.location.file_name()) + ":" + std::to_string(node.location.line());
    }
    for (BlockId inner : node.blocks) {
      text_ += " {";
      print_arguments(graph_.block(inner));
      text_ += "\n";
      print_body(graph_.block(inner), depth + 1);
      indent(depth) += "}";
    }
    text_ += "\n";
  }

  void print_attributes(const Node& node) {
    if (node.attributes.empty()) return;
    const std::vector<AttributeSpec>& specs = attribute_specs(*node.op);
    text_ += " {";
    for (size_t i = 0; i < node.attributes.size(); ++i) {
      text_ += (i ? ", " : "") + (i < specs.size() ? specs[i].name : "undeclared") + " = " +
               str(node.attributes[i], options_.constant_elements);
    }
    text_ += "}";
  }

  std::string& indent(int depth) { return text_.append(static_cast<size_t>(depth) * 2, ' '); }

  const Graph& graph_;
  const PrintOptions& options_;
  std::map<ValueId, int> numbers_;
  std::string text_;
};

}  // namespace

std::string print(const Graph& graph, const PrintOptions& options) { return Printer(graph, options).print(); }

}  // namespace ag::ir
