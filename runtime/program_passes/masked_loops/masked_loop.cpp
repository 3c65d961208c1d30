#include "program_passes/masked_loops/masked_loop.h"

#include <algorithm>
#include <utility>

#include "program/def_use.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// The elements of an array at a point of an iteration.
struct Content {
  enum class Of : uint8_t { Old, New, None };
  Of of = Of::None;
  ArrayId array = kNone;     // Old: the array that held these elements at the start of the iteration
  Register element = kNone;  // New

  bool operator==(const Content&) const = default;
};

/// The monotonicity of a boolean in the set of active elements.
enum class Trend : int8_t { Falls = -1, None = 0, Rises = 1 };
Trend operator-(Trend trend) { return static_cast<Trend>(-static_cast<int8_t>(trend)); }

class Finder {
 public:
  Finder(const Program& program, const Statement& loop, const LoopUses& around)
      : program_(program), loop_(loop), around_(around), constants_(around.constants) {}

  std::optional<MaskedLoop> run() {
    list_changed();
    if (!read_body() || !read_test() || !settle() || !list_variables()) return std::nullopt;
    return std::move(result_);
  }

 private:
  bool is_changed(ArrayId array) const { return changed_.contains(array); }

  /// Lists the arrays that the loop changes.
  void list_changed() {
    const DefUse uses(program_, loop_.blocks);
    for (const auto& [id, facts] : uses.arrays()) {
      if ((facts.uses & ~(ArrayUse::Load | ArrayUse::MakeContiguous | ArrayUse::MakeUnique)) != 0) changed_.insert(id);
    }
  }

  /// True if the statements are about numbers, and none depends on an element that changes.
  bool are_numbers(const Block& block) const {
    return std::ranges::all_of(block, [&](const Statement& statement) { return is_about_numbers(statement); });
  }
  bool is_about_numbers(const Statement& statement) const {
    switch (statement.kind) {
      case Kind::Constant:
      case Kind::Let:
      case Kind::ArgExtremum:
      case Kind::Set:
        return true;
      case Kind::Load:
        return !is_changed(statement.array);
      case Kind::If:
      case Kind::Switch:
        return std::ranges::all_of(statement.blocks, [&](const Block& block) { return are_numbers(block); });
      default:
        return false;
    }
  }

  bool read_body() {
    const Block& body = loop_.blocks[1];
    if (!choose_nest(body)) return false;
    for (size_t k = 0; k < body.size(); ++k) {
      const Statement& statement = body[k];
      if (is_about_numbers(statement)) continue;
      switch (statement.kind) {
        case Kind::Loop:
          result_.nest = k;
          if (!read_nest(statement)) return false;
          break;
        case Kind::Allocate:
        case Kind::Free:
          content(statement.array) = {};
          break;
        case Kind::Alias:
          content(statement.array) = Content(content(statement.source));
          break;
        case Kind::Swap: {
          const Content held = content(statement.array);
          content(statement.array) = Content(content(statement.source));
          content(statement.source) = held;
          break;
        }
        case Kind::MakeUnique:
        case Kind::MakeContiguous:
          break;
        default:
          return false;
      }
    }
    return true;
  }

  Content& content(ArrayId array) {
    return contents_.try_emplace(array, Content{Content::Of::Old, array, kNone}).first->second;
  }

  /// A perfect nest of loops.
  struct Nest {
    std::vector<int64_t> extents;
    std::vector<Register> indices;
    const Block* innermost = nullptr;
    bool counted = false;  // one of the loops is counted
  };
  static Nest nest_of(const Statement& outermost) {
    Nest nest;
    for (const Statement* at = &outermost;; at = &at->blocks[0][0]) {
      nest.extents.push_back(at->extent);
      nest.counted = nest.counted || is_counted(*at);
      nest.indices.push_back(at->result);
      nest.innermost = &at->blocks[0];
      if (nest.innermost->size() != 1 || nest.innermost->front().kind != Kind::Loop) return nest;
    }
  }

