/// Why the test is exact, where numbers are rounded to the nearest. Let c⁺ be the number behind c, and h half of the
/// way from c to it. fl(n / d) > c is n / d > c + h: a quotient is never in the middle between two numbers, since the
/// middle has one more bit than the product with d could lose. For d > 0 that is x > y, where x = n - c·d and y = h·d.
/// y is a number, as h is a power of two. Near y, x is one too: it is a multiple of the last places of c and d
/// multiplied, and less than 2^p of them. Elsewhere rounding x leaves it on its side of y. For d < 0 it is x < y.
#include "codegen/quotients.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "codegen/renaming.h"
#include "codegen/statement_builder.h"
#include "codegen/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kManyElements = 32;

/// What is asked of the quotients: whether any is beyond c.
struct Question {
  bool above = true;        // greater; else less
  bool and_itself = false;  // or equal to it
  bool none = false;        // the answer is that there is none
};

std::optional<Question> question_of(ir::Fold fold, Primitive comparison) {
  const bool greatest = fold == ir::Fold::Max;
  switch (comparison) {
    case Primitive::Greater:
      return greatest ? Question{true, false, false} : Question{false, true, true};
    case Primitive::GreaterEqual:
      return greatest ? Question{true, true, false} : Question{false, false, true};
    case Primitive::Less:
      return greatest ? Question{true, true, true} : Question{false, false, false};
    case Primitive::LessEqual:
      return greatest ? Question{true, false, true} : Question{false, true, false};
    default:
      return std::nullopt;
  }
}

/// With the constant on the left.
Primitive mirrored(Primitive comparison) {
  switch (comparison) {
    case Primitive::Greater:
      return Primitive::Less;
    case Primitive::GreaterEqual:
      return Primitive::LessEqual;
    case Primitive::Less:
      return Primitive::Greater;
    case Primitive::LessEqual:
      return Primitive::GreaterEqual;
    default:
      return comparison;
  }
}

/// The numbers of a test, as bits.
struct Numbers {
  uint64_t negative_c = 0, way = 0, least = 0, greatest = 0;
};

template <class T, class Bits>
std::optional<Numbers> numbers_for(uint64_t bits, bool upwards) {
  constexpr T kNormal = std::numeric_limits<T>::min(), kInfinity = std::numeric_limits<T>::infinity();
  // Divisors that are smaller are such that a product or the last place of one is no normal number. They are rare where
  // this is so much less than 1.
  constexpr T kSmall = sizeof(T) == 4 ? T(1e-12) : T(1e-60);
  const T c = std::bit_cast<T>(static_cast<Bits>(bits));
  if (!std::isfinite(c) || std::abs(c) < 4 * kNormal) return std::nullopt;
  const T up = (std::nextafter(c, kInfinity) - c) / 2, down = (std::nextafter(c, -kInfinity) - c) / 2;
  const T shorter = std::min(up, -down);
  if (std::max(up, -down) > 1 || shorter < 4 * kNormal / kSmall) return std::nullopt;
  const auto as_bits = [](T value) { return static_cast<uint64_t>(std::bit_cast<Bits>(value)); };
  return Numbers{as_bits(-c), as_bits(upwards ? up : down), as_bits(4 * kNormal / shorter),
                 as_bits(std::numeric_limits<T>::max())};
}

std::optional<Numbers> numbers_for(DType dtype, uint64_t bits, bool upwards) {
  if (dtype == DType::float32) return numbers_for<float, uint32_t>(bits, upwards);
  if (dtype == DType::float64) return numbers_for<double, uint64_t>(bits, upwards);
  return std::nullopt;
}

/// Whether bits are those of a number of these types, and not a NaN.
bool is_number(DType dtype, uint64_t bits) {
  if (dtype == DType::float32) return !std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  return dtype == DType::float64 && !std::isnan(std::bit_cast<double>(bits));
}

/// A fold of quotients and the comparison that alone needs its result.
struct Found {
  size_t fold = 0, of = 0;         // the statement, and which of its results
  std::optional<size_t> quotient;  // the statement in it; none where the elements are no quotients
  size_t comparison = 0;
  std::optional<size_t> nan;   // behind it, whether the result is one
  std::vector<size_t> copies;  // of the result, on the way to the comparison
  Question question;
  uint64_t limit = 0;  // c, as bits
  Numbers numbers;     // for quotients
};

