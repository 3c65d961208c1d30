#include <algorithm>
#include <charconv>
#include <limits>

#include "graph/attribute_reader.h"
#include "graph/lexer.h"
#include "program/program_names.h"
#include "program/program_text.h"
#include "program/verify_program.h"

namespace ag::codegen {

namespace {

using ir::Lexer;
using ir::Token;
using ir::TokenKind;
using Kind = StatementKind;

constexpr int kMaxDepth = 200;  // of nested blocks; all passes recurse into blocks
constexpr int32_t kMaxNumberedNames = 1 << 24;

class Parser {
 public:
  Parser(std::string_view text, const ir::OpTable& ops, const std::string& name) : lexer_(text, name), ops_(ops) {}

  Program parse() {
    if (!lexer_.accept_word("program")) lexer_.fail_expected("'program'");
    program_.name = lexer_.expect(TokenKind::Text, "the name of the program in quotes").text;
    lexer_.expect('(', "before the inputs");
    while (!lexer_.accept(')')) {
      program_.inputs.push_back(declare(Storage::Tensor));
      if (!lexer_.accept(',')) {
        lexer_.expect(')', "after the inputs");
        break;
      }
    }
    const Token at_results = lexer_.peek();
    std::vector<Token> results;
    if (lexer_.peek().kind == TokenKind::Arrow) {
      lexer_.next();
      do {
        results.push_back(lexer_.expect(TokenKind::Word, "an array, as a0"));
      } while (lexer_.accept(','));
    }
    lexer_.expect('{', "before the statements");
    parse_declarations();
    while (lexer_.accept_word("function")) parse_function();
    for (const Token& result : results) program_.results.push_back(array_of(result));
    program_.body = parse_block(1);
    if (lexer_.peek().kind != TokenKind::End) lexer_.fail_expected("the end after the program");
    const std::vector<std::string> faults = find_faults(program_);
    if (!faults.empty()) {
      throw Error(ErrorKind::invalid_argument, faults.front(), lexer_.place(at_results),
                  {faults.begin() + 1, faults.end()});
    }
    infer_requirements(program_);
    return std::move(program_);
  }

 private:
  int32_t number(const Token& token, std::string_view letters, const char* what) {
    int32_t value = -1;
    const std::string& text = token.text;
    if (text.size() < 2 || letters.find(text[0]) == std::string_view::npos ||
        std::from_chars(text.data() + 1, text.data() + text.size(), value).ptr != text.data() + text.size() ||
        value < 0 || value >= kMaxNumberedNames) {
      lexer_.fail(token, std::string("expected ") + what + ", found '" + text + "'");
    }
    return value;
  }

  ArrayId array_of(const Token& token) {
    const ArrayId id = number(token, "a", "an array, as a0");
    if (static_cast<size_t>(id) >= declared_.size() || !declared_[static_cast<size_t>(id)]) {
      lexer_.fail(token, token.text + " is not declared");
    }
    return id;
  }
  ArrayId array() { return array_of(lexer_.expect(TokenKind::Word, "an array, as a0")); }

  void define_array(const Token& token, ArrayId id, ArrayInfo info) {
    if (static_cast<size_t>(id) >= declared_.size()) {
      declared_.resize(static_cast<size_t>(id) + 1);
      program_.arrays.resize(static_cast<size_t>(id) + 1);
    }
    if (declared_[static_cast<size_t>(id)]) lexer_.fail(token, token.text + " is declared twice");
    declared_[static_cast<size_t>(id)] = true;
    program_.arrays[static_cast<size_t>(id)] = std::move(info);
  }

  ArrayId declare(Storage storage) {
    const Token token = lexer_.expect(TokenKind::Word, "an array, as a0: float32[]");
    const ArrayId id = number(token, "a", "an array, as a0");
    lexer_.expect(':', "before the type of an array");
    define_array(token, id, {ir::read_type(lexer_), storage});
    return id;
  }

  void parse_declarations() {
    for (;;) {
      if (lexer_.accept_word("array")) {
        declare(Storage::Tensor);
      } else if (lexer_.accept_word("stack")) {
        declare(Storage::Stack);
      } else if (lexer_.accept_word("constant")) {
        const Token token = lexer_.expect(TokenKind::Word, "an array, as a0");
        const ArrayId id = number(token, "a", "an array, as a0");
        lexer_.expect('=', "before the value of a constant");
        const Tensor value = std::get<Tensor>(ir::read_attribute(lexer_, ir::AttributeKind::Tensor));
        define_array(token, id, {{value.dtype(), value.shape(), value.impl()->weak}, Storage::Tensor});
        program_.constants.emplace_back(id, value);
      } else {
        return;
      }
    }
  }

  int32_t function() { return number(lexer_.expect(TokenKind::Word, "a function, as f0"), "f", "a function, as f0"); }

