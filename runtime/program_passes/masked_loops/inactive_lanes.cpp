/// Proves that inactive lanes are invariant. One iteration is executed symbolically, under the assumption that the
/// condition of an active lane is false.
#include <algorithm>
#include <array>
#include <tuple>

#include "program/def_use.h"
#include "program/evaluate.h"
#include "program_passes/masked_loops/masked_loop.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;
using Terms = std::map<Register, int64_t>;
using Id = int32_t;

struct Expression {
  enum class Of : uint8_t { Number, Constant, Element, Result };
  Of of = Of::Number;
  DType dtype = DType::float32;
  Register number = kNone;  // Number: a register of the program
  uint64_t bits = 0;        // Constant
  ArrayId array = kNone;    // Element
  int64_t offset = 0;       // Element: its index
  Terms terms;
  Primitive primitive = Primitive::Copy;  // Result: the operation
  std::vector<Id> operands;

  auto key() const { return std::tie(of, dtype, number, bits, array, offset, terms, primitive, operands); }
  bool operator<(const Expression& other) const { return key() < other.key(); }
};

class Proof {
 public:
  Proof(const Program& program, const Statement& loop, const MaskedLoop& of, const LoopUses& around)
      : program_(program), of_(of), constants_(around.constants), loop_(program, loop.blocks) {}

  bool holds() {
    const RowReduction& fold = of_.fold->reductions[0];
    run(of_.fold->blocks[0], of_.fold->result);
    const Id active = value(fold.value);
    if (!depends_on_elements_alone(active)) return false;
    assume(active, fold.kind == ir::ReductionKind::All);
    values_.clear();
    run(of_.elements, kNone);
    return std::ranges::all_of(of_.carried, [&](const MaskedLoop::Carried& one) {
      return (one.next != kNone ? value(one.next) : element(one.moved)) == element(one.array);
    });
  }

 private:
  const Expression& at(Id id) const { return expressions_[static_cast<size_t>(id)]; }

  Id intern(const Expression& expression) {
    const auto [found, is_new] = ids_.try_emplace(expression, static_cast<Id>(expressions_.size()));
    if (is_new) expressions_.push_back(expression);
    const auto known = known_.find(found->second);
    return known == known_.end() ? found->second : known->second;
  }
  Id constant(DType dtype, uint64_t bits) {
    Expression expression;
    expression.of = Expression::Of::Constant;
    expression.dtype = dtype;
    expression.bits = bits;
    return intern(expression);
  }
  /// Returns the element at the current index of the nest.
  Id element(ArrayId array) {
    Terms terms;
    add_place(terms, 1);
    return element(array, 0, terms);
  }
  Id element(ArrayId array, int64_t offset, const Terms& terms) {
    Expression expression;
    expression.of = Expression::Of::Element;
    expression.dtype = program_.array(array).type.dtype;
    expression.array = array;
    expression.offset = offset;
    expression.terms = terms;
    return intern(expression);
  }
  void add_place(Terms& terms, int64_t factor) const {
    const std::vector<int64_t> strides = of_.strides();
    for (size_t k = 0; k < strides.size(); ++k) terms[of_.indices[k]] += factor * strides[k];
  }

  /// Returns the value of a register: of an executed statement, a constant, or an opaque number of the program.
  Id value(Register id) {
    if (const auto found = values_.find(id); found != values_.end()) return found->second;
    if (const auto known = constants_.find(id); known != constants_.end())
      return constant(program_.dtype(id), known->second);
    Expression expression;
    expression.dtype = program_.dtype(id);
    expression.number = id;
    return intern(expression);
  }

  /// Executes a block. `place` is its induction variable over the elements, if any.
  void run(const Block& block, Register place) {
    for (const Statement& statement : block) {
      if (statement.kind == Kind::Constant)
        values_[statement.result] = constant(program_.dtype(statement.result), statement.bits);
      else if (statement.kind == Kind::Load)
        values_[statement.result] = load(statement, place);
      else if (statement.kind == Kind::Let || statement.kind == Kind::ArgExtremum)
        values_[statement.result] = result(statement);
    }
  }

  Id load(const Statement& statement, Register place) {
    Terms terms;
    for (const auto& [id, factor] : statement.index.terms) {
      if (id == place)
        add_place(terms, factor);
      else
        terms[id] += factor;
    }
    std::erase_if(terms, [](const auto& term) { return term.second == 0; });
    return element(statement.array, statement.index.offset, terms);
  }

