#include "ops/table.h"

#include <array>

namespace ag::ops {

namespace {

/// Tracks the AG_FAMILY rows while the table is built.
struct TableBuilder {
  std::array<ir::OpDef, static_cast<size_t>(Op::count_)> rows;
  size_t size = 0;
  const char* family = "";

  void add(const char* name, const char* operands, const char* attributes, const char* description,
           const ir::OpBlock* block) {
    rows[size++] = {name, family, operands, attributes, description, block};
  }
};

TableBuilder build() {
  TableBuilder table;
#define AG_FAMILY(name) table.family = #name;
#define AG_UNARY(name, description) table.add(#name, "x", "", description, &block_##name);
#define AG_BINARY(name, description) table.add(#name, "a, b", "", description, &block_##name);
#define AG_OP(name, parameters, operands, attributes, description) \
  table.add(#name, operands, attributes, description, &block_##name);
#define AG_MULTI_OP(name, result, parameters, operands, attributes, description) \
  table.add(#name, operands, attributes, description, &block_##name);
#define AG_NODE(name, operands, attributes, description) \
  table.add(#name, operands, attributes, description, &block_##name);
#include "ag/detail/ops.def"
  return table;
}

const TableBuilder& rows() {
  static const TableBuilder table = build();
  return table;
}

}  // namespace

const ir::OpDef& def(Op op) { return rows().rows[static_cast<size_t>(op)]; }

const ir::OpTable& table() {
  static const ir::OpTable table{std::span<const ir::OpDef>(rows().rows)};
  return table;
}

}  // namespace ag::ops
