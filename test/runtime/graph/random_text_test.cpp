/// Random graphs print, read back and print the same; damaged text is an error and never a crash.
#include <random>

#include "graph/text.h"
#include "graph/verify.h"
#include "runtime/graph/toy_ops.h"
#include "support/catch.h"

using namespace ag;
using namespace ag::ir;

namespace random_text_test {
namespace {

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Graph generate() {
    Graph graph("random_" + std::to_string(below(100)));
    std::vector<ValueId> visible;
    for (int i = below(4); i >= 0; --i) visible.push_back(graph.add_argument(graph.body(), type(), name()));
    fill(graph, graph.body(), visible, 0);
    for (int i = below(3); i > 0; --i) graph.block(graph.body()).results.push_back(pick(visible));
    return graph;
  }
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }

 private:
  ValueId pick(const std::vector<ValueId>& values) {
    return values[static_cast<size_t>(below(static_cast<int>(values.size())))];
  }

  std::string name() {
    const char* const names[] = {"", "", "x", "loss", "a \"b\"", "\\", "\n", "\xc3\xa9", "%1", "} yield"};
    return names[below(10)];
  }
  Shape shape(bool known) {
    if (!known && below(8) == 0) return Shape::unknown_rank();
    Shape shape;
    for (int axis = below(4); axis > 0; --axis) shape.push_back(!known && below(4) == 0 ? unknown : below(4));
    return shape;
  }
  TensorType type() { return {static_cast<DType>(below(kDTypeCount)), shape(false), below(5) == 0}; }

  /// Any bits, but for booleans.
  Tensor tensor() {
    Tensor tensor = detail::allocate(static_cast<DType>(below(kDTypeCount)), shape(true));
    detail::TensorImpl& impl = *tensor.impl();
    const size_t bytes = static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
    for (size_t i = 0; i < bytes; ++i) {
      impl.data()[i] = static_cast<std::byte>(impl.dtype == DType::boolean ? below(2) : below(256));
    }
    impl.weak = below(6) == 0;
    return tensor;
  }

  void fill(Graph& graph, BlockId block, std::vector<ValueId>& visible, int depth) {
    for (int i = below(8); i >= 0; --i) {
      const int choice = below(depth < 4 ? 8 : 5);
      const uint32_t line = static_cast<uint32_t>(below(1000));
      if (choice <= 1) {
        visible.push_back(toy::constant(graph, block, tensor(), line));
      } else if (choice == 2) {
        const ValueId x = pick(visible);
        visible.push_back(toy::add(graph, block, x, x, line));
        graph.value(visible.back()).name = name();
      } else if (choice == 3) {
        graph.append(block, toy::op(toy::Print), {pick(visible), pick(visible)},
                     {std::vector<std::string>{name(), name()}}, {}, toy::at(line));
      } else if (choice == 4) {
        add_fill(graph, block, visible);
      } else if (choice == 5) {
        add_loop(graph, block, visible, depth);
      } else {
        add_branch(graph, block, visible, depth);
      }
    }
  }

  void add_fill(Graph& graph, BlockId block, std::vector<ValueId>& visible) {
    const TensorType result = {static_cast<DType>(below(kDTypeCount)), shape(false)};
    std::uniform_real_distribution<double> real(-1e10, 1e10);
    const NodeId node = graph.append(block, toy::op(toy::Fill), {},
                                     {below(2) == 0, int64_t{below(1000)} - 500, real(random_), name(), result.dtype,
                                      result.shape, std::vector<int64_t>(static_cast<size_t>(below(3)), -1),
                                      std::vector<double>(static_cast<size_t>(below(3)), real(random_)),
                                      std::vector<std::string>(static_cast<size_t>(below(3)), name())},
                                     {result}, toy::at(3));
    visible.push_back(graph.node(node).results[0]);
  }

  BlockId inner(Graph& graph, BlockId block, const std::vector<ValueId>& visible, int depth,
                const std::vector<TensorType>& arguments, std::vector<ValueId>* own) {
    const BlockId id = graph.add_block(block);
    std::vector<ValueId> inside = visible;
    for (const TensorType& type : arguments) own->push_back(graph.add_argument(id, type, name()));
    inside.insert(inside.end(), own->begin(), own->end());
    fill(graph, id, inside, depth + 1);
    return id;
  }