  /// Parses a function. Functions are in the order of their numbers.
  void parse_function() {
    const Token word = lexer_.peek();
    const auto id = static_cast<size_t>(function());
    if (id != program_.functions.size())
      lexer_.fail(word, "function f" + std::to_string(program_.functions.size()) + " comes next");
    Function& function = program_.functions.emplace_back();
    function.name = lexer_.expect(TokenKind::Text, "the name of the function in quotes").text;
    lexer_.expect('(', "before the parameters");
    while (!lexer_.accept(')')) {
      if (lexer_.peek().text.starts_with('a'))
        function.inputs.push_back(declare(Storage::Parameter));
      else
        function.numbers.push_back(definition());
      if (!lexer_.accept(',')) {
        lexer_.expect(')', "after the parameters");
        break;
      }
    }
    if (lexer_.peek().kind == TokenKind::Arrow) {
      lexer_.next();
      do {
        if (lexer_.peek().text.starts_with('a'))
          function.outputs.push_back(declare(Storage::Parameter));
        else
          function.results.push_back(use());
      } while (lexer_.accept(','));
    }
    function.location = location(word);
    Block body = parse_inner(1);
    program_.functions[id].body = std::move(body);
  }

  /// Parses "s1: float32, a2 = f0(s3, a4) in host_call".
  void parse_call(Statement& statement, const Token& word) {
    statement.kind = Kind::Call;
    Site site;
    while (!lexer_.peek().text.starts_with('f')) {
      if (lexer_.peek().text.starts_with('a'))
        site.outputs.push_back(array());
      else
        statement.results.push_back(definition());
      if (lexer_.accept(',')) continue;
      lexer_.expect('=', "after the results of a call");
      break;
    }
    statement.bits = static_cast<uint64_t>(function());
    lexer_.expect('(', "before the operands");
    while (!lexer_.accept(')')) {
      if (lexer_.peek().text.starts_with('a'))
        site.inputs.push_back(array());
      else
        statement.operands.push_back(use());
      if (!lexer_.accept(',')) {
        lexer_.expect(')', "after the operands");
        break;
      }
    }
    if (!lexer_.accept_word("in")) lexer_.fail_expected("'in'");
    site.op = &op();
    add_site(statement, std::move(site), word);
  }

  Register use() { return number(lexer_.expect(TokenKind::Word, "a register, as s0"), "sv", "a register, as s0"); }

  void define(const Token& token, Register id, DType dtype) {
    if (static_cast<size_t>(id) >= program_.registers.size()) program_.registers.resize(static_cast<size_t>(id) + 1);
    program_.registers[static_cast<size_t>(id)] = {dtype, token.text[0] == 'v'};
  }

  /// Parses "s0: float32".
  Register definition(const Token& token) {
    const Register id = number(token, "sv", "a register, as s0");
    lexer_.expect(':', "before the dtype of a register");
    define(token, id, ir::read_dtype(lexer_));
    return id;
  }
  Register definition() { return definition(lexer_.expect(TokenKind::Word, "a register, as s0: float32")); }

  std::vector<Register> use_list() {
    std::vector<Register> list;
    do {
      list.push_back(use());
    } while (lexer_.accept(','));
    return list;
  }

  SourceLocation location(const Token& word) {
    if (!lexer_.accept('@')) return lexer_.place(word);
    const std::string file = lexer_.expect(TokenKind::Text, "the file in quotes").text;
    lexer_.expect(':', "after the file");
    return SourceLocation::named(
        file, static_cast<uint32_t>(lexer_.expect_integer("a line", 0, std::numeric_limits<uint32_t>::max())));
  }

