#include "codegen/filled_arrays.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "codegen/fill.h"
#include "codegen/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class Filled {
 public:
  explicit Filled(Program& program) : program_(program), arrays_(program.arrays.size()) {}

  void run() {
    find_arrays();
    if (std::ranges::none_of(arrays_, [](const Contents& one) { return one.number.has_value(); })) return;
    for_each_body(program_, [&](Block& body) { rewrite(body); });
  }

 private:
  /// What an array holds: nothing yet, one number, or what is not known.
  struct Contents {
    bool known = true;
    std::optional<uint64_t> number;
  };

  Contents& contents(ArrayId id) { return arrays_[static_cast<size_t>(id)]; }
  void drop(ArrayId id) { contents(id) = {.known = false, .number = {}}; }
  void add(ArrayId id, std::optional<uint64_t> number) {
    Contents& all = contents(id);
    if (!all.known) return;
    if (!number || (all.number && all.number != number)) return drop(id);
    all.number = number;
  }

  void find_arrays() {
    for (size_t id = 0; id < program_.arrays.size(); ++id) {
      if (program_.arrays[id].storage == Storage::Given) drop(static_cast<ArrayId>(id));
    }
    for (const auto* list : {&program_.inputs, &program_.results}) {
      for (ArrayId id : *list) drop(id);
    }
    for (const auto& [id, tensor] : program_.constants) drop(id);
    for_each_body(program_, [&](const Block& body) {
      for_each(body, [&](const Statement& one) {
        if (one.kind == Kind::Constant || one.kind == Kind::Let) definitions_[one.result] = &one;
      });
    });
    for_each_body(program_, [&](const Block& body) { for_each(body, [&](const Statement& one) { look_at(one); }); });
  }

  void look_at(const Statement& one) {
    switch (one.kind) {
      case Kind::Load:
      case Kind::Allocate:
      case Kind::Dense:
      case Kind::Own:
      case Kind::Release:
        return;
      case Kind::Store:
        return add(one.array, number_of(one.operands[0]));
      case Kind::Kernel:
        if (const std::optional<uint64_t> fill = fill_of(program_, one)) {
          add(program_.site(one.site).outputs[0], fill);
          return;
        }
        [[fallthrough]];
      default: {
        std::vector<ArrayId> named;
        list_own_arrays(program_, one, named);
        std::ranges::for_each(named, [&](ArrayId id) { drop(id); });
      }
    }
  }

  std::optional<uint64_t> number_of(Register id) const {
    const auto found = definitions_.find(id);
    if (found == definitions_.end()) return std::nullopt;
    const Statement& definition = *found->second;
    if (definition.kind == Kind::Constant) return definition.bits;
    return definition.primitive == Primitive::Copy ? number_of(definition.operands[0]) : std::nullopt;
  }

  bool is_filled(ArrayId id) { return id != kNone && contents(id).number.has_value(); }

  void rewrite(Block& block) {
    Block rewritten;
    rewritten.reserve(block.size());
    for (Statement& one : block) {
      for (Block& inner : one.blocks) rewrite(inner);
      if (one.kind == Kind::Kernel) {
        const std::vector<ArrayId>& outputs = program_.site(one.site).outputs;
        if (outputs.size() == 1 && is_filled(outputs[0])) continue;
      } else if (is_filled(one.array)) {
        if (one.kind != Kind::Load) continue;
        Statement number;
        number.kind = Kind::Constant;
        number.result = one.result;
        number.bits = *contents(one.array).number;
        number.location = one.location;
        one = std::move(number);
      }
      if (one.kind == Kind::Loop && does_nothing(one.blocks[0])) continue;
      rewritten.push_back(std::move(one));
    }
    block = std::move(rewritten);
  }

  static bool does_nothing(const Block& body) {
    return std::ranges::all_of(body, [](const Statement& one) {
      return one.kind == Kind::Constant || one.kind == Kind::Let || one.kind == Kind::Load;
    });
  }

  Program& program_;
  std::vector<Contents> arrays_;
  std::map<Register, const Statement*> definitions_;
};

}  // namespace

void forget_filled_arrays(Program& program) { Filled(program).run(); }

}  // namespace ag::codegen
