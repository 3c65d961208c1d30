#include "graph/dot.h"

#include "graph/literal.h"

namespace ag::ir {

namespace {

constexpr int64_t kShownElements = 4;  // of a constant
constexpr size_t kShownText = 28;      // of an attribute

/// Escapes text for a quoted string in DOT. Graphviz rejects text that is not valid UTF-8, and names in a program may
/// be any bytes.
std::string escape(std::string_view text) {
  std::string escaped;
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    const size_t length = utf8_length(text, at);
    if (c == '"' || c == '\\') {
      escaped += '\\';
      escaped += c;
    } else if (c == '&') {
      escaped += "&amp;";
    } else if (c == '\n') {
      escaped += "\\n";
    } else if (length == 0 || static_cast<unsigned char>(c) < 0x20) {
      escaped += "?";
    } else {
      escaped += text.substr(at, length);
    }
    at += length ? length : 1;
  }
  return escaped;
}

std::string shorten(std::string text) {
  if (text.size() <= kShownText) return text;
  size_t end = kShownText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // not within a character
  return text.substr(0, end) + "...";
}

class Drawing {
 public:
  explicit Drawing(const Graph& graph) : graph_(graph) {}

  std::string draw() {
    text_ = "digraph \"" + escape(graph_.name()) + "\" {\n" + "  graph [label=\"" + escape(graph_.name()) +
            "\", labelloc=t, fontname=\"Helvetica\", fontsize=16, " +
            "fontcolor=\"#202124\", ranksep=0.35, nodesep=0.25, compound=true, bgcolor=white];\n" +
            "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#e8f0fe\", color=\"#4a76c9\", " +
            "fontname=\"Helvetica\", fontsize=11, fontcolor=\"#202124\", height=0.3, margin=\"0.12,0.05\"];\n" +
            "  edge [color=\"#5f6368\", fontname=\"Helvetica\", fontsize=8, fontcolor=\"#5f6368\", arrowsize=0.6];\n";
    draw_block(graph_.body(), 1, "output");
    return text_ + edges_ + "}\n";
  }

 private:
  void line(int depth, const std::string& text) { text_.append(static_cast<size_t>(depth) * 2, ' ') += text + "\n"; }
  static std::string node_id(NodeId node) { return "n" + std::to_string(node); }
  static std::string argument_id(ValueId value) { return "a" + std::to_string(value); }
  static std::string result_id(BlockId block, size_t at) {
    return "r" + std::to_string(block) + "_" + std::to_string(at);
  }
  static std::string empty_id(BlockId block) { return "e" + std::to_string(block); }
  bool is_constant(ValueId value) const {
    const NodeId producer = graph_.value(value).producer;
    return producer != kNone && is_constant(graph_.node(producer));
  }
  static bool is_constant(const Node& node) {
    return node.operands.empty() && node.attributes.size() == 1 && std::holds_alternative<Tensor>(node.attributes[0]);
  }
  std::string source_of(ValueId value) const {
    const NodeId producer = graph_.value(value).producer;
    return producer == kNone ? argument_id(value) : node_id(producer);
  }

  void edge(ValueId from, const std::string& to) {
    const Value& value = graph_.value(from);
    std::string label = is_constant(from) ? "" : str(value.type);
    if (value.producer != kNone && graph_.node(value.producer).results.size() > 1) {
      const std::vector<ValueId>& results = graph_.node(value.producer).results;
      size_t at = 0;
      while (at < results.size() && results[at] != from) ++at;
      label = (value.name.empty() ? "#" + std::to_string(at) : value.name) + ": " + label;
    }
    edges_ +=
        "  " + source_of(from) + " -> " + to + (label.empty() ? "" : " [label=\"" + escape(label) + "\"]") + ";\n";
  }

  void draw_block(BlockId id, int depth, const char* result) {
    const Block& block = graph_.block(id);
    for (ValueId argument : block.arguments) {
      const Value& value = graph_.value(argument);
      const std::string name = value.name.empty() ? "argument" : value.name;
      line(depth, argument_id(argument) + " [label=\"" + escape(name) + "\\n" + escape(str(value.type)) +
                      "\", shape=ellipse, style=filled, fillcolor=\"#e6f4ea\", color=\"#34a853\"];");
    }
    for (NodeId node : block.nodes) draw_node(node, depth);
    if (block.arguments.empty() && block.nodes.empty() && block.results.empty()) {
      line(depth, empty_id(id) + " [label=\"nothing\", shape=plaintext, style=\"\", fontcolor=\"#5f6368\"];");
    }
    for (size_t i = 0; i < block.results.size(); ++i) {
      const std::string name = result_id(id, i);
      const std::string number = block.results.size() > 1 ? " " + std::to_string(i) : "";
      line(depth, name + " [label=\"" + result + number +
                      "\", shape=ellipse, style=filled, fillcolor=\"#f1f3f4\", color=\"#80868b\"];");
      edge(block.results[i], name);
    }
  }