  void add_loop(Graph& graph, BlockId block, std::vector<ValueId>& visible, int depth) {
    std::vector<ValueId> initial;
    std::vector<TensorType> types;
    for (int i = below(3); i > 0; --i) {
      initial.push_back(pick(visible));
      types.push_back(graph.value(initial.back()).type);
    }
    std::vector<ValueId> in_test, in_body;
    const BlockId test = inner(graph, block, visible, depth, types, &in_test);
    graph.block(test).results = {toy::constant(graph, test, toy::make<bool>(DType::boolean, {}, {false}))};
    const BlockId body = inner(graph, block, visible, depth, types, &in_body);
    graph.block(body).results = in_body;
    const NodeId node = graph.append(block, toy::op(toy::WhileLoop), initial, {}, types, toy::at(9), {test, body});
    const std::vector<ValueId>& results = graph.node(node).results;
    visible.insert(visible.end(), results.begin(), results.end());
  }

  void add_branch(Graph& graph, BlockId block, std::vector<ValueId>& visible, int depth) {
    const bool is_cond = below(2) == 0;
    const Tensor number =
        is_cond ? toy::make<bool>(DType::boolean, {}, {true}) : toy::make<int64_t>(DType::int32, {}, {1});
    const ValueId on = toy::constant(graph, block, number);
    const ValueId result = pick(visible);
    std::vector<BlockId> arms;
    for (int i = is_cond ? 2 : 1 + below(3); i > 0; --i) {
      std::vector<ValueId> none;
      arms.push_back(inner(graph, block, visible, depth, {}, &none));
      graph.block(arms.back()).results = {result};
    }
    const NodeId node = graph.append(block, toy::op(is_cond ? toy::Cond : toy::SwitchCase), {on}, {},
                                     {graph.value(result).type}, toy::at(11), arms);
    visible.push_back(graph.node(node).results[0]);
  }

  std::mt19937 random_;
};

/// A text with something cut out, doubled, exchanged or overwritten.
std::string damage(std::string text, Generator& random) {
  const char bytes[] = "%(){}[],:=@\"\\-.?~0123456789aefnxy \n\xff";
  for (int i = random.below(3); i >= 0 && !text.empty(); --i) {
    const auto at = static_cast<size_t>(random.below(static_cast<int>(text.size())));
    const auto length = static_cast<size_t>(random.below(12));
    switch (random.below(5)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at / 2, length));
        break;
      case 3:
        text[at] = bytes[random.below(sizeof(bytes) - 1)];
        break;
      default:
        text[at] = static_cast<char>(random.below(256));
    }
  }
  return text;
}

}  // namespace

TEST_CASE("random graphs read back and print the same") {
  for (unsigned seed = 0; seed < 200; ++seed) {
    INFO("seed " << seed);
    const Graph graph = Generator(seed).generate();
    REQUIRE(find_faults(graph) == std::vector<std::string>{});
    const std::string text = print(graph);
    const Graph read = parse(text, toy::kTable);
    REQUIRE(print(read) == text);
    REQUIRE(count_nodes(read) == count_nodes(graph));
  }
}

TEST_CASE("damaged text is an error with a place, or a sound graph") {
  size_t errors = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    Generator random(seed);
    const std::string text = print(random.generate());
    for (int round = 0; round < 50; ++round) {
      const std::string damaged = damage(text, random);
      try {
        const Graph graph = parse(damaged, toy::kTable, "damaged");
        REQUIRE(find_faults(graph).empty());
      } catch (const Error& error) {
        REQUIRE(error.kind() == ErrorKind::invalid_argument);
        REQUIRE(std::string(error.location().file_name()) == "damaged");
        REQUIRE(error.location().column() > 0);
        ++errors;
      }
    }
  }
  CHECK(errors > 1000);
}

TEST_CASE("every beginning of a text is an error") {
  const std::string text = print(toy::counting_loop());
  for (size_t length = 0; length + 2 < text.size(); ++length) {
    REQUIRE_THROWS_AS(parse(std::string_view(text).substr(0, length), toy::kTable), Error);
  }
}

}  // namespace random_text_test
