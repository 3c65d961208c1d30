/// A divisibility test is a multiplication. The product of x and the inverse of the divisor's odd part (modulo 2^bits),
/// rotated by its even part, is the quotient if x is divisible. Otherwise it exceeds all quotients. LLVM does the same
/// at instruction selection. That is too late for its vectorizer, which assumes one division per lane and leaves the
/// loop scalar.
#include "llvm/emit/divisibility_tests.h"

#include <llvm/IR/PatternMatch.h>

namespace ag::codegen {

namespace {

/// Returns 1 / odd modulo 2^bits. Each step of Newton's iteration doubles the number of correct bits.
llvm::APInt inverse_of(const llvm::APInt& odd) {
  llvm::APInt inverse = odd;
  for (unsigned right = 3; right < odd.getBitWidth(); right *= 2) inverse *= 2 - odd * inverse;
  return inverse;
}

}  // namespace

llvm::Value* emit_divisibility_test(llvm::IRBuilder<>& ir, llvm::Value* remainder, llvm::Value* rest) {
  using llvm::PatternMatch::m_APInt, llvm::PatternMatch::m_SRem, llvm::PatternMatch::m_URem,
      llvm::PatternMatch::m_Value;
  llvm::Value* x = nullptr;
  const llvm::APInt *by = nullptr, *wanted = nullptr;
  const bool sign = match(remainder, m_SRem(m_Value(x), m_APInt(by)));
  if (!sign && !match(remainder, m_URem(m_Value(x), m_APInt(by)))) return nullptr;
  if (!match(rest, m_APInt(wanted))) return nullptr;
  // The sign of the divisor is irrelevant. The remainder has the sign of x.
  const unsigned bits = by->getBitWidth();
  const llvm::APInt divisor = sign ? by->abs() : *by, size = sign ? wanted->abs() : *wanted;
  if (divisor.isZero() || divisor.isPowerOf2() || size.uge(divisor)) return nullptr;
  const unsigned even = divisor.countr_zero();
  const llvm::APInt most = sign ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  // Quotients are counted from the least one, so that a single unsigned comparison suffices.
  llvm::APInt least(bits, 0), count = (most - size).udiv(divisor);
  const auto number = [&](const llvm::APInt& value) { return llvm::ConstantInt::get(x->getType(), value); };
  if (sign && size.isZero()) {
    least = llvm::APInt::getSignedMinValue(bits).udiv(divisor);
    count += least;
  } else if (sign && wanted->isNegative()) {
    x = ir.CreateNeg(x);
    count = (llvm::APInt::getSignedMinValue(bits) - size).udiv(divisor);
  }
  x = ir.CreateSub(x, number(size));
  x = ir.CreateAdd(ir.CreateMul(x, number(inverse_of(divisor.lshr(even)))), number(least.shl(even)));
  if (even > 0) x = ir.CreateIntrinsic(llvm::Intrinsic::fshr, {x->getType()}, {x, x, number(llvm::APInt(bits, even))});
  return ir.CreateICmpULE(x, number(count));
}

}  // namespace ag::codegen