  /// Chooses the nest with the most loops as the iteration space. Other nests must have the same extents, or be one
  /// loop over as many elements.
  bool choose_nest(const Block& body) {
    for (const Statement& statement : body) {
      if (statement.kind != Kind::Loop) continue;
      Nest nest = nest_of(statement);
      if (nest.extents.size() <= result_.extents.size()) continue;
      result_.extents = std::move(nest.extents);
      result_.indices = std::move(nest.indices);
    }
    return !result_.extents.empty() && result_.count() > 0;
  }

  bool read_nest(const Statement& outermost) {
    const Nest nest = nest_of(outermost);
    const bool is_line = nest.extents.size() == 1 && nest.extents[0] == result_.count();
    if (nest.counted || (!is_line && nest.extents != result_.extents)) return false;
    return std::ranges::all_of(*nest.innermost, [&](Statement one) {
      for (Register operand : one.operands) {
        if (std::ranges::find(nest.indices, operand) != nest.indices.end() || is_variable(operand)) return false;
      }
      Index index{one.index.offset, {}};
      for (const auto& [id, factor] : one.index.terms) {
        const auto at = std::ranges::find(nest.indices, id);
        if (at == nest.indices.end())
          index.terms.emplace_back(id, factor);
        else if (is_line)
          result_.add_place(index, factor);
        else
          index.terms.emplace_back(result_.indices[static_cast<size_t>(at - nest.indices.begin())], factor);
      }
      one.index = std::move(index);
      return read_element(std::move(one));
    });
  }

  bool read_element(Statement statement) {
    if (!is_plain(statement)) return false;
    if (statement.array != kNone && is_changed(statement.array)) {
      if (!is_whole(statement)) return false;
      Content& now = content(statement.array);
      if (statement.kind == Kind::Store) {
        now = {Content::Of::New, kNone, statement.operands[0]};
      } else if (now.of == Content::Of::New) {  // stored by an earlier loop of the iteration
        statement.kind = Kind::Let;
        statement.primitive = Primitive::Copy;
        statement.operands = {now.element};
        statement.array = kNone;
        statement.index = {};
      } else {
        read_.insert(statement.array);
        if (now != Content{Content::Of::Old, statement.array, kNone}) return false;
      }
    }
    result_.elements.push_back(std::move(statement));
    return true;
  }

  /// True if an access of the nest is to the element at the current index of the nest.
  bool is_whole(const Statement& access) const {
    const std::vector<int64_t> strides = result_.strides();
    std::map<Register, int64_t> terms;
    for (size_t k = 0; k < strides.size(); ++k) terms[result_.indices[k]] += strides[k];
    for (const auto& [id, factor] : access.index.terms) terms[id] -= factor;
    return access.index.offset == 0 && std::ranges::all_of(terms, [](const auto& one) { return one.second == 0; }) &&
           has_all(access.array);
  }
  bool has_all(ArrayId array) const {
    const Shape& shape = program_.array(array).type.shape;
    return shape.known() && shape.element_count() == result_.count();
  }

  Trend trend(Register id) const {
    const auto found = trends_.find(id);
    return found == trends_.end() ? Trend::None : found->second;
  }
  bool is_variable(Register id) const { return program_.registers[static_cast<size_t>(id)].variable; }
  bool is_constant(Register id, bool value) const {
    const auto found = constants_.find(id);
    return found != constants_.end() && (found->second != 0) == value;
  }

  bool read_test() {
    if (!read_test(loop_.blocks[0])) return false;
    return trend(loop_.operands[0]) == (result_.fold ? Trend::Rises : Trend::None);
  }

  bool read_test(const Block& block) {
    return std::ranges::all_of(block, [&](const Statement& statement) { return read_test(statement); });
  }

  bool read_test(const Statement& statement) {
    bool fits = true;
    for_each_register(statement, [&](Register id, RegisterUse use) {
      if (use != RegisterUse::Use) return;
      if (is_variable(id) && !trends_.contains(id)) early_.insert(id);
      fits = fits && (!extremes_.contains(id) || statement.kind == Kind::Let);
    });
    if (!fits) return false;
    switch (statement.kind) {
      case Kind::Constant:
        return true;
      case Kind::Load:
        return !is_changed(statement.array);
      case Kind::Let:
        return read_let(statement);
      case Kind::Set:
        trends_[statement.result] = trend(statement.operands[0]);
        return true;
      case Kind::Reduce:
        return read_fold(statement);
      case Kind::If:
        return trend(statement.operands[0]) == Trend::None ? read_arms(statement) : read_choice(statement);
      default:
        return false;
    }
  }

