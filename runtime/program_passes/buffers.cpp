#include "program_passes/buffers.h"

#include <algorithm>

#include "program/def_use.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr size_t kMaxBytes = size_t{4} << 10;        // of one array
constexpr size_t kMaxBytesInAll = size_t{64} << 10;  // of all arrays on the stack

class StackPromotion {
 public:
  explicit StackPromotion(Program& program) : program_(program), local_(program.arrays.size()) {}

  void run() {
    find_candidates();
    while (drop_dependents()) {
    }
    if (std::ranges::find(local_, true) == local_.end()) return;
    for (size_t id = 0; id < local_.size(); ++id) {
      if (local_[id]) program_.arrays[id].storage = Storage::Stack;
    }
    rewrite(program_.body);
    copy_results();
  }

 private:
  bool is_local(ArrayId id) const { return id != kNone && local_[static_cast<size_t>(id)]; }
  void drop(ArrayId id) { local_[static_cast<size_t>(id)] = false; }

  /// Finds the arrays that are allocated, loop-carried or results of branch arms, and that no kernel accesses.
  void find_candidates() {
    for_each(program_.body, [&](Statement& statement) {
      if (statement.kind == Kind::Allocate || statement.kind == Kind::Alias || statement.kind == Kind::Swap) {
        local_[static_cast<size_t>(statement.array)] = true;
      }
    });
    size_t total = 0;
    for (size_t id = 0; id < local_.size(); ++id) {
      const ir::TensorType& type = program_.arrays[id].type;
      if (!local_[id]) continue;
      const int64_t count = type.shape.element_count();
      const bool small = type.shape.known() && !type.shape.empty() && count > 0 &&
                         static_cast<size_t>(count) * item_size(type.dtype) <= kMaxBytes;
      if (small) total += static_cast<size_t>(count) * item_size(type.dtype);
      local_[id] = small && total <= kMaxBytesInAll;
    }
    // A result that is not loop-carried is made in place as a tensor.
    std::vector<ArrayId> carried, assigned;
    for_each(program_.body, [&](const Statement& statement) {
      if (statement.kind == Kind::Swap) carried.insert(carried.end(), {statement.array, statement.source});
      if (statement.kind == Kind::Alias) assigned.push_back(statement.array);
      // The array starts as an alias and is then changed in place.
      const bool own =
          statement.kind == Kind::MakeUnique && std::ranges::find(assigned, statement.array) != assigned.end();
      if (own) carried.push_back(statement.array);
    });
    for (ArrayId id : program_.results) {
      if (std::ranges::find(carried, id) == carried.end()) drop(id);
    }
    for (ArrayId id : program_.inputs) drop(id);
    for (const auto& [id, value] : program_.constants) drop(id);
    const DefUse uses(program_, program_.body);
    for (const auto& [id, facts] : uses.arrays()) {
      constexpr ArrayUses kOfTensors =
          ArrayUse::Box | ArrayUse::KernelInput | ArrayUse::FilledFrom | ArrayUse::KernelOutput;
      if ((facts.uses & kOfTensors) != 0) drop(id);
    }
  }

  /// Drops candidates that a tensor aliases or is swapped with, or whose source has another shape.
  bool drop_dependents() {
    bool changed = false;
    for_each(program_.body, [&](Statement& statement) {
      if (statement.kind != Kind::Swap && statement.kind != Kind::Alias) return;
      if (is_local(statement.source) && !is_local(statement.array)) {
        drop(statement.source);
        changed = true;
      }
      const bool other_type =
          !(program_.array(statement.array).type.shape == program_.array(statement.source).type.shape);
      if (is_local(statement.array) && ((statement.kind == Kind::Swap && !is_local(statement.source)) || other_type)) {
        drop(statement.array);
        changed = true;
      }
    });
    return changed;
  }

  /// Removes the management of stack arrays, which are always allocated and row-major. Makes the tensors that they are
  /// copied from row-major.
  void rewrite(Block& block) {
    Block kept;
    for (Statement& statement : block) {
      for (Block& inner : statement.blocks) rewrite(inner);
      const bool management = statement.kind == Kind::Allocate || statement.kind == Kind::MakeContiguous ||
                              statement.kind == Kind::MakeUnique || statement.kind == Kind::Free;
      if (management && is_local(statement.array)) continue;
      if (statement.kind == Kind::Alias && is_local(statement.array) && !is_local(statement.source)) {
        Statement dense;
        dense.kind = Kind::MakeContiguous;
        dense.array = statement.source;
        dense.location = statement.location;
        kept.push_back(std::move(dense));
      }
      kept.push_back(std::move(statement));
    }
    block = std::move(kept);
  }

  void copy_results() {
    for (ArrayId& result : program_.results) {
      if (!is_local(result)) continue;
      const ir::TensorType type = program_.array(result).type;
      const SourceLocation location = program_.body.back().location;
      auto make = [&](Kind kind) {
        Statement statement;
        statement.kind = kind;
        statement.location = location;
        return statement;
      };
      auto add_register = [&](DType dtype) {
        program_.registers.push_back({dtype, false});
        return static_cast<Register>(program_.registers.size() - 1);
      };
      program_.arrays.push_back({type, Storage::Tensor});
      const auto boxed = static_cast<ArrayId>(program_.arrays.size() - 1);
      local_.push_back(false);
      Statement allocate = make(Kind::Allocate), loop = make(Kind::Loop), load = make(Kind::Load),
                store = make(Kind::Store);
      allocate.array = boxed;
      loop.result = add_register(DType::int64);
      loop.extent = type.shape.element_count();
      load.result = add_register(type.dtype);
      load.array = result;
      store.array = boxed;
      store.operands = {load.result};
      load.index.terms = store.index.terms = {{loop.result, 1}};
      loop.blocks.emplace_back();
      loop.blocks[0].push_back(std::move(load));
      loop.blocks[0].push_back(std::move(store));
      program_.body.push_back(std::move(allocate));
      program_.body.push_back(std::move(loop));
      result = boxed;
    }
  }

  Program& program_;
  std::vector<bool> local_;
};

}  // namespace

void promote_to_stack(Program& program) { StackPromotion(program).run(); }

}  // namespace ag::codegen