  Id result(const Statement& statement) {
    Expression expression;
    expression.of = Expression::Of::Result;
    expression.dtype = program_.dtype(statement.result);
    expression.primitive = statement.primitive;
    for (Register operand : statement.operands) expression.operands.push_back(value(operand));
    if (statement.kind == Kind::ArgExtremum) {
      expression.bits = 1 + statement.bits;  // distinguishes it from a comparison
      return intern(expression);
    }
    const Id same = simplified(expression);
    return same != kNone ? same : intern(expression);
  }

  bool is_constant(Id id) const { return at(id).of == Expression::Of::Constant; }
  bool is_zero(Id id) const { return is_constant(id) && at(id).bits == 0 && !is_floating(at(id).dtype); }
  bool is_true(Id id) const { return is_constant(id) && at(id).dtype == DType::boolean && at(id).bits != 0; }

  /// Returns an existing expression that is bitwise equal to this one, or kNone.
  Id simplified(const Expression& expression) {
    const std::vector<Id>& x = expression.operands;
    const Primitive primitive = expression.primitive;
    if (primitive == Primitive::Copy) return x[0];
    if (primitive == Primitive::Select) {
      if (is_constant(x[0])) return at(x[0]).bits != 0 ? x[1] : x[2];
      return x[1] == x[2] ? x[1] : kNone;
    }
    if (!is_math(primitive) && std::ranges::all_of(x, [&](Id id) { return is_constant(id); })) {
      std::array<uint64_t, 3> operands{};
      for (size_t k = 0; k < x.size(); ++k) operands[k] = at(x[k]).bits;
      const bool divides = primitive == Primitive::Divide || primitive == Primitive::Remainder;
      if (divides && is_zero(x[1])) return kNone;
      return constant(expression.dtype, compute(primitive, at(x.back()).dtype, expression.dtype, operands.data()));
    }
    if (x.size() != 2) return kNone;
    for (const auto& [a, b] : {std::pair(x[0], x[1]), std::pair(x[1], x[0])}) {
      switch (primitive) {
        case Primitive::And:
        case Primitive::Multiply:
          if (is_zero(a)) return a;
          if (is_true(a)) return b;
          break;
        case Primitive::Or:
          if (is_true(a)) return a;
          [[fallthrough]];
        case Primitive::Add:
        case Primitive::Xor:
          if (is_zero(a)) return b;
          break;
        default:
          break;
      }
    }
    return primitive == Primitive::Subtract && is_zero(x[1]) ? x[0] : kNone;
  }

  /// Assumes that a boolean expression has the value `holds`, in all uses from here on.
  void assume(Id id, bool holds) {
    const Expression expression = at(id);
    if (expression.of == Expression::Of::Constant) return;
    known_[id] = constant(DType::boolean, holds ? 1 : 0);
    if (expression.of != Expression::Of::Result) return;
    const bool both = expression.primitive == (holds ? Primitive::And : Primitive::Or);
    if (expression.primitive == Primitive::Not) assume(expression.operands[0], !holds);
    if (!both) return;
    for (Id operand : expression.operands) assume(operand, holds);
  }

  /// True if the expression has the same value in each iteration in which the carried elements are the same.
  bool depends_on_elements_alone(Id id) const {
    const Expression& expression = at(id);
    const auto varies = [&](const auto& term) { return loop_.assigns(term.first) && !is_index(term.first); };
    if (expression.of == Expression::Of::Number) return !loop_.assigns(expression.number);
    if (std::ranges::any_of(expression.terms, varies)) return false;
    return std::ranges::all_of(expression.operands, [&](Id operand) { return depends_on_elements_alone(operand); });
  }
  bool is_index(Register id) const { return std::ranges::find(of_.indices, id) != of_.indices.end(); }

  const Program& program_;
  const MaskedLoop& of_;
  const std::map<Register, uint64_t>& constants_;
  const DefUse loop_;
  std::vector<Expression> expressions_;
  std::map<Expression, Id> ids_;
  std::map<Id, Id> known_;
  std::map<Register, Id> values_;
};

}  // namespace

bool has_invariant_inactive_lanes(const Program& program, const Statement& loop, const MaskedLoop& of,
                                  const LoopUses& around) {
  return Proof(program, loop, of, around).holds();
}

}  // namespace ag::codegen
