#pragma once
/// Element types of tensors.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view>
#include <type_traits>

#include "ag/detail/export.h"

namespace ag {

/// IEEE 754 binary16 as a storage format; arithmetic uses float.
struct AG_API Float16 {
  uint16_t bits = 0;
  Float16() = default;
  explicit Float16(float value);
  explicit operator float() const;
};

/// The upper half of a binary32 as a storage format; arithmetic uses float. Rounds to nearest even.
struct AG_API BFloat16 {
  uint16_t bits = 0;
  BFloat16() = default;
  explicit BFloat16(float value);
  explicit operator float() const;
};

enum class DType : uint8_t {
#define AG_DTYPE(name, storage, category, bits) name,
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
};

inline constexpr int kDTypeCount = 13;

#define AG_DTYPE(name, storage, category, bits) inline constexpr DType name = DType::name;
#include "ag/detail/dtypes.def"
#undef AG_DTYPE

enum class Category : uint8_t { Boolean, Signed, Unsigned, Floating };

AG_API std::string_view name(DType dtype);
/// Returns the dtype with this name. Throws invalid_argument for an unknown name.
AG_API DType dtype_from_name(std::string_view name);
AG_API std::ostream& operator<<(std::ostream& stream, DType dtype);

constexpr Category category(DType dtype) {
  switch (dtype) {
#define AG_DTYPE(name, storage, category, bits) \
  case DType::name:                             \
    return Category::category;
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
  }
  return Category::Boolean;
}

/// Size of one element in bytes.
inline constexpr unsigned char kItemSizes[] = {
#define AG_DTYPE(name, storage, category, bits) (bits) / 8,
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
};
constexpr size_t item_size(DType dtype) { return kItemSizes[static_cast<size_t>(dtype)]; }

constexpr bool is_floating(DType dtype) { return category(dtype) == Category::Floating; }
constexpr bool is_integer(DType dtype) {
  return category(dtype) == Category::Signed || category(dtype) == Category::Unsigned;
}

/// Returns the dtype that holds every value of both, if there is one (JAX's lattice). Integers of different signedness
/// promote to the next wider signed type (uint64 with a signed type to float32). An integer with a floating-point type
/// promotes to that type, float16 with bfloat16 to float32.
AG_API DType promote_types(DType a, DType b);

template <class T>
concept Arithmetic = std::is_arithmetic_v<T> && !std::is_same_v<T, long double>;

/// The dtype that stores a T exactly.
template <Arithmetic T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, bool>)
    return DType::boolean;
  else if constexpr (std::is_same_v<T, float>)
    return DType::float32;
  else if constexpr (std::is_floating_point_v<T>)
    return DType::float64;
  else if constexpr (std::is_signed_v<T>)
    return sizeof(T) == 1 ? DType::int8 : sizeof(T) == 2 ? DType::int16 : sizeof(T) == 4 ? DType::int32 : DType::int64;
  else
    return sizeof(T) == 1   ? DType::uint8
           : sizeof(T) == 2 ? DType::uint16
           : sizeof(T) == 4 ? DType::uint32
                            : DType::uint64;
}

/// The dtype of a literal of type T: int32 for integers up to 32 bits (uint32 stays), float32 for floating-point
/// numbers.
template <Arithmetic T>
constexpr DType literal_dtype() {
  if constexpr (std::is_same_v<T, bool>)
    return DType::boolean;
  else if constexpr (std::is_floating_point_v<T>)
    return DType::float32;
  else if constexpr (sizeof(T) < 4 || (sizeof(T) == 4 && std::is_signed_v<T>))
    return DType::int32;
  else
    return dtype_of<T>();
}

}  // namespace ag