class Test : StatementBuilder {
 public:
  explicit Test(Program& program)
      : StatementBuilder(program, SourceLocation::current()), named_(program.registers.size()) {
    for (const Function& function : program_.functions) {
      for (Register id : function.results) ++named_[static_cast<size_t>(id)];
    }
    for_each_body(program_, [&](const Block& body) {
      for (const Statement& statement : body) {
        visit_names(program_, statement, [&](const Statement&, Register id, ArrayId) {
          if (id != kNone) ++named_[static_cast<size_t>(id)];
        });
      }
      for_each(body, [&](const Statement& statement) {
        if (statement.kind == Kind::Constant) constants_[statement.result] = statement.bits;
      });
    });
  }

  void run(Block& block) {
    for (size_t k = 0; k < block.size(); ++k) {
      for (Block& inner : block[k].blocks) run(inner);
      if (block[k].kind != Kind::Fold) continue;
      while (const std::optional<Found> found = find(block, k)) change(block, *found);
    }
  }

 private:
  bool is_named(Register id, int times) const { return named_[static_cast<size_t>(id)] == times; }

  std::optional<Found> find(const Block& block, size_t at) const {
    const Statement& fold = block[at];
    const bool plain = std::ranges::all_of(
        fold.blocks[0], [](const Statement& one) { return is_plain(one) && one.kind != Kind::Store; });
    if (!plain || fold.extent < kManyElements) return std::nullopt;
    for (size_t of = 0; of < fold.folds.size(); ++of) {
      const FoldResult& result = fold.folds[of];
      if (result.fold != ir::Fold::Max && result.fold != ir::Fold::Min) continue;
      Found found;
      found.fold = at;
      found.of = of;
      const auto makes = [&](const Statement& one) { return one.result == result.value; };
      const auto value = std::ranges::find_if(fold.blocks[0], makes);
      if (value != fold.blocks[0].end() && value->kind == Kind::Let && value->primitive == Primitive::Divide &&
          is_named(result.value, 2)) {
        found.quotient = static_cast<size_t>(value - fold.blocks[0].begin());
      }
      // Without a division it is worth while for tiles alone: booleans of many elements are folded in registers.
      if (follow(block, found) && (found.quotient || found.nan)) return found;
    }
    return std::nullopt;
  }

  /// Finds what the result is compared with.
  bool follow(const Block& block, Found& found) const {
    Register result = block[found.fold].folds[found.of].result;
    const auto asks = [&](const Statement& one) {
      return one.kind == Kind::Let && one.primitive == Primitive::NotEqual &&
             one.operands == std::vector<Register>{result, result};
    };
    if (is_named(result, 4)) {
      const auto nan = std::find_if(block.begin() + static_cast<int64_t>(found.fold), block.end(), asks);
      if (nan == block.end()) return false;
      found.nan = static_cast<size_t>(nan - block.begin());
    }
    int names = found.nan ? 4 : 2;
    for (size_t k = found.fold + 1; k < found.nan.value_or(block.size()) && is_named(result, names); ++k) {
      const Statement& one = block[k];
      if (std::ranges::find(one.operands, result) == one.operands.end()) continue;
      if (one.kind != Kind::Let) return false;
      if (one.primitive == Primitive::Copy) {
        found.copies.push_back(k);
        result = one.result;
        names = 2;
        continue;
      }
      if (!is_comparison(one.primitive)) return false;
      const bool first = one.operands[0] == result;
      const auto known = constants_.find(one.operands[first ? 1 : 0]);
      const ir::Fold fold = block[found.fold].folds[found.of].fold;
      const std::optional<Question> question = question_of(fold, first ? one.primitive : mirrored(one.primitive));
      if (known == constants_.end() || !question) return false;
      found.comparison = k;
      found.question = *question;
      found.limit = known->second;
      if (!found.quotient) return is_number(program_.dtype(result), found.limit);
      const auto numbers = numbers_for(program_.dtype(result), known->second, question->above != question->and_itself);
      if (numbers)
        found.numbers = *numbers;
      else
        found.quotient.reset();
      return found.quotient || is_number(program_.dtype(result), found.limit);
    }
    return false;
  }

