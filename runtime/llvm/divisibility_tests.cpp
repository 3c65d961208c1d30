/// Comparisons of a remainder by a constant with a constant, x % 15 == 0, as a multiplication: x times the inverse of
/// the odd part of the divisor (modulo 2^bits), rotated by its even part, is the quotient where x is divisible, and no
/// number of that size elsewhere. LLVM does the same where it selects instructions, which is too late: its vectorizer
/// takes a remainder for one division per lane and leaves the loop as it is.
#include <llvm/IR/PatternMatch.h>

#include "llvm/emitter.h"

namespace ag::codegen {

namespace {

/// 1 / odd modulo 2^bits, by Newton's iteration, which doubles the bits that are right.
llvm::APInt inverse_of(const llvm::APInt& odd) {
  llvm::APInt inverse = odd;
  for (unsigned right = 3; right < odd.getBitWidth(); right *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace

/// Whether x % divisor is `rest`, without a remainder; nothing where `remainder` and `rest` are not of that form.
llvm::Value* Emitter::is_remainder(llvm::Value* remainder, llvm::Value* rest) {
  using llvm::PatternMatch::m_APInt, llvm::PatternMatch::m_SRem, llvm::PatternMatch::m_URem,
      llvm::PatternMatch::m_Value;
  llvm::Value* x = nullptr;
  const llvm::APInt *by = nullptr, *wanted = nullptr;
  const bool sign = match(remainder, m_SRem(m_Value(x), m_APInt(by)));
  if (!sign && !match(remainder, m_URem(m_Value(x), m_APInt(by)))) return nullptr;
  if (!match(rest, m_APInt(wanted))) return nullptr;
  // The sign of the divisor does not matter, and that of the remainder is the sign of x.
  const unsigned bits = by->getBitWidth();
  const llvm::APInt divisor = sign ? by->abs() : *by, size = sign ? wanted->abs() : *wanted;
  if (divisor.isZero() || divisor.isPowerOf2() || size.uge(divisor)) return nullptr;
  const unsigned even = divisor.countr_zero();
  const llvm::APInt most = sign ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  // Quotients are counted from the least one, so that one unsigned comparison is enough.
  llvm::APInt least(bits, 0), count = (most - size).udiv(divisor);
  const auto number = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(x->getType(), value); };
  if (sign && size.isZero()) {
    least = llvm::APInt::getSignedMinValue(bits).udiv(divisor);
    count += least;
  } else if (sign && wanted->isNegative()) {
    x = ir_.CreateNeg(x);
    count = (llvm::APInt::getSignedMinValue(bits) - size).udiv(divisor);
  }
  x = ir_.CreateSub(x, number(size));
  x = ir_.CreateAdd(ir_.CreateMul(x, number(inverse_of(divisor.lshr(even)))), number(least.shl(even)));
  if (even > 0) x = ir_.CreateIntrinsic(llvm::Intrinsic::fshr, {x->getType()}, {x, x, number(llvm::APInt(bits, even))});
  return ir_.CreateICmpULE(x, number(count));
}

}  // namespace ag::codegen