  void draw_node(NodeId id, int depth) {
    const Node& node = graph_.node(id);
    if (node.blocks.empty()) {
      line(depth, node_id(id) + " [" + look(node) + "];");
    } else {
      const bool has_effects = graph_.has_effects(id);
      line(depth, "subgraph cluster_n" + std::to_string(id) + " {");
      line(depth + 1, std::string("label=\"\"; style=\"rounded,filled\"; fillcolor=\"#fafafa\"; color=\"") +
                          (has_effects ? "#e8710a" : "#9aa0a6") + "\";");
      line(depth + 1, node_id(id) + " [" + look(node) + "];");
      for (size_t i = 0; i < node.blocks.size(); ++i) draw_inner(id, i, depth + 1);
      line(depth, "}");
    }
    for (ValueId operand : node.operands) edge(operand, node_id(id));
  }

  /// Returns the name of some item in the block: the first one that is drawn.
  std::string anchor_of(BlockId id) const {
    const Block& block = graph_.block(id);
    if (!block.arguments.empty()) return argument_id(block.arguments.front());
    if (!block.nodes.empty()) return node_id(block.nodes.front());
    return block.results.empty() ? empty_id(id) : result_id(id, 0);
  }

  void draw_inner(NodeId owner, size_t at, int depth) {
    const Node& node = graph_.node(owner);
    const BlockId block = node.blocks[at];
    line(depth, "subgraph cluster_b" + std::to_string(block) + " {");
    line(depth + 1, "label=\"" + block_title(node, at) +
                        "\"; labeljust=l; fontsize=10; fontcolor=\"#5f6368\"; style=\"rounded,dashed,filled\"; "
                        "fillcolor=white; color=\"#bdc1c6\";");
    draw_block(block, depth + 1, "yield");
    line(depth, "}");
    // A dotted edge keeps the block below the operation that runs it.
    edges_ += "  " + node_id(owner) + " -> " + anchor_of(block) +
              " [style=dotted, color=\"#bdc1c6\", arrowhead=none, lhead=\"cluster_b" + std::to_string(block) + "\"];\n";
  }

  static std::string block_title(const Node& node, size_t at) {
    if (node.op->kind() == OpKind::Cond) return at == 0 ? "then" : "else";
    if (node.op->kind() == OpKind::WhileLoop) return at == 0 ? "test" : "body";
    return "arm " + std::to_string(at);
  }

  /// Constants are small and grey, effects orange, control flow yellow.
  std::string look(const Node& node) const {
    const std::string place = escape(node.location.file_name()) + ":" + std::to_string(node.location.line());
    const std::string tooltip = ", tooltip=\"" + place + "\"";
    if (is_constant(node)) {
      const std::string value = shorten(ir::str(node.attributes[0], kShownElements));
      return "label=\"" + escape(value) + "\", shape=plaintext, style=\"\", fontsize=9, fontcolor=\"#5f6368\", " +
             "height=0.2, margin=\"0.04,0.02\"" + tooltip;
    }
    std::string label = node.op->name;
    const std::vector<AttributeSpec>& specs = attribute_specs(*node.op);
    for (size_t i = 0; i < node.attributes.size() && i < specs.size(); ++i) {
      label += "\n" + specs[i].name + " = " + shorten(ir::str(node.attributes[i], kShownElements));
    }
    std::string colours;
    if (node.op->has(kEffect)) {
      colours = ", fillcolor=\"#fce8d9\", color=\"#e8710a\"";
    } else if (!node.blocks.empty()) {
      colours = ", fillcolor=\"#fef7e0\", color=\"#c99700\", style=\"rounded,filled,bold\"";
    }
    return "label=\"" + escape(label) + "\"" + colours + tooltip;
  }

  const Graph& graph_;
  std::string text_;
  std::string edges_;  // printed after all boxes, so that an edge never pulls its ends into a box
};

}  // namespace

std::string dot(const Graph& graph) { return Drawing(graph).draw(); }

}  // namespace ag::ir
