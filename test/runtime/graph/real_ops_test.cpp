/// The real operations under the verifier: their type rules take whatever a text may say, and never crash.
#include <algorithm>
#include <random>

#include "graph/text.h"
#include "graph/verify.h"
#include "ops/table.h"
#include "support/catch.h"

using namespace ag;
using namespace ag::ir;

namespace real_ops_test {
namespace {

class Hostile {
 public:
  explicit Hostile(unsigned seed) : random_(seed) {}

  /// A graph of one node, with operands and attributes of the declared kinds and otherwise anything.
  Graph one_node(const OpDef& op) {
    Graph graph("hostile");
    const std::string_view names = op.operands;
    size_t count = names.empty() ? 0 : 1 + static_cast<size_t>(std::count(names.begin(), names.end(), ','));
    if (names.ends_with("...")) count += below(4) - 1;
    std::vector<ValueId> operands;
    for (size_t i = 0; i < count; ++i) operands.push_back(graph.add_argument(graph.body(), type()));
    Attributes attributes;
    for (const AttributeSpec& spec : attribute_specs(op)) attributes.push_back(attribute(spec.kind));
    std::vector<TensorType> results(below(3), type());
    graph.append(graph.body(), op, operands, attributes, results, SourceLocation::named("hostile.ag", 1));
    return graph;
  }

 private:
  size_t below(size_t end) { return random_() % end; }
  int64_t integer() {
    const int64_t some[] = {0,
                            1,
                            2,
                            3,
                            -1,
                            -2,
                            7,
                            -100,
                            int64_t{1} << 40,
                            std::numeric_limits<int64_t>::max(),
                            std::numeric_limits<int64_t>::min()};
    return some[below(std::size(some))];
  }
  Shape shape() {
    if (below(8) == 0) return Shape::unknown_rank();
    Shape shape;
    const int64_t some[] = {0, 1, 2, 3, unknown, int64_t{1} << 10};
    for (size_t rank = below(5); rank > 0; --rank) shape.push_back(some[below(std::size(some))]);
    return shape;
  }
  DType dtype() { return static_cast<DType>(below(kDTypeCount)); }
  TensorType type() { return {dtype(), shape(), below(6) == 0}; }

  Attribute attribute(AttributeKind kind) {
    std::vector<int64_t> integers(below(5));
    for (int64_t& value : integers) value = integer();
    Shape wanted = shape();
    switch (kind) {
      case AttributeKind::Bool:
        return below(2) == 0;
      case AttributeKind::Int:
        return integer();
      case AttributeKind::Float:
        return below(2) == 0 ? -1.5 : std::numeric_limits<double>::quiet_NaN();
      case AttributeKind::String:
        return std::string("text");
      case AttributeKind::DType:
        return dtype();
      case AttributeKind::Shape:
        if (!wanted.empty() && below(3) == 0) wanted[0] = integer() % 1000;
        return wanted;
      case AttributeKind::Ints:
        return integers;
      case AttributeKind::Floats:
        return std::vector<double>(below(3), 0.5);
      case AttributeKind::Strings:
        return std::vector<std::string>(below(3), "{}");
      case AttributeKind::Tensor:
        return detail::allocate(dtype(), {static_cast<int64_t>(below(3))});
      case AttributeKind::Opaque:
        return Opaque{nullptr, "opaque"};
    }
    return false;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("type rules refuse what cannot be, and never crash") {
  for (const OpDef& op : ops::table().ops()) {
    for (unsigned seed = 0; seed < 400; ++seed) {
      INFO(op.name << ", seed " << seed);
      const Graph graph = Hostile(seed).one_node(op);
      REQUIRE_NOTHROW(find_faults(graph));
      if (attribute_specs(op).size() == 1 && attribute_specs(op)[0].kind == AttributeKind::Opaque) continue;
      const std::string text = print(graph);
      std::string again = text;
      try {
        again = print(parse(text, ops::table()));
      } catch (const Error& error) {
        REQUIRE(error.kind() == ErrorKind::invalid_argument);
      }
      REQUIRE(again == text);
    }
  }
}

TEST_CASE("every operation declares attributes of known kinds") {
  for (const OpDef& op : ops::table().ops()) {
    INFO(op.name);
    CHECK_NOTHROW(attribute_specs(op));
    CHECK(ops::table().find(op.name) == &op);
  }
  CHECK(ops::table().find("no_such_operation") == nullptr);
}

}  // namespace real_ops_test
