#pragma once
/// The registry of staged variants of functions that are called through pointers. The callee of such a call is known
/// only during tracing; the converted code of each file registers its functions.
#include <functional>
#include <memory>
#include <type_traits>
#include <typeindex>

#include "ag/detail/export.h"
#include "ag/staging/function_choice.h"
#include "ag/staging/staged.h"

namespace ag::detail {

/// Registers the staged variant of a function. `function` is the callable of StagedFunction<signature>.
AG_API void add_staged_variant(AnyFunction plain, AnyFunction staged, std::type_index signature,
                               std::shared_ptr<const void> function);
AG_API void remove_staged_variant(AnyFunction plain);
/// Returns null if no converted code has registered one.
AG_API std::shared_ptr<const void> staged_variant(AnyFunction plain, std::type_index signature);
/// Returns the function of this signature that has this staged variant, or null.
AG_API AnyFunction plain_variant(AnyFunction staged, std::type_index signature);

/// The signature R(A...) of a function pointer or a std::function.
template <class F>
struct CalledSignature;
template <class R, class... A>
struct CalledSignature<R (*)(A...)> {
  using type = R(A...);
  using pointer = R (*)(A...);
};
template <class R, class... A>
struct CalledSignature<R (*)(A...) noexcept> : CalledSignature<R (*)(A...)> {};
template <class R, class... A>
struct CalledSignature<std::function<R(A...)>> : CalledSignature<R (*)(A...)> {
  using noexcept_pointer = R (*)(A...) noexcept;
};

/// True if no type of the signature is one of symbolic numbers.
template <class Signature>
inline constexpr bool is_plain_signature = false;
template <class R, class... A>
inline constexpr bool is_plain_signature<R(A...)> =
    !is_staged<std::remove_cvref_t<R>> && (!is_staged<std::remove_cvref_t<A>> && ...);

}  // namespace ag::detail
