#include <limits>
#include <unordered_map>

#include "graph/attribute_reader.h"
#include "graph/lexer.h"
#include "graph/text.h"
#include "graph/verify.h"

namespace ag::ir {

namespace {

constexpr int kMaxDepth = 200;  // of nested blocks, which every later layer walks recursively

class Parser {
 public:
  Parser(std::string_view text, const OpTable& ops, const std::string& name) : lexer_(text, name), ops_(ops) {}

  Graph parse() {
    start_ = lexer_.peek();
    if (!lexer_.accept_word("graph")) lexer_.fail_expected("'graph'");
    if (lexer_.peek().kind != TokenKind::Word && lexer_.peek().kind != TokenKind::Text) {
      lexer_.fail_expected("the name of the graph");
    }
    graph_.set_name(lexer_.next().text);
    parse_arguments(graph_.body());
    const Token at_types = lexer_.peek();
    std::vector<TensorType> types;
    if (lexer_.peek().kind == TokenKind::Arrow) {
      lexer_.next();
      do {
        types.push_back(read_type(lexer_));
      } while (lexer_.accept(','));
    }
    lexer_.expect('{', "before the nodes of the graph");
    parse_body(graph_.body(), 1);
    if (lexer_.peek().kind != TokenKind::End) lexer_.fail_expected("the end after the graph");
    check_result_types(at_types, types);
    check_faults();
    return std::move(graph_);
  }

 private:
  struct Name {
    ValueId value;
    bool visible;
  };

  void define(const Token& token, ValueId value) {
    if (token.text.size() < 2) lexer_.fail(token, "a value has a number: %1");
    if (!names_.try_emplace(token.text, Name{value, true}).second) {
      lexer_.fail(token, token.text + " is defined twice");
    }
    defined_.push_back(token.text);
  }

  ValueId parse_use() {
    const Token token = lexer_.expect(TokenKind::Value, "a value, as %1");
    const auto found = names_.find(token.text);
    if (found == names_.end()) lexer_.fail(token, token.text + " is used but not defined before");
    if (!found->second.visible) lexer_.fail(token, token.text + " is defined in a block that has ended");
    return found->second.value;
  }

  std::string parse_name() { return lexer_.peek().kind == TokenKind::Text ? lexer_.next().text : std::string(); }

  void parse_arguments(BlockId block) {
    lexer_.expect('(', "before the arguments of a block");
    while (!lexer_.accept(')')) {
      const Token token = lexer_.expect(TokenKind::Value, "an argument, as %0: float32[]");
      lexer_.expect(':', "before the type of an argument");
      TensorType type = read_type(lexer_);
      define(token, graph_.add_argument(block, std::move(type), parse_name()));
      if (!lexer_.accept(',')) {
        lexer_.expect(')', "after the arguments of a block");
        break;
      }
    }
  }

  void parse_body(BlockId block, int depth) {
    if (depth > kMaxDepth) {
      lexer_.fail(lexer_.peek(), "blocks are nested deeper than " + std::to_string(kMaxDepth) + " levels");
    }
    while (!lexer_.peek().is('}') && !lexer_.peek().is_word("yield")) parse_node(block, depth);
    if (lexer_.accept_word("yield")) {
      do {
        const ValueId result = parse_use();
        graph_.block(block).results.push_back(result);
      } while (lexer_.accept(','));
    }
    lexer_.expect('}', "after the nodes of a block");
  }

  BlockId parse_block(BlockId parent, int depth) {
    const BlockId block = graph_.add_block(parent);
    const size_t outer = defined_.size();
    parse_arguments(block);
    parse_body(block, depth);
    for (size_t i = outer; i < defined_.size(); ++i) names_[defined_[i]].visible = false;
    defined_.resize(outer);
    return block;
  }