  Block parse_block(int depth) {
    if (depth > kMaxDepth) {
      lexer_.fail(lexer_.peek(), "blocks are nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }
    Block block;
    while (!lexer_.accept('}')) block.push_back(parse_statement(depth));
    return block;
  }
  Block parse_inner(int depth) {
    lexer_.expect('{', "before a block");
    return parse_block(depth + 1);
  }

  void parse_element(Statement& statement) {
    statement.array = array();
    lexer_.expect('[', "before an index");
    constexpr int64_t kLow = std::numeric_limits<int64_t>::min(), kHigh = std::numeric_limits<int64_t>::max();
    do {
      int64_t factor = 1;
      if (lexer_.peek().kind == TokenKind::Number) {
        factor = lexer_.expect_integer("a factor", kLow, kHigh);
        if (!lexer_.accept('*')) {
          statement.index.offset += factor;
          continue;
        }
      }
      statement.index.terms.emplace_back(use(), factor);
    } while (lexer_.accept('+'));
    lexer_.expect(']', "after an index");
  }

  const ir::OpDef& op() {
    const Token word = lexer_.expect(TokenKind::Word, "an operation");
    const ir::OpDef* found = ops_.find(word.text);
    if (!found) lexer_.fail(word, "there is no operation '" + word.text + "'");
    return *found;
  }

  void parse_attributes(Site& site) {
    for (const ir::AttributeSpec& spec : ir::attribute_specs(*site.op)) {
      lexer_.expect(site.attributes.empty() ? '{' : ',', "before an attribute");
      const Token name = lexer_.expect(TokenKind::Word, "the name of an attribute");
      if (name.text != spec.name) lexer_.fail(name, "attribute '" + spec.name + "' comes next");
      lexer_.expect('=', "after the name of an attribute");
      site.attributes.push_back(ir::read_attribute(lexer_, spec.kind));
    }
    if (!site.attributes.empty()) lexer_.expect('}', "after the attributes");
  }

  void parse_types(Site& site) {
    lexer_.expect('(', "before the types of operands");
    while (!lexer_.accept(')')) {
      site.operand_types.push_back(ir::read_type(lexer_));
      if (!lexer_.accept(',')) {
        lexer_.expect(')', "after the types of operands");
        break;
      }
    }
  }

  std::vector<ArrayId> array_list(char close) {
    std::vector<ArrayId> list;
    while (!lexer_.accept(close)) {
      list.push_back(array());
      if (!lexer_.accept(',')) {
        lexer_.expect(close, "after a list of arrays");
        break;
      }
    }
    return list;
  }

  void add_site(Statement& statement, Site site, const Token& word) {
    site.location = location(word);
    statement.location = site.location;
    statement.site = static_cast<int32_t>(program_.sites.size());
    program_.sites.push_back(std::move(site));
  }

  void parse_kernel(Statement& statement, const Token& word) {
    statement.kind = Kind::Kernel;
    Site site;
    std::vector<Token> outputs;
    Token token = lexer_.expect(TokenKind::Word, "an operation or a result");
    if (lexer_.peek().is(',') || lexer_.peek().is('=')) {
      outputs.push_back(token);
      while (lexer_.accept(',')) outputs.push_back(lexer_.expect(TokenKind::Word, "an array, as a0"));
      lexer_.expect('=', "after the results of a kernel");
      token = lexer_.expect(TokenKind::Word, "an operation");
    }
    for (const Token& output : outputs) site.outputs.push_back(array_of(output));
    site.op = ops_.find(token.text);
    if (!site.op) lexer_.fail(token, "there is no operation '" + token.text + "'");
    lexer_.expect('(', "before the operands");
    site.inputs = array_list(')');
    parse_attributes(site);
    site.overwrites_first = lexer_.accept_word("overwrites");
    site.fills_results = lexer_.accept_word("fills");
    add_site(statement, std::move(site), word);
  }

  void parse_check(Statement& statement, const Token& word) {
    statement.kind = Kind::Check;
    statement.operands = {use()};
    Site site;
    while (lexer_.accept(',')) {
      const ErrorKind* kind = find_by_name(names_.errors, lexer_.peek().text);
      if (!kind) {
        statement.operands.push_back(use());
        continue;
      }
      lexer_.next();
      site.error = *kind;
      site.message = lexer_.expect(TokenKind::Text, "a message in quotes").text;
      break;
    }
    if (!lexer_.accept_word("in")) lexer_.fail_expected("'in'");
    site.op = &op();
    parse_types(site);
    if (site.message.empty()) parse_attributes(site);
    site.from_elements = lexer_.accept_word("elements");
    add_site(statement, std::move(site), word);
  }

  void parse_loop(Statement& statement, bool fold, int depth, const Token& word) {
    statement.kind = fold ? Kind::Reduce : Kind::Loop;
    const Token index = lexer_.expect(TokenKind::Word, "a register, as s0");
    statement.result = number(index, "s", "a register, as s0");
    define(index, statement.result, DType::int64);
    lexer_.expect('<', "before the extent of a loop");
    if (lexer_.peek().kind == TokenKind::Word) {
      statement.count = use();
      if (!lexer_.accept_word("of")) lexer_.fail_expected("'of' and the extent of a loop");
    }
    statement.extent = lexer_.expect_integer("an extent", 0, std::numeric_limits<int64_t>::max());
    if (fold) {
      lexer_.expect('(', "before the results of a reduction");
      do {
        RowReduction& result = statement.reductions.emplace_back();
        result.result = definition();
        lexer_.expect('=', "after the result of a reduction");
        result.rounding = parse_rounding();
        const Token name = lexer_.expect(TokenKind::Word, "the operation of a reduction: sum");
        const ir::ReductionKind* kind = find_by_name(names_.reductions, name.text);
        if (!kind) lexer_.fail(name, "'" + name.text + "' is nothing that folds");
        result.kind = *kind;
        result.value = use();
        if (lexer_.accept('*')) result.factor = use();
      } while (lexer_.accept(','));
      lexer_.expect(')', "after the results of a reduction");
    }
    statement.blocks.push_back(parse_inner(depth));
    statement.location = location(word);
  }

  void parse_control(Statement& statement, int depth, const Token& word) {
    if (word.text == "if") {
      statement.kind = Kind::If;
      statement.operands = {use()};
      statement.blocks.push_back(parse_inner(depth));
      statement.blocks.push_back(parse_inner(depth));
    } else if (word.text == "switch") {
      statement.kind = Kind::Switch;
      statement.operands = {use()};
      while (lexer_.peek().is('{')) statement.blocks.push_back(parse_inner(depth));
    } else {
      statement.kind = Kind::While;
      statement.blocks.push_back(parse_inner(depth));
      statement.operands = {use()};
      statement.blocks.push_back(parse_inner(depth));
    }
    statement.location = location(word);
  }

  void parse_store(Statement& statement) {
    statement.kind = Kind::Store;
    parse_element(statement);
    lexer_.expect('=', "before the stored value");
    statement.operands = {use()};
  }

  void parse_array_statement(Statement& statement, Kind kind) {
    statement.kind = kind;
    statement.array = array();
    if (kind == Kind::Swap) {
      lexer_.expect(',', "between two arrays");
    } else if (kind == Kind::Box || kind == Kind::Alias) {
      lexer_.expect('=', "after an array");
    }
    if (kind == Kind::Box) statement.operands = {use()};
    if (kind == Kind::Swap || kind == Kind::Alias) statement.source = array();
  }

  Rounding parse_rounding() {
    if (lexer_.accept_word("contract")) return Rounding::Contract;
    return lexer_.accept_word("reassoc") ? Rounding::Reassociate : Rounding::Each;
  }

  /// Parses "s0: float32 = …".
  void parse_definition(Statement& statement, const Token& word) {
    statement.result = definition(word);
    lexer_.expect('=', "after a register");
    const Rounding rounding = parse_rounding();
    const std::string text = lexer_.peek().kind == TokenKind::Word ? lexer_.peek().text : "";
    const Primitive* primitive = find_by_name(names_.primitives, text);
    const auto* search = find_by_name(names_.arg_extrema, text);
    if (lexer_.accept_word("load")) {
      statement.kind = Kind::Load;
      parse_element(statement);
    } else if (lexer_.accept_word("length")) {
      std::tie(statement.kind, statement.array) = std::pair(Kind::Length, array());
    } else if (primitive || search) {
      lexer_.next();
      statement.kind = primitive ? Kind::Let : Kind::ArgExtremum;
      statement.rounding = rounding;
      std::tie(statement.primitive, statement.bits) = primitive ? std::pair(*primitive, false) : *search;
      statement.operands = use_list();
    } else {
      statement.kind = Kind::Constant;
      statement.bits = ir::read_element_bits(lexer_, program_.dtype(statement.result));
    }
  }

  Statement parse_statement(int depth) {
    const Token word = lexer_.expect(TokenKind::Word, "a statement");
    Statement statement;
    statement.location = lexer_.place(word);
    if (lexer_.peek().is(':')) {
      parse_definition(statement, word);
    } else if (word.text == "set") {
      statement.kind = Kind::Set;
      statement.result = definition();
      lexer_.expect('=', "after a variable");
      statement.operands = {use()};
    } else if (word.text == "loop" || word.text == "reduce") {
      parse_loop(statement, word.text == "reduce", depth, word);
    } else if (word.text == "if" || word.text == "switch" || word.text == "while") {
      parse_control(statement, depth, word);
    } else if (word.text == "kernel") {
      parse_kernel(statement, word);
    } else if (word.text == "call") {
      parse_call(statement, word);
    } else if (word.text == "check") {
      parse_check(statement, word);
    } else if (word.text == "apply") {
      statement.kind = Kind::Apply;
      statement.result = definition();
      lexer_.expect('=', "after a register");
      Site site{.op = &op()};
      lexer_.expect('(', "before the operands");
      statement.operands = use_list();
      lexer_.expect(')', "after the operands");
      if (!lexer_.accept_word("in")) lexer_.fail_expected("'in'");
      parse_types(site);
      parse_attributes(site);
      add_site(statement, std::move(site), word);
    } else if (word.text == "store") {
      parse_store(statement);
    } else if (const Kind* kind = find_by_name(names_.array_statements, word.text)) {
      parse_array_statement(statement, *kind);
    } else {
      lexer_.fail(word, "'" + word.text + "' is no statement");
    }
    return statement;
  }

  Lexer lexer_;
  const ir::OpTable& ops_;
  Program program_;
  std::vector<bool> declared_;
  const TextNames names_;
};

}  // namespace

Program parse(std::string_view text, const ir::OpTable& ops, const std::string& name) {
  return Parser(text, ops, name).parse();
}

}  // namespace ag::codegen
