#pragma once
/// Inner loops of elementwise operations, made from one scalar functor, and the driver that runs them over arrays of
/// any strides.
///
/// A functor is a struct with
///     template <class T> static auto apply(T x, …)     for every T that `supports<T>` admits
/// It is the only definition of the operation on numbers. Half types are computed in float.
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>

#include "graph/op_def.h"
#include "kernel/instruction_set.h"
#include "tensor/convert.h"

namespace ag::kernel {

/// The dtypes that a functor is defined for.
template <class T>
inline constexpr bool is_floating_storage = std::is_floating_point_v<T> || detail::is_half<T>;
template <class T>
inline constexpr bool is_integer_storage = std::is_integral_v<T> && !std::is_same_v<T, bool>;

struct AnyType {
  template <class T>
  static constexpr bool supports = true;
};
struct NumericTypes {
  template <class T>
  static constexpr bool supports = !std::is_same_v<T, bool>;
};
struct FloatingTypes {
  template <class T>
  static constexpr bool supports = is_floating_storage<T>;
};
struct IntegerTypes {
  template <class T>
  static constexpr bool supports = is_integer_storage<T>;
};
struct IntegralTypes {  // integers and booleans
  template <class T>
  static constexpr bool supports = std::is_integral_v<T>;
};
/// For functors of many instructions, such as the functions of kernel/math: their loops are compiled for every
/// instruction set, and vectorized. A functor that computes inline for some dtypes only has a template `inline_for<T>`.
struct InlineMath : FloatingTypes {
  static constexpr bool computes_inline = true;
};
struct BooleanType {
  template <class T>
  static constexpr bool supports = std::is_same_v<T, bool>;
};

namespace internal {

template <class F, class T>
inline constexpr bool computes_inline = [] {
  if constexpr (requires { F::template inline_for<T>; })
    return F::template inline_for<T>;
  else
    return requires { F::computes_inline; };
}();

template <class T>
struct ComputeType {
  using type = std::conditional_t<detail::is_half<T>, float, T>;
};

/// Computes one element. Half types are computed in float; the result is stored as R.
template <class F, class R, class... T>
[[gnu::always_inline]] inline R compute(T... x) {
  if constexpr ((detail::is_half<T> || ...)) {
    auto widen = []<class U>(U value) {
      if constexpr (detail::is_half<U>)
        return static_cast<float>(value);
      else
        return value;
    };
    return detail::convert<R>(F::apply(widen(x)...));
  } else {
    return static_cast<R>(F::apply(x...));
  }
}

/// The element type of the result of functor F on operands T: bool for a boolean result, otherwise `T`.
template <class F, class T, class... All>
struct ResultOf {
  using raw = decltype(F::apply(std::declval<typename ComputeType<All>::type>()...));
  using type = std::conditional_t<std::is_same_v<raw, bool>, bool, T>;
};

template <class F, class T>
[[gnu::always_inline]] inline void unary_elements(std::byte* out_bytes, const std::byte* const* inputs,
                                                  const int64_t* strides, int64_t count) {
  using R = typename ResultOf<F, T, T>::type;
  R* __restrict out = reinterpret_cast<R*>(out_bytes);
  const T* x = reinterpret_cast<const T*>(inputs[0]);
  if (strides[0] == 1) {
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(x[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(x[i * strides[0]]);
  }
}

template <class F, class T>
[[gnu::always_inline]] inline void binary_elements(std::byte* out_bytes, const std::byte* const* inputs,
                                                   const int64_t* strides, int64_t count) {
  using R = typename ResultOf<F, T, T, T>::type;
  R* __restrict out = reinterpret_cast<R*>(out_bytes);
  const T* a = reinterpret_cast<const T*>(inputs[0]);
  const T* b = reinterpret_cast<const T*>(inputs[1]);
  const int64_t sa = strides[0], sb = strides[1];
  if (sa == 1 && sb == 1) {
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(a[i], b[i]);
  } else if (sa == 1 && sb == 0) {
    const T y = *b;
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(a[i], y);
  } else if (sa == 0 && sb == 1) {
    const T x = *a;
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(x, b[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(a[i * sa], b[i * sb]);
  }
}

/// Defines a loop for every instruction set. Everything in it is inlined, so that code for one instruction set never
/// calls a function that was compiled for another.
#if defined(__x86_64__)
#define AG_INSTRUCTION_SETS(loop, elements)                                                                            \
  template <class F, class T>                                                                                          \
  [[gnu::target("avx2,fma")]] void loop##_avx2(std::byte* out, const std::byte* const* inputs, const int64_t* strides, \
                                               int64_t count) {                                                        \
    elements<F, T>(out, inputs, strides, count);                                                                       \
  }                                                                                                                    \
  template <class F, class T>                                                                                          \
  [[gnu::target("avx512f,avx512dq,fma")]] void loop##_avx512(std::byte* out, const std::byte* const* inputs,           \
                                                             const int64_t* strides, int64_t count) {                  \
    elements<F, T>(out, inputs, strides, count);                                                                       \
  }                                                                                                                    \
  template <class F, class T>                                                                                          \
  void loop(std::byte* out, const std::byte* const* inputs, const int64_t* strides, int64_t count) {                   \
    if constexpr (computes_inline<F, T>) {                                                                             \
      const InstructionSet set = instruction_set();                                                                    \
      if (set == InstructionSet::Avx512) return loop##_avx512<F, T>(out, inputs, strides, count);                      \
      if (set == InstructionSet::Avx2) return loop##_avx2<F, T>(out, inputs, strides, count);                          \
    }                                                                                                                  \
    elements<F, T>(out, inputs, strides, count);                                                                       \
  }
#else
#define AG_INSTRUCTION_SETS(loop, elements)                                                          \
  template <class F, class T>                                                                        \
  void loop(std::byte* out, const std::byte* const* inputs, const int64_t* strides, int64_t count) { \
    elements<F, T>(out, inputs, strides, count);                                                     \
  }
#endif
AG_INSTRUCTION_SETS(unary_loop, unary_elements)
AG_INSTRUCTION_SETS(binary_loop, binary_elements)
#undef AG_INSTRUCTION_SETS

/// Ternary operations. The first operand may have another type (`C`), such as the condition of `where`.
template <class F, class C, class T>
void ternary_loop(std::byte* out_bytes, const std::byte* const* inputs, const int64_t* strides, int64_t count) {
  using R = typename ResultOf<F, T, C, T, T>::type;
  R* __restrict out = reinterpret_cast<R*>(out_bytes);
  const C* a = reinterpret_cast<const C*>(inputs[0]);
  const T* b = reinterpret_cast<const T*>(inputs[1]);
  const T* c = reinterpret_cast<const T*>(inputs[2]);
  const int64_t sa = strides[0], sb = strides[1], sc = strides[2];
  if (sa == 1 && sb == 1 && sc == 1) {
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(a[i], b[i], c[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) out[i] = compute<F, R>(a[i * sa], b[i * sb], c[i * sc]);
  }
}

using LoopTable = std::array<ir::ElementwiseLoop, kDTypeCount>;

template <class F>
constexpr LoopTable make_unary_table() {
  LoopTable table{};
#define AG_DTYPE(name, storage, category, bits) \
  if constexpr (F::template supports<storage>) table[static_cast<size_t>(DType::name)] = &unary_loop<F, storage>;
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
  return table;
}

template <class F>
constexpr LoopTable make_binary_table() {
  LoopTable table{};
#define AG_DTYPE(name, storage, category, bits) \
  if constexpr (F::template supports<storage>) table[static_cast<size_t>(DType::name)] = &binary_loop<F, storage>;
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
  return table;
}

/// If `C` is void, the first operand has the type of the others.
template <class F, class C>
constexpr LoopTable make_ternary_table() {
  LoopTable table{};
#define AG_DTYPE(name, storage, category, bits) \
  if constexpr (F::template supports<storage>)  \
    table[static_cast<size_t>(DType::name)] =   \
        &ternary_loop<F, std::conditional_t<std::is_void_v<C>, storage, C>, storage>;
#include "ag/detail/dtypes.def"
#undef AG_DTYPE
  return table;
}

}  // namespace internal

template <class F>
inline constexpr internal::LoopTable unary_loops = internal::make_unary_table<F>();
template <class F>
inline constexpr internal::LoopTable binary_loops = internal::make_binary_table<F>();
template <class F, class C = void>
inline constexpr internal::LoopTable ternary_loops = internal::make_ternary_table<F, C>();

/// The kernel of every elementwise operation: runs its inner loop over operands broadcast to the shape of the output.
void run_elementwise(ir::KernelContext& context);

/// The type rule of every elementwise operation: shapes broadcast; the dtype is that of the last operand.
void infer_elementwise(ir::InferContext& context);
/// The same with a boolean result.
void infer_elementwise_boolean(ir::InferContext& context);

/// Computes the broadcast shape. An unknown dimension broadcasts to unknown unless the other one is greater than 1.
/// Returns false if the shapes do not fit.
bool broadcast_shapes(const Shape& a, const Shape& b, Shape& result);

}  // namespace ag::kernel
