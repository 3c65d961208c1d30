#include "passes/casts.h"

namespace ag::passes {

namespace {

/// How many bits of an integer a dtype holds exactly.
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
  // A negative number needs a sign; the least integer is a power of two, which every wider dtype holds.
  const bool sign_fits = category(from) != Category::Signed || category(to) != Category::Unsigned;
  return sign_fits && exact_bits(from) <= exact_bits(to);
}

/// The middle value is the same number, so what is left to compare is the last conversion: to `from` itself it gives
/// the number back; between integers it cuts off high bits, whatever the width; to a floating-point number it rounds
/// once. From a floating-point number to an integer that may not hold it nothing is said.
bool same_conversion(DType from, DType middle, DType to) {
  if (from == to) return true;
  if (is_floating(middle)) return is_floating(from) && (is_floating(to) || to == DType::boolean);
  return true;
}

}  // namespace ag::passes
