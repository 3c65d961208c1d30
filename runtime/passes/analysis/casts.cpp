#include "passes/analysis/casts.h"

namespace ag::passes {

namespace {

/// Returns the number of significant bits of an integer that a dtype represents exactly.
int exact_bits(DType dtype) {
  switch (dtype) {
    case DType::boolean:
      return 1;
    case DType::bfloat16:
      return 8;
    case DType::float16:
      return 11;
    case DType::float32:
      return 24;
    case DType::float64:
      return 53;
    default:
      return static_cast<int>(item_size(dtype)) * 8 - (category(dtype) == Category::Signed ? 1 : 0);
  }
}

}  // namespace

bool holds(DType to, DType from) {
  if (from == to || from == DType::boolean) return true;
  if (to == DType::boolean) return false;
  if (is_floating(from)) return to == DType::float64 || (to == DType::float32 && from != DType::float64);
  // A negative number needs a sign. The least integer is a power of two, which every wider dtype represents.
  const bool sign_fits = category(from) != Category::Signed || category(to) != Category::Unsigned;
  return sign_fits && exact_bits(from) <= exact_bits(to);
}

/// The middle value is exact, so only the last conversion matters. A conversion back to `from` returns the number.
/// Between integers it truncates high bits, independent of the width. To a floating-point dtype it rounds once. A
/// conversion from floating point to an integer that may not represent it is not claimed to be the same.
bool same_conversion(DType from, DType middle, DType to) {
  if (from == to) return true;
  if (is_floating(middle)) return is_floating(from) && (is_floating(to) || to == DType::boolean);
  return true;
}

}  // namespace ag::passes
