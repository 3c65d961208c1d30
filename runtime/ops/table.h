#pragma once
/// The table of all operations, from ops.def.
#include <cstdint>

#include "graph/graph.h"
#include "graph/op_def.h"

namespace ag::ops {

/// One number per operation of the graph, in the order of ops.def.
enum class Op : uint16_t {
#define AG_UNARY(name, description) name,
#define AG_BINARY(name, description) name,
#define AG_OP(name, parameters, operands, attributes, description) name,
#define AG_MULTI_OP(name, result, parameters, operands, attributes, description) name,
#define AG_NODE(name, operands, attributes, description) name,
#include "ag/detail/ops.def"
  count_
};

/// The block of each operation, defined in its family file. A missing definition is a link error that names it.
#define AG_UNARY(name, description) extern const ir::OpBlock block_##name;
#define AG_BINARY(name, description) extern const ir::OpBlock block_##name;
#define AG_OP(name, parameters, operands, attributes, description) extern const ir::OpBlock block_##name;
#define AG_MULTI_OP(name, result, parameters, operands, attributes, description) extern const ir::OpBlock block_##name;
#define AG_NODE(name, operands, attributes, description) extern const ir::OpBlock block_##name;
#include "ag/detail/ops.def"

/// Returns the record of an operation.
const ir::OpDef& def(Op op);
/// True if a node is of that operation.
inline bool is(const ir::Node& node, Op op) { return node.op == &def(op); }
/// Returns all operations, for parsers.
const ir::OpTable& table();

}  // namespace ag::ops