  bool read_let(const Statement& statement) {
    if (std::ranges::any_of(statement.operands, [&](Register id) { return extremes_.contains(id); }))
      return read_extreme(statement);
    if (statement.primitive == Primitive::Select && trend(statement.operands[0]) != Trend::None)
      return read_select(statement);
    Trend common = Trend::None;
    for (Register operand : statement.operands) {
      const Trend one = trend(operand);
      if (one == Trend::None) continue;
      if (common != Trend::None && common != one) return false;
      common = one;
    }
    const Primitive primitive = statement.primitive;
    if (primitive == Primitive::Copy && constants_.contains(statement.operands[0])) {
      constants_[statement.result] = constants_.at(statement.operands[0]);
    }
    if (common == Trend::None) return true;
    const bool keeps = primitive == Primitive::Copy || primitive == Primitive::And || primitive == Primitive::Or ||
                       primitive == Primitive::Select;
    if (!keeps && primitive != Primitive::Not) return false;
    trends_[statement.result] = keeps ? common : -common;
    return true;
  }

  /// A select by a condition that elements influence: one of its values must be a known boolean.
  bool read_select(const Statement& statement) {
    const Register yes = statement.operands[1], no = statement.operands[2];
    if (program_.dtype(yes) != DType::boolean) return false;
    return choose(statement.result, trend(statement.operands[0]), yes, no);
  }
  bool choose(Register result, Trend of, Register yes, Register no) {
    if (trend(yes) != Trend::None || trend(no) != Trend::None) return false;
    if (is_constant(no, false) || is_constant(yes, true))
      trends_[result] = of;
    else if (is_constant(no, true) || is_constant(yes, false))
      trends_[result] = -of;
    else
      return false;
    return true;
  }

  /// A comparison of the maximum or minimum of the elements with a number that no element influences.
  bool read_extreme(const Statement& statement) {
    if (statement.operands.size() > 2) return false;
    const bool first = extremes_.contains(statement.operands[0]);
    const bool greatest = extremes_.at(statement.operands[first ? 0 : 1]) == ir::ReductionKind::Max;
    if (statement.primitive == Primitive::Copy) {
      extremes_[statement.result] = greatest ? ir::ReductionKind::Max : ir::ReductionKind::Min;
      return true;
    }
    if (statement.operands.size() != 2) return false;
    const Register other = statement.operands[first ? 1 : 0];
    if (extremes_.contains(other) || trend(other) != Trend::None) return false;
    const Primitive primitive = statement.primitive;
    const bool more = primitive == Primitive::Greater || primitive == Primitive::GreaterEqual;
    if (!more && primitive != Primitive::Less && primitive != Primitive::LessEqual) return false;
    trends_[statement.result] = (more == first) == greatest ? Trend::Rises : Trend::Falls;
    return true;
  }

  bool read_fold(const Statement& statement) {
    if (result_.fold || statement.reductions.size() != 1 || statement.extent != result_.count()) return false;
    if (is_counted(statement)) return false;
    if (!reads_elements(statement)) return false;
    const RowReduction& fold = statement.reductions[0];
    result_.fold = &statement;
    result_.is_extreme = fold.kind == ir::ReductionKind::Max || fold.kind == ir::ReductionKind::Min;
    if (result_.is_extreme) {
      extremes_[fold.result] = fold.kind;
      return true;
    }
    if (fold.kind != ir::ReductionKind::Any && fold.kind != ir::ReductionKind::All) return false;
    trends_[fold.result] = fold.kind == ir::ReductionKind::Any ? Trend::Rises : Trend::Falls;
    return true;
  }
  bool reads_elements(const Statement& fold) {
    for (const Statement& one : fold.blocks[0]) {
      if (!is_plain(one) || one.kind == Kind::Store) return false;
      if (std::ranges::find(one.operands, fold.result) != one.operands.end()) return false;
      if (one.kind != Kind::Load || !is_changed(one.array)) continue;
      const bool whole = one.index.offset == 0 && one.index.terms.size() == 1 &&
                         one.index.terms[0] == std::pair(fold.result, int64_t{1}) && has_all(one.array);
      if (!whole) return false;
      read_.insert(one.array);
    }
    return true;
  }

