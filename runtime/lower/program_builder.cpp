#include "lower/program_builder.h"

#include <iterator>
#include <utility>

#include "tensor/convert.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

Statement& ProgramBuilder::add(Kind kind, SourceLocation location) {
  Statement& statement = out_->emplace_back();
  statement.kind = kind;
  statement.location = location;
  return statement;
}

Register ProgramBuilder::add_register(DType dtype, bool variable) {
  program_.registers.push_back({dtype, variable});
  return static_cast<Register>(program_.registers.size() - 1);
}

ArrayId ProgramBuilder::add_array(const ir::TensorType& type) {
  program_.arrays.push_back({type, Storage::Tensor});
  return static_cast<ArrayId>(program_.arrays.size() - 1);
}

Register ProgramBuilder::constant(DType dtype, uint64_t bits, SourceLocation location) {
  Statement& statement = add(Kind::Constant, location);
  statement.bits = bits;
  return statement.result = add_register(dtype);
}

Register ProgramBuilder::integer(int64_t value, DType dtype, SourceLocation location) {
  uint64_t bits = 0;
  detail::store_scalar(reinterpret_cast<std::byte*>(&bits), dtype, detail::scalar_of(value));
  return constant(dtype, bits, location);
}

Register ProgramBuilder::let(Primitive primitive, DType dtype, std::vector<Register> operands,
                             SourceLocation location) {
  Statement& statement = add(Kind::Let, location);
  statement.primitive = primitive;
  statement.operands = std::move(operands);
  return statement.result = add_register(is_comparison(primitive) ? DType::boolean : dtype);
}

Register ProgramBuilder::fused(Primitive primitive, DType dtype, std::vector<Register> operands,
                               SourceLocation location) {
  const Register result = let(primitive, dtype, std::move(operands), location);
  if (is_floating(dtype)) out_->back().rounding = rounding();
  return result;
}

Register ProgramBuilder::load_at(ArrayId array, Index index, SourceLocation location) {
  Statement& statement = add(Kind::Load, location);
  statement.array = array;
  statement.index = std::move(index);
  return statement.result = add_register(program_.array(array).type.dtype);
}

void ProgramBuilder::store_at(ArrayId array, Index index, Register value, SourceLocation location) {
  Statement& statement = add(Kind::Store, location);
  statement.array = array;
  statement.index = std::move(index);
  statement.operands = {value};
}

void ProgramBuilder::emit_nest(Block body, std::vector<LoopRange> loops, SourceLocation location) {
  for (; !loops.empty(); loops.pop_back()) {
    Statement loop;
    loop.kind = Kind::Loop;
    loop.location = location;
    loop.result = loops.back().index;
    loop.extent = loops.back().extent;
    loop.count = loops.back().count;
    loop.blocks.push_back(std::move(body));
    body = Block();
    body.push_back(std::move(loop));
  }
  out_->insert(out_->end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
}

Register ProgramBuilder::from_front(Register index, Register length, SourceLocation location) {
  const Register zero = integer(0, DType::int64, location);
  const Register is_negative = let(Primitive::Less, DType::int64, {index, zero}, location);
  const Register from_end = let(Primitive::Add, DType::int64, {index, length}, location);
  return let(Primitive::Select, DType::int64, {is_negative, from_end, index}, location);
}

void ProgramBuilder::set(Register variable, Register value, SourceLocation location) {
  Statement& statement = add(Kind::Set, location);
  statement.result = variable;
  statement.operands = {value};
}

void ProgramBuilder::box(ArrayId array, Register reg, SourceLocation location) {
  Statement& statement = add(Kind::Box, location);
  statement.array = array;
  statement.operands = {reg};
}

void ProgramBuilder::fill(ArrayId array, Register value, SourceLocation location) {
  add(Kind::Allocate, location).array = array;
  loop(program_.array(array).type.shape.element_count(), location,
       [&](Register at) { store_at(array, {0, {{at, 1}}}, value, location); });
}

void ProgramBuilder::call_kernel(Site site, SourceLocation location) {
  program_.sites.push_back(std::move(site));
  add(Kind::Kernel, location).site = static_cast<int32_t>(program_.sites.size() - 1);
}

}  // namespace ag::codegen