  void parse_node(BlockId block, int depth) {
    std::vector<Token> results;
    if (lexer_.peek().kind == TokenKind::Value) {
      do {
        results.push_back(lexer_.expect(TokenKind::Value, "a value, as %1"));
      } while (lexer_.accept(','));
      lexer_.expect('=', "after the results of a node");
    }
    const Token word = lexer_.expect(TokenKind::Word, "an operation");
    const OpDef* op = ops_.find(word.text);
    if (!op) lexer_.fail(word, "there is no operation '" + word.text + "'");
    std::vector<ValueId> operands = parse_operands();
    Attributes attributes = parse_attributes(*op, word);
    std::vector<TensorType> types;
    std::vector<std::string> names;
    if (lexer_.accept(':')) {
      do {
        types.push_back(read_type(lexer_));
        names.push_back(parse_name());
      } while (lexer_.accept(','));
    }
    if (types.size() != results.size()) {
      lexer_.fail(word, std::to_string(results.size()) + " results and " + std::to_string(types.size()) +
                            " types: each result has one");
    }
    const SourceLocation location = parse_location(word);
    std::vector<BlockId> blocks;
    while (lexer_.accept('{')) blocks.push_back(parse_block(block, depth + 1));
    const NodeId node = graph_.append(block, *op, std::move(operands), std::move(attributes), std::move(types),
                                      location, std::move(blocks));
    places_.resize(graph_.node_count());
    places_[static_cast<size_t>(node)] = word;
    for (size_t i = 0; i < results.size(); ++i) {
      const ValueId value = graph_.node(node).results[i];
      graph_.value(value).name = std::move(names[i]);
      define(results[i], value);
    }
  }

  std::vector<ValueId> parse_operands() {
    std::vector<ValueId> operands;
    lexer_.expect('(', "before the operands");
    while (!lexer_.accept(')')) {
      operands.push_back(parse_use());
      if (!lexer_.accept(',')) {
        lexer_.expect(')', "after the operands");
        break;
      }
    }
    return operands;
  }

  Attributes parse_attributes(const OpDef& op, const Token& word) {
    const std::vector<AttributeSpec>& specs = attribute_specs(op);
    if (specs.empty()) return {};
    Attributes attributes(specs.size());
    std::vector<bool> given(specs.size());
    lexer_.expect('{', ("before the attributes of " + word.text).c_str());
    while (!lexer_.accept('}')) {
      const Token name = lexer_.expect(TokenKind::Word, "the name of an attribute");
      size_t at = 0;
      while (at < specs.size() && specs[at].name != name.text) ++at;
      if (at == specs.size()) lexer_.fail(name, word.text + " has no attribute '" + name.text + "'");
      if (given[at]) lexer_.fail(name, "attribute '" + name.text + "' is given twice");
      lexer_.expect('=', "after the name of an attribute");
      attributes[at] = read_attribute(lexer_, specs[at].kind);
      given[at] = true;
      if (!lexer_.accept(',')) {
        lexer_.expect('}', "after the attributes");
        break;
      }
    }
    for (size_t i = 0; i < specs.size(); ++i) {
      if (!given[i]) lexer_.fail(word, "attribute '" + specs[i].name + "' of " + word.text + " is missing");
    }
    return attributes;
  }

  /// Parses a location. A node without one gets its place in the text.
  SourceLocation parse_location(const Token& word) {
    if (!lexer_.accept('@')) return lexer_.place(word);
    const std::string file = lexer_.expect(TokenKind::Text, "the file in quotes").text;
    lexer_.expect(':', "after the file");
    const int64_t line = lexer_.expect_integer("a line", 0, std::numeric_limits<uint32_t>::max());
    return SourceLocation::named(file, static_cast<uint32_t>(line));
  }

  void check_result_types(const Token& at, const std::vector<TensorType>& types) {
    const std::vector<ValueId>& results = graph_.block(graph_.body()).results;
    if (results.size() != types.size()) {
      lexer_.fail(at, "the graph yields " + std::to_string(results.size()) + " values and announces " +
                          std::to_string(types.size()));
    }
    for (size_t i = 0; i < types.size(); ++i) {
      const TensorType& type = graph_.value(results[i]).type;
      if (type != types[i]) lexer_.fail(at, "the graph yields " + str(type) + " and announces " + str(types[i]));
    }
  }

  void check_faults() {
    const std::vector<Fault> faults = list_faults(graph_);
    if (faults.empty()) return;
    const Fault& first = faults.front();
    const Token& at = first.node == kNone ? start_ : places_[static_cast<size_t>(first.node)];
    std::vector<std::string> notes;
    for (size_t i = 1; i < faults.size(); ++i) notes.push_back(faults[i].message);
    throw Error(ErrorKind::invalid_argument, first.message, lexer_.place(at), std::move(notes));
  }

  Lexer lexer_;
  const OpTable& ops_;
  Graph graph_;
  Token start_;
  std::unordered_map<std::string, Name> names_;
  std::vector<std::string> defined_;  // the visible names, innermost block last
  std::vector<Token> places_;         // by node
};

}  // namespace

Graph parse(std::string_view text, const OpTable& ops, const std::string& name) {
  return Parser(text, ops, name).parse();
}

}  // namespace ag::ir