  /// A branch on a number: each boolean that it sets must have the same trend in both arms.
  bool read_arms(const Statement& statement) {
    const std::map<Register, Trend> before = trends_;
    if (!read_test(statement.blocks[0])) return false;
    const std::map<Register, Trend> first = std::exchange(trends_, before);
    if (!read_test(statement.blocks[1])) return false;
    for (const auto& [id, one] : first) {
      const Trend other = trend(id);
      if (one == Trend::None) continue;
      if (other != Trend::None && one != other) return false;
      trends_[id] = one;
    }
    return true;
  }

  /// A branch on elements: each variable that it sets must be a known boolean in one arm.
  bool read_choice(const Statement& statement) {
    const Trend of = trend(statement.operands[0]);
    std::map<Register, Register> values[2];
    for (size_t arm = 0; arm < 2; ++arm) {
      for (const Statement& one : statement.blocks[arm]) {
        if (one.kind != Kind::Constant && one.kind != Kind::Let && one.kind != Kind::Set) return false;
        if (!read_test(one)) return false;
        if (one.kind == Kind::Set) values[arm][one.result] = one.operands[0];
      }
    }
    if (values[0].size() != values[1].size()) return false;
    for (const auto& [id, yes] : values[0]) {
      const auto found = values[1].find(id);
      if (found == values[1].end() || program_.dtype(id) != DType::boolean) return false;
      if (!choose(id, of, yes, found->second)) return false;
    }
    return true;
  }

  /// Lists the carried arrays: those that an iteration has changed at its end, and that later iterations or statements
  /// after the loop read.
  bool settle() {
    bool grows = true;
    while (grows) {
      grows = false;
      for (const auto& [array, at_end] : contents_) {
        if (at_end.of != Content::Of::Old || at_end.array == array || !is_wanted(array)) continue;
        grows = read_.insert(at_end.array).second || grows;
      }
    }
    for (const auto& [array, at_end] : contents_) {
      if (!is_wanted(array) || at_end == Content{Content::Of::Old, array, kNone}) continue;
      if (at_end.of == Content::Of::None || !has_all(array)) return false;
      MaskedLoop::Carried& one = result_.carried.emplace_back();
      one.array = array;
      one.is_read = read_.contains(array);
      one.is_needed = around_.needed.contains(array);
      if (at_end.of == Content::Of::New) {
        one.next = at_end.element;
      } else {
        one.moved = at_end.array;
        if (!has_all(one.moved) || program_.array(one.moved).type.dtype != program_.array(array).type.dtype)
          return false;
      }
    }
    return !result_.carried.empty();
  }
  bool is_wanted(ArrayId array) const { return read_.contains(array) || around_.needed.contains(array); }

  /// Lists the numbers carried between iterations. A condition that elements influence must not be one of them.
  bool list_variables() {
    result_.variables.assign(around_.carried.begin(), around_.carried.end());
    return std::ranges::none_of(trends_, [&](const auto& one) {
      return one.second != Trend::None && (around_.carried.contains(one.first) || early_.contains(one.first));
    });
  }

  const Program& program_;
  const Statement& loop_;
  const LoopUses& around_;
  std::map<Register, uint64_t> constants_;
  std::set<ArrayId> changed_, read_;
  std::map<ArrayId, Content> contents_;
  std::map<Register, Trend> trends_;
  std::set<Register> early_;                        // variables that an iteration uses before the test sets them
  std::map<Register, ir::ReductionKind> extremes_;  // results of Max and Min reductions
  MaskedLoop result_;
};

}  // namespace

std::optional<MaskedLoop> find_masked_loop(const Program& program, const Statement& loop, const LoopUses& around) {
  return Finder(program, loop, around).run();
}

}  // namespace ag::codegen
