#include "lower/node_builder.h"

#include "lower/fp_contraction.h"

namespace ag::codegen {

void NodeBuilder::check(Register condition, ErrorKind kind, const char* message) {
  const int32_t id = context_.add_site(node_);
  Site& site = context_.program().sites[static_cast<size_t>(id)];
  site.error = kind;
  site.message = message;
  Statement& statement = context_.builder().add(StatementKind::Check, node_.location);
  statement.operands = {condition};
  statement.site = id;
}

Register NodeBuilder::run(const std::vector<Register>& operands) {
  kernel::ScalarContext context{*this, operands, context_.analysis().type(node_.operands.back()).dtype,
                                node_.attributes};
  const size_t first = context_.builder().block().size();
  const Register result = node_.op->block->scalar(context);
  if (is_fast()) contract(context_.program(), context_.builder(), first);
  return result;
}

}  // namespace ag::codegen