  void change(Block& block, const Found& found) {
    Statement& fold = block[found.fold];
    location_ = fold.location;
    Statement exact = fold;  // as it was, in an arm
    exact.folds = {fold.folds[found.of]};
    Block compute;
    Renaming rename(program_);
    compute.push_back(rename.copy(exact));
    const Register asked = found.copies.empty() ? exact.folds[0].result : block[found.copies.back()].result;
    rename.name(asked, compute[0].folds[0].result);
    compute.push_back(rename.copy(block[found.comparison]));
    const Register compared = compute.back().result;
    if (found.nan) {
      rename.name(exact.folds[0].result, compute[0].folds[0].result);
      compute.push_back(rename.copy(block[*found.nan]));
    }
    const auto [beyond, sure] = ask(fold, found);
    const Register answer = add_register(DType::boolean, true);
    Statement choice;
    choice.kind = Kind::If;
    choice.operands = {sure};
    choice.location = location_;
    choice.blocks.resize(2);
    Block& known = choice.blocks[0];
    set(known, answer, found.question.none ? let(known, Primitive::Not, {beyond}) : beyond);
    if (found.nan) {
      const Register is_nan = add_register(DType::boolean, true);
      set(known, is_nan, constant(known, DType::boolean, 0));  // of a NaN nothing is sure
      set(compute, is_nan, compute.back().result);
      copy_into(block[*found.nan], is_nan);
    }
    set(compute, answer, compared);
    choice.blocks[1] = std::move(compute);
    copy_into(block[found.comparison], answer);
    block.insert(block.begin() + static_cast<int64_t>(found.comparison), std::move(choice));
    for (size_t k = found.copies.size(); k-- > 0;) block.erase(block.begin() + static_cast<int64_t>(found.copies[k]));
    named_.resize(program_.registers.size());  // with no names: what is here now is not looked for
  }

  static void copy_into(Statement& let, Register value) {
    let.primitive = Primitive::Copy;
    let.operands = {value};
  }

  /// The fold asks of each element, in place of its quotient, whether it is beyond c, and whether that is surely so.
  std::pair<Register, Register> ask(Statement& fold, const Found& found) {
    Block& block = fold.blocks[0];
    const auto [beyond, sure] = found.quotient ? ask_quotient(block, found) : ask_element(block, fold, found);
    fold.folds.erase(fold.folds.begin() + static_cast<int64_t>(found.of));
    const Register any = add_register(DType::boolean), all = add_register(DType::boolean);
    fold.folds.push_back({ir::Fold::Any, any, beyond});
    fold.folds.push_back({ir::Fold::All, all, sure});
    return {any, all};
  }

  std::pair<Register, Register> ask_element(Block& block, const Statement& fold, const Found& found) {
    const Register value = fold.folds[found.of].value;
    const DType dtype = program_.dtype(value);
    const Primitive side = found.question.above
                               ? (found.question.and_itself ? Primitive::GreaterEqual : Primitive::Greater)
                               : (found.question.and_itself ? Primitive::LessEqual : Primitive::Less);
    const Register beyond = let(block, side, {value, constant(block, dtype, found.limit)});
    return {beyond, let(block, Primitive::Equal, {value, value})};
  }

  std::pair<Register, Register> ask_quotient(Block& block, const Found& found) {
    const std::vector<Register> operands = block[*found.quotient].operands;
    const Register n = operands[0], d = operands[1];
    const DType dtype = program_.dtype(d);
    block.erase(block.begin() + static_cast<int64_t>(*found.quotient));
    const Register rest = let(block, Primitive::Fma, {d, constant(block, dtype, found.numbers.negative_c), n});
    const Register way = let(block, Primitive::Multiply, {d, constant(block, dtype, found.numbers.way)});
    const Primitive side = found.question.above ? Primitive::Greater : Primitive::Less;
    const Register turned = let(block, Primitive::Less, {d, constant(block, dtype, 0)});
    const Register beyond = let(block, Primitive::Xor, {let(block, side, {rest, way}), turned});
    const Register size = let(block, Primitive::Abs, {d});
    const Register large = let(block, Primitive::GreaterEqual, {size, constant(block, dtype, found.numbers.least)});
    const Register finite = let(block, Primitive::LessEqual, {size, constant(block, dtype, found.numbers.greatest)});
    const Register number = let(block, Primitive::Equal, {rest, rest});
    const Register fits = let(block, Primitive::And, {large, finite});
    return {beyond, let(block, Primitive::And, {fits, number})};
  }

  std::vector<int> named_;  // how often
  std::map<Register, uint64_t> constants_;
};

}  // namespace

void test_without_division(Program& program) {
  Test test(program);
  for_each_body(program, [&](Block& body) { test.run(body); });
}

}  // namespace ag::codegen
