#include "graph/json.h"

#include <cmath>

#include "base/short_name.h"
#include "graph/literal.h"
#include "tensor/impl.h"

namespace ag::ir {

std::string quote_json(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (size_t at = 0; at < text.size();) {
    const char c = text[at];
    const size_t length = utf8_length(text, at);
    if (c == '"' || c == '\\') {
      quoted += '\\';
      quoted += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      quoted += "\\u00";
      quoted += kHex[c >> 4];
      quoted += kHex[c & 0xf];
    } else if (length == 0) {
      quoted += "\\ufffd";
    } else {
      quoted += text.substr(at, length);
    }
    at += length ? length : 1;
  }
  return quoted + '"';
}

namespace {

template <class T, class Print>
std::string list(const T& values, Print&& print) {
  std::string text = "[";
  bool is_first = true;
  for (const auto& value : values) {
    text += (is_first ? "" : ", ") + print(value);
    is_first = false;
  }
  return text + "]";
}

/// JSON has no literals for these numbers, so they become strings: "inf", "-inf", "nan".
std::string number(std::string literal) {
  const bool is_word = literal.find("inf") != std::string::npos || literal.find("nan") != std::string::npos;
  return is_word ? '"' + literal + '"' : literal;
}

/// An unknown dimension is null, and so is a shape of unknown rank.
std::string shape_json(const Shape& shape) {
  if (!shape.ranked()) return "null";
  return list(shape, [](int64_t dim) { return dim == unknown ? std::string("null") : std::to_string(dim); });
}

std::string dtype_json(DType dtype) { return '"' + std::string(name(dtype)) + '"'; }

std::string type_json(const TensorType& type) {
  return "\"dtype\": " + dtype_json(type.dtype) + ", \"shape\": " + shape_json(type.shape) +
         (type.weak ? ", \"weak\": true" : "");
}

struct AttributePrinter {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(int64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return number(float_literal(value)); }
  std::string operator()(const std::string& value) const { return quote_json(value); }
  std::string operator()(DType value) const { return dtype_json(value); }
  std::string operator()(const Shape& value) const { return shape_json(value); }
  template <class T>
  std::string operator()(const std::vector<T>& values) const {
    return list(values, *this);
  }
  std::string operator()(const Opaque& value) const { return quote_json(value.text); }
  /// The elements are one flat list, in row-major order.
  std::string operator()(const Tensor& value) const {
    if (!value.defined() || value.impl()->is_symbol()) return "null";
    const Tensor dense = detail::make_contiguous(value);
    const detail::TensorImpl& impl = *dense.impl();
    std::string text = "{" + type_json({impl.dtype, impl.shape, impl.weak}) + ", \"values\": [";
    for (int64_t i = 0; i < impl.shape.element_count(); ++i) {
      std::string element;
      append_element(element, impl.dtype, impl.data() + static_cast<size_t>(i) * item_size(impl.dtype));
      text += (i ? ", " : "") + number(std::move(element));
    }
    return text + "]}";
  }
};

class Writer {
 public:
  explicit Writer(const Graph& graph) : graph_(graph) {}

  std::string write() {
    text_ = "{\"name\": " + quote_json(graph_.name()) + ",\n";
    write_block(graph_.body(), 1);
    return text_ + "}\n";
  }

 private:
  std::string value_json(ValueId id) const {
    const Value& value = graph_.value(id);
    return "{\"id\": " + std::to_string(id) + ", " + type_json(value.type) +
           (value.name.empty() ? "" : ", \"name\": " + quote_json(value.name)) + "}";
  }
  std::string values_json(const std::vector<ValueId>& values) const {
    return list(values, [this](ValueId value) { return value_json(value); });
  }
  static std::string ids_json(const std::vector<ValueId>& values) {
    return list(values, [](ValueId value) { return std::to_string(value); });
  }
  std::string& indent(int depth) { return text_.append(static_cast<size_t>(depth) * 2, ' '); }

  void write_block(BlockId id, int depth) {
    const Block& block = graph_.block(id);
    indent(depth) += "\"arguments\": " + values_json(block.arguments) + ",\n";
    indent(depth) += "\"nodes\": [";
    for (size_t i = 0; i < block.nodes.size(); ++i) {
      text_ += i ? ",\n" : "\n";
      write_node(graph_.node(block.nodes[i]), depth + 1);
    }
    text_ += "],\n";
    indent(depth) += "\"results\": " + ids_json(block.results);
  }

  void write_node(const Node& node, int depth) {
    indent(depth) +=
        "{\"op\": " + quote_json(node.op->name) + ", \"operands\": " + ids_json(node.operands) + ", \"attributes\": {";
    const std::vector<AttributeSpec>& specs = attribute_specs(*node.op);
    for (size_t i = 0; i < node.attributes.size() && i < specs.size(); ++i) {
      text_ += (i ? ", " : "") + quote_json(specs[i].name) + ": " + std::visit(AttributePrinter(), node.attributes[i]);
    }
    text_ += "}, \"results\": " + values_json(node.results) + ", \"file\": " + quote_json(node.location.file_name()) +
             ", \"line\": " + std::to_string(node.location.line());
    const std::string function = detail::name_of_function(node.location.function_name());
    if (!function.empty()) text_ += ", \"function\": " + quote_json(function);
    text_ += ", \"blocks\": [";
    for (size_t i = 0; i < node.blocks.size(); ++i) {
      text_ += i ? ", {\n" : "{\n";
      write_block(node.blocks[i], depth + 1);
      text_ += "}";
    }
    text_ += "]}";
  }

  const Graph& graph_;
  std::string text_;
};

}  // namespace

std::string json(const Graph& graph) { return Writer(graph).write(); }

}  // namespace ag::ir
