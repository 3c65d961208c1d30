#include <cstring>

#include "graph/literal.h"
#include "program/program_text.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class Printer {
 public:
  Printer(const Program& program, const PrintOptions& options) : program_(program), options_(options) {}

  std::string print() {
    text_ = "program " + ir::quote(program_.name) + "(";
    for (size_t k = 0; k < program_.inputs.size(); ++k) text_ += (k ? ", " : "") + declared(program_.inputs[k]);
    text_ += ")";
    for (size_t k = 0; k < program_.results.size(); ++k) text_ += (k ? ", " : " -> ") + array(program_.results[k]);
    text_ += " {\n";
    print_declarations();
    for (size_t k = 0; k < program_.functions.size(); ++k) print_function(k);
    print_block(program_.body, 1);
    return text_ + "}\n";
  }
  std::string print(const Block& block, int depth) {
    print_block(block, depth);
    return std::move(text_);
  }

 private:
  std::string reg(Register id) const {
    return (program_.registers[static_cast<size_t>(id)].variable ? "v" : "s") + std::to_string(id);
  }
  std::string typed(Register id) const { return reg(id) + ": " + std::string(ag::name(program_.dtype(id))); }
  std::string regs(const std::vector<Register>& list) const {
    std::string text;
    for (size_t k = 0; k < list.size(); ++k) text += (k ? ", " : "") + reg(list[k]);
    return text;
  }
  static std::string array(ArrayId id) { return "a" + std::to_string(id); }
  static std::string arrays(const std::vector<ArrayId>& list) {
    std::string text;
    for (size_t k = 0; k < list.size(); ++k) text += (k ? ", " : "") + array(list[k]);
    return text;
  }
  std::string declared(ArrayId id) const { return array(id) + ": " + ir::str(program_.array(id).type); }
  std::string element(const Statement& statement) const {
    std::string text = array(statement.array) + "[";
    bool first = true;
    for (const auto& [id, factor] : statement.index.terms) {
      text += (first ? "" : " + ") + (factor == 1 ? "" : std::to_string(factor) + "*") + reg(id);
      first = false;
    }
    if (first || statement.index.offset != 0) text += (first ? "" : " + ") + std::to_string(statement.index.offset);
    return text + "]";
  }

  void print_declarations() {
    std::vector<bool> said(program_.arrays.size());
    for (ArrayId input : program_.inputs) said[static_cast<size_t>(input)] = true;
    for (const Function& function : program_.functions) {
      for (ArrayId input : function.inputs) said[static_cast<size_t>(input)] = true;
      for (ArrayId output : function.outputs) said[static_cast<size_t>(output)] = true;
    }
    for (const auto& [id, value] : program_.constants) {
      text_ +=
          "  constant " + (options_.exact ? declared(id) : array(id) + " = " + ir::str(ir::Attribute(value))) + "\n";
      said[static_cast<size_t>(id)] = true;
    }
    for (size_t id = 0; id < program_.arrays.size(); ++id) {
      if (said[id]) continue;
      text_ += program_.arrays[id].storage == Storage::Stack ? "  stack " : "  array ";
      text_ += declared(static_cast<ArrayId>(id)) + "\n";
    }
  }

  void print_function(size_t k) {
    const Function& function = program_.functions[k];
    text_ += "  function f" + std::to_string(k) + " " + ir::quote(function.name) + "(";
    std::string parameters, results;
    const auto append = [](std::string& list, const std::string& one) { list += (list.empty() ? "" : ", ") + one; };
    for (Register id : function.numbers) append(parameters, typed(id));
    for (ArrayId id : function.inputs) append(parameters, declared(id));
    for (Register id : function.results) append(results, reg(id));
    for (ArrayId id : function.outputs) append(results, declared(id));
    text_ += parameters + ")" + (results.empty() ? "" : " -> " + results);
    print_location(function.location);
    text_ += " ";
    print_inner(function.body, 1);
    text_ += "\n";
  }

  void print_block(const Block& block, int depth) {
    for (const Statement& statement : block) {
      text_.append(static_cast<size_t>(depth) * 2, ' ');
      print_statement(statement, depth);
      text_ += "\n";
    }
  }

  void print_inner(const Block& block, int depth) {
    text_ += "{\n";
    print_block(block, depth + 1);
    text_.append(static_cast<size_t>(depth) * 2, ' ') += "}";
  }

  std::string constant(const Statement& statement) const {
    if (options_.exact) return "#" + std::to_string(statement.bits);
    std::string text;
    std::byte bytes[sizeof(uint64_t)];
    std::memcpy(bytes, &statement.bits, sizeof(bytes));
    ir::append_element(text, program_.dtype(statement.result), bytes);
    return text;
  }

  void print_location(SourceLocation location) {
    if (!options_.locations) return;
    text_ += " @ " + ir::quote(location.file_name()) + ":" + std::to_string(location.line());
  }

  void print_site(const Site& site) {
    const std::vector<ir::AttributeSpec>& specs = ir::attribute_specs(*site.op);
    for (size_t k = 0; k < site.attributes.size(); ++k) {
      text_ += (k ? ", " : " {") + specs[k].name + " = " + ir::str(site.attributes[k]);
    }
    if (!site.attributes.empty()) text_ += "}";
  }

  std::string types(const Site& site) const {
    std::string text;
    for (const ir::TensorType& type : site.operand_types) text += (text.empty() ? "" : ", ") + ir::str(type);
    return text;
  }

  void print_statement(const Statement& statement, int depth) {
    switch (statement.kind) {
      case Kind::Constant:
        text_ += typed(statement.result) + " = " + constant(statement);
        break;
      case Kind::Let:
        text_ += typed(statement.result) + " = " + prefix(statement.rounding) + name(statement.primitive) + " " +
                 regs(statement.operands);
        break;
      case Kind::ArgExtremum:
        text_ += typed(statement.result) + " = " + arg_extremum_name(statement.primitive, statement.bits != 0) + " " +
                 regs(statement.operands);
        break;
      case Kind::Apply: {
        const Site& site = program_.site(statement.site);
        text_ += "apply " + typed(statement.result) + " = " + site.op->name + "(" + regs(statement.operands) +
                 ") in (" + types(site) + ")";
        print_site(site);
        print_location(site.location);
        break;
      }
      case Kind::Set:
        text_ += "set " + typed(statement.result) + " = " + regs(statement.operands);
        break;
      case Kind::Load:
        text_ += typed(statement.result) + " = load " + element(statement);
        break;
      case Kind::Store:
        text_ += "store " + element(statement) + " = " + regs(statement.operands);
        break;
      case Kind::Length:
        text_ += typed(statement.result) + " = length " + array(statement.array);
        break;
      case Kind::Check: {
        const Site& site = program_.site(statement.site);
        text_ += "check " + regs(statement.operands);
        if (!site.message.empty()) text_ += std::string(", ") + ag::name(site.error) + " " + ir::quote(site.message);
        text_ += std::string(" in ") + site.op->name + "(" + types(site) + ")";
        if (site.message.empty()) print_site(site);
        if (site.from_elements) text_ += " elements";
        print_location(site.location);
        break;
      }
      case Kind::Kernel: {
        const Site& site = program_.site(statement.site);
        text_ += "kernel " + arrays(site.outputs) + (site.outputs.empty() ? "" : " = ") + site.op->name + "(" +
                 arrays(site.inputs) + ")";
        print_site(site);
        if (site.overwrites_first) text_ += " overwrites";
        if (site.fills_results) text_ += " fills";
        print_location(site.location);
        break;
      }
      case Kind::Call: {
        const Site& site = program_.site(statement.site);
        std::string results, operands = regs(statement.operands);
        for (Register id : statement.results) results += (results.empty() ? "" : ", ") + typed(id);
        for (ArrayId id : site.outputs) results += (results.empty() ? "" : ", ") + array(id);
        for (ArrayId id : site.inputs) operands += (operands.empty() ? "" : ", ") + array(id);
        text_ += "call " + results + (results.empty() ? "" : " = ") + "f" + std::to_string(statement.bits) + "(" +
                 operands + ") in " + site.op->name;
        print_location(site.location);
        break;
      }
      case Kind::Allocate:
        text_ += "allocate " + array(statement.array);
        break;
      case Kind::MakeContiguous:
        text_ += "make_contiguous " + array(statement.array);
        break;
      case Kind::MakeUnique:
        text_ += "make_unique " + array(statement.array);
        break;
      case Kind::Box:
        text_ += "box " + array(statement.array) + " = " + regs(statement.operands);
        break;
      case Kind::Alias:
        text_ += "alias " + array(statement.array) + " = " + array(statement.source);
        break;
      case Kind::Swap:
        text_ += "swap " + array(statement.array) + ", " + array(statement.source);
        break;
      case Kind::Free:
        text_ += "free " + array(statement.array);
        break;
      default:
        print_nested(statement, depth);
    }
  }

  void print_nested(const Statement& statement, int depth) {
    switch (statement.kind) {
      case Kind::Loop:
      case Kind::Reduce:
        text_ += statement.kind == Kind::Loop ? "loop " : "reduce ";
        text_ += reg(statement.result) + " < ";
        if (is_counted(statement)) text_ += reg(statement.count) + " of ";
        text_ += std::to_string(statement.extent) + " ";
        if (statement.kind == Kind::Reduce) {
          for (size_t k = 0; k < statement.reductions.size(); ++k) {
            const RowReduction& fold = statement.reductions[k];
            text_ += (k ? ", " : "(") + typed(fold.result) + " = " + prefix(fold.rounding) + name(fold.kind) + " " +
                     reg(fold.value) + (fold.factor == kNone ? "" : " * " + reg(fold.factor));
          }
          text_ += ") ";
        }
        print_inner(statement.blocks[0], depth);
        break;
      case Kind::If:
        text_ += "if " + regs(statement.operands) + " ";
        print_inner(statement.blocks[0], depth);
        text_ += " ";
        print_inner(statement.blocks[1], depth);
        break;
      case Kind::Switch:
        text_ += "switch " + regs(statement.operands);
        for (const Block& block : statement.blocks) {
          text_ += " ";
          print_inner(block, depth);
        }
        break;
      case Kind::While:
        text_ += "while ";
        print_inner(statement.blocks[0], depth);
        text_ += " " + regs(statement.operands) + " ";
        print_inner(statement.blocks[1], depth);
        break;
      default:
        break;
    }
    print_location(statement.location);
  }

  const Program& program_;
  const PrintOptions& options_;
  std::string text_;
};

}  // namespace

std::string print(const Program& program, const PrintOptions& options) { return Printer(program, options).print(); }

std::string print(const Program& program, const Block& block, int depth, const PrintOptions& options) {
  return Printer(program, options).print(block, depth);
}

}  // namespace ag::codegen
