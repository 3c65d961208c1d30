#include "llvm/emit/compress_loop.h"

#include <algorithm>

#include "program/def_use.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kVectorBytes = 64;  // of the instruction

bool is_let(const Statement& statement, Primitive primitive) {
  return statement.kind == Kind::Let && statement.primitive == primitive;
}

/// Returns the statement of the block that defines a register; null if there is none.
const Statement* definition(const Block& block, Register id) {
  const auto found = std::ranges::find_if(block, [&](const Statement& statement) {
    return statement.kind != Kind::Set && statement.kind != Kind::Store && statement.result == id;
  });
  return found == block.end() ? nullptr : &*found;
}

/// Returns the store of a loop of one iteration; null for other statements.
const Statement* single_store(const Statement& loop) {
  if (loop.kind != Kind::Loop || loop.extent != 1 || loop.blocks[0].size() != 1) return nullptr;
  const Statement& store = loop.blocks[0][0];
  return store.kind == Kind::Store ? &store : nullptr;
}

bool mentions(const Statement& statement, Register id) {
  bool found = false;
  for_each_register(statement, [&](Register one, RegisterUse) { found = found || one == id; });
  return found;
}

}  // namespace

std::optional<CompressLoop> compress_loop_of(const Program& program, const detail::Machine& machine,
                                             const Statement& loop) {
#if defined(__x86_64__)
  if (machine.vector_bytes < kVectorBytes || !__builtin_cpu_supports("avx512f") || loop.kind != Kind::Loop)
    return std::nullopt;
  const Block& body = loop.blocks[0];
  const auto set = std::ranges::find(body, Kind::Set, &Statement::kind);
  const auto inner = std::ranges::find_if(body, [](const Statement& one) { return single_store(one) != nullptr; });
  if (set == body.end() || inner == body.end()) return std::nullopt;
  CompressLoop result{loop, *single_store(*inner)};
  result.counter = set->result;
  result.element = result.store.operands[0];
  // counter = count + convert(selected), where count is a copy of the counter
  const Statement* const sum = definition(body, set->operands[0]);
  if (!sum || !is_let(*sum, Primitive::Add)) return std::nullopt;
  const Statement* const count = definition(body, sum->operands[0]);
  const Statement* const more = definition(body, sum->operands[1]);
  if (!count || !is_let(*count, Primitive::Copy) || count->operands[0] != result.counter) return std::nullopt;
  if (!more || !is_let(*more, Primitive::Convert)) return std::nullopt;
  result.selected = more->operands[0];
  if (program.dtype(result.selected) != DType::boolean || !definition(body, result.selected)) return std::nullopt;
  const Index& place = result.store.index;
  if (place.offset != 0 || place.terms.size() != 1 || place.terms[0] != std::pair(count->result, int64_t{1}))
    return std::nullopt;
  const auto bytes = static_cast<int64_t>(item_size(program.array(result.store.array).type.dtype));
  if ((bytes != 4 && bytes != 8) || !definition(body, result.element)) return std::nullopt;
  result.width = kVectorBytes / bytes;

  Block& lanes = result.lanes.blocks[0];
  lanes.clear();
  for (const Statement& statement : body) {
    if (&statement == &*set || &statement == &*inner || &statement == sum || &statement == count || &statement == more)
      continue;
    const bool computes = is_plain(statement) && statement.kind != Kind::Store && statement.array != result.store.array;
    const bool counts = mentions(statement, result.counter) || mentions(statement, count->result) ||
                        mentions(statement, more->result) || mentions(statement, sum->result);
    if (!computes || counts) return std::nullopt;
    lanes.push_back(statement);
  }
  return result;
#else
  return (void)program, (void)machine, (void)loop, std::nullopt;
#endif
}

}  // namespace ag::codegen
