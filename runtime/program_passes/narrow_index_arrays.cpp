#include "program_passes/narrow_index_arrays.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "program/def_use.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kManyIndices = 256;  // smaller arrays fit the first-level cache at either width

bool fits(int64_t number) {
  return number >= std::numeric_limits<int32_t>::min() && number <= std::numeric_limits<int32_t>::max();
}

/// True if all numbers of a dtype fit int32.
bool fits(DType dtype) {
  if (is_floating(dtype)) return false;
  return item_size(dtype) < 4 || dtype == DType::int32;
}

class Narrowing {
 public:
  explicit Narrowing(Program& program)
      : program_(program), group_of_(program.arrays.size(), kNone), whole_(DefUse::of_program(program)) {}

  void run() {
    find_arrays();
    if (!has_any()) return;
    look_at_statements();
    // The element of another candidate is narrow only while that array is a candidate.
    for (bool changed = true; changed;) {
      changed = false;
      narrow_.clear();
      for (const auto& [array, value] : stores_) {
        if (!is_narrow(array) || is_narrow_number(value)) continue;
        drop(array);
        changed = true;
      }
    }
    if (!has_any()) return;
    for_each_body(program_, [&](Block& body) { rewrite(body); });
    for (size_t id = 0; id < group_of_.size(); ++id) {
      if (group_of_[id] != kNone) program_.arrays[id].type.dtype = DType::int32;
    }
  }

 private:
  /// Arrays that are swapped or aliased form a group, and are narrowed together.
  bool is_narrow(ArrayId id) const { return group_of_[static_cast<size_t>(id)] != kNone; }
  bool has_any() const {
    return std::ranges::any_of(group_of_, [](ArrayId group) { return group != kNone; });
  }
  void drop(ArrayId id) {
    const ArrayId group = group_of_[static_cast<size_t>(id)];
    if (group != kNone) std::ranges::replace(group_of_, group, kNone);
  }
  void join(ArrayId a, ArrayId b) {
    if (!is_narrow(a)) return drop(b);
    if (!is_narrow(b)) return drop(a);
    std::ranges::replace(group_of_, group_of_[static_cast<size_t>(b)], group_of_[static_cast<size_t>(a)]);
  }

  void find_arrays() {
    for (size_t id = 0; id < program_.arrays.size(); ++id) {
      const ArrayInfo& array = program_.arrays[id];
      const bool known = array.type.dtype == DType::int64 && array.type.shape.known();
      if (known && array.storage != Storage::Parameter && array.type.shape.element_count() >= kManyIndices) {
        group_of_[id] = static_cast<ArrayId>(id);
      }
    }
    for (const auto* list : {&program_.inputs, &program_.results}) {
      for (ArrayId id : *list) drop(id);
    }
    for (const auto& [id, tensor] : program_.constants) drop(id);
  }

  void look_at_statements() {
    const auto look_at = [&](const Statement& one) {
      switch (one.kind) {
        case Kind::Store:
          stores_.emplace_back(one.array, one.operands[0]);
          return;
        case Kind::Load:
        case Kind::Allocate:
        case Kind::MakeContiguous:
        case Kind::MakeUnique:
        case Kind::Free:
          return;
        case Kind::Alias:
        case Kind::Swap:
          return join(one.array, one.source);
        default:
          return for_each_array(program_, one, [&](ArrayId id, ArrayUses) { drop(id); });
      }
    };
    for_each_body(program_, [&](const Block& body) { for_each(body, look_at); });
  }

  bool is_narrow_number(Register id) {
    const auto found = narrow_.find(id);
    if (found != narrow_.end()) return found->second;
    const Statement* definition = whole_.definition(id);
    return narrow_[id] = definition && gives_narrow_number(*definition);
  }

  bool gives_narrow_number(const Statement& one) {
    switch (one.kind) {
      case Kind::Constant:
        return fits(static_cast<int64_t>(one.bits));
      case Kind::Loop:
      case Kind::Reduce:
        return fits(one.extent);
      case Kind::Load:
        return is_narrow(one.array);
      case Kind::Let:
        break;
      default:
        return false;
    }
    const auto is_narrow = [&](Register operand) { return is_narrow_number(operand); };
    switch (one.primitive) {
      case Primitive::Convert:
        return fits(program_.dtype(one.operands[0]));
      case Primitive::Copy:
        return is_narrow(one.operands[0]);
      case Primitive::Select:
        return is_narrow(one.operands[1]) && is_narrow(one.operands[2]);
      default:
        return false;
    }
  }

  static Statement conversion(Register to, Register from, SourceLocation location) {
    Statement convert;
    convert.kind = Kind::Let;
    convert.primitive = Primitive::Convert;
    convert.result = to;
    convert.operands = {from};
    convert.location = location;
    return convert;
  }
  Register add_number(DType dtype) {
    program_.registers.push_back({dtype, false});
    return static_cast<Register>(program_.registers.size() - 1);
  }

  void rewrite(Block& block) {
    Block rewritten;
    rewritten.reserve(block.size());
    for (Statement& one : block) {
      for (Block& inner : one.blocks) rewrite(inner);
      const bool load = one.kind == Kind::Load, store = one.kind == Kind::Store;
      if (!(load || store) || !is_narrow(one.array)) {
        rewritten.push_back(std::move(one));
        continue;
      }
      const Register number = add_number(DType::int32);
      if (store) rewritten.push_back(conversion(number, std::exchange(one.operands[0], number), one.location));
      const Register wide = load ? std::exchange(one.result, number) : kNone;
      const SourceLocation location = one.location;
      rewritten.push_back(std::move(one));
      if (load) rewritten.push_back(conversion(wide, number, location));
    }
    block = std::move(rewritten);
  }

  Program& program_;
  std::vector<ArrayId> group_of_;  // per array: its group, or kNone if it is not narrowed
  std::vector<std::pair<ArrayId, Register>> stores_;
  const DefUse whole_;
  std::map<Register, bool> narrow_;  // memo of is_narrow_number
};

}  // namespace

void narrow_index_arrays(Program& program) { Narrowing(program).run(); }

}  // namespace ag::codegen
