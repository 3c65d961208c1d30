#pragma once
/// Builds statements for passes on programs.
#include <utility>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// Appends statements to blocks. All of them have one source location.
class StatementBuilder {
 public:
  StatementBuilder(Program& program, SourceLocation location) : program_(program), location_(location) {}

  Statement make(StatementKind kind) const {
    Statement statement;
    statement.kind = kind;
    statement.location = location_;
    return statement;
  }
  Register add_register(const RegisterInfo& info) {
    program_.registers.push_back(info);
    return static_cast<Register>(program_.registers.size() - 1);
  }
  Register add_register(DType dtype, bool variable = false) { return add_register({dtype, variable}); }

  /// Constants: `constant` takes the bits of a number of any dtype, `number` an int64, `truth` a boolean.
  Register constant(Block& block, DType dtype, uint64_t bits) {
    Statement& statement = block.emplace_back(make(StatementKind::Constant));
    statement.bits = bits;
    return statement.result = add_register(dtype);
  }
  Register number(Block& block, int64_t value) { return constant(block, DType::int64, static_cast<uint64_t>(value)); }
  Register truth(Block& block, bool value) { return constant(block, DType::boolean, value ? 1 : 0); }

  /// The result is boolean for a comparison; otherwise it has the dtype of the last operand.
  Register let(Block& block, Primitive primitive, std::vector<Register> operands) {
    const DType dtype = is_comparison(primitive) ? DType::boolean : program_.dtype(operands.back());
    Statement& statement = block.emplace_back(make(StatementKind::Let));
    statement.primitive = primitive;
    statement.operands = std::move(operands);
    return statement.result = add_register(dtype);
  }
  void set(Block& block, Register variable, Register value) {
    Statement& statement = block.emplace_back(make(StatementKind::Set));
    statement.result = variable;
    statement.operands = {value};
  }

  Register load(Block& block, ArrayId array, const Index& index) {
    Statement& statement = block.emplace_back(make(StatementKind::Load));
    statement.array = array;
    statement.index = index;
    return statement.result = add_register(program_.array(array).type.dtype);
  }
  void store(Block& block, ArrayId array, const Index& index, Register value) {
    Statement& statement = block.emplace_back(make(StatementKind::Store));
    statement.array = array;
    statement.index = index;
    statement.operands = {value};
  }

  void repeat(Block& block, Register index, int64_t extent, Block inside) {
    Statement& loop = block.emplace_back(make(StatementKind::Loop));
    loop.result = index;
    loop.extent = extent;
    loop.blocks.push_back(std::move(inside));
  }

 protected:
  Program& program_;
  SourceLocation location_;
};

}  // namespace ag::codegen
