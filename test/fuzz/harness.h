#pragma once
/// What a batch of random programs is compiled with: calls a function and writes everything that can be observed.
/// Values are written by dtype, shape and exact elements; of an error its kind, line and message. The text of a plain
/// and of a converted build must be the same.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <ranges>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <variant>
#include <vector>

// Macros that stand for statements and expressions.
#define FUZZ_ADD(place, value) place += (value)
#define FUZZ_ADD_MODULO(place, value, modulus) \
  do {                                         \
    place += (value);                          \
    place %= modulus;                          \
  } while (false)
#define FUZZ_LESS(a, b) ((a) < (b))

namespace fuzz {

inline void show_number(double value) {
  if (std::isnan(value)) {
    std::printf(" nan");
  } else {
    std::printf(" %a", value);
  }
}

template <class T>
void show(const T& value) {
  if constexpr (ag::detail::is_tensor_type<T>) {
    std::printf("  %s %d-d:", std::string(ag::name(value.dtype())).c_str(), static_cast<int>(value.ndim()));
    if (value.dtype() == ag::float32 || value.dtype() == ag::float64) {
      for (double element : value.template to_vector<double>()) show_number(element);
    } else {
      for (int64_t element : value.template to_vector<int64_t>()) std::printf(" %lld", static_cast<long long>(element));
    }
    std::printf("\n");
  } else if constexpr (std::is_floating_point_v<T>) {
    std::printf("  host");
    show_number(value);
    std::printf("\n");
  } else if constexpr (std::is_unsigned_v<T>) {
    std::printf("  host %llu\n", static_cast<unsigned long long>(value));
  } else if constexpr (std::is_arithmetic_v<T>) {
    std::printf("  host %lld\n", static_cast<long long>(value));
  } else if constexpr (requires { value.has_value(); }) {
    if (value) {
      show(*value);
    } else {
      std::printf("  nothing\n");
    }
  } else if constexpr (requires { value.valueless_by_exception(); }) {
    show(std::get<0>(value));
  } else if constexpr (requires { value.begin(); }) {
    for (const auto& element : value) show(element);
  } else {
    ag::detail::for_each_part(value, [](const auto& part, size_t) { show(part); });
  }
}

/// The message without what a graph knows better: types of operands, the name of a variable.
inline std::string what_went_wrong(const std::string& message) {
  std::string text = message.substr(0, message.find(" (operand"));
  const size_t name = text.find(" ('");
  if (name != std::string::npos) text.erase(name, text.find(')', name) + 1 - name);
  if (text.starts_with("undefined tensor used")) text.erase(text.find(':'));  // the statement that left it so
  return text;
}

/// Whether a parameter of this type is a variable of the caller.
template <class P>
inline constexpr std::bool_constant<std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>>
    is_written{};

/// Calls what takes parameters of the types P with copies of the arguments; reference parameters are shown afterwards.
template <class R, class... P, class F, class... A>
void call_as(const F& function, A... arguments) {
  std::printf("call\n");
  try {
    if constexpr (std::is_void_v<R>) {
      function(arguments...);
    } else {
      show(function(arguments...));
    }
    auto show_reference = [](auto is_reference, const auto& argument) {
      if constexpr (is_reference.value) show(argument);
    };
    (show_reference(is_written<P>, arguments), ...);
  } catch (const ag::Error& error) {
    std::printf("  %s at line %u: %s\n", ag::name(error.kind()), error.location().line(),
                what_went_wrong(error.message()).c_str());
  } catch (const std::exception& error) {
    std::printf("  %s: %s\n", typeid(error).name(), error.what());
  }
  std::fflush(stdout);
}

template <class R, class... P, class... A>
void call(R (*function)(P...), A... arguments) {
  call_as<R, P...>(function, arguments...);
}
template <class C, class R, class... P, class... A>
void call(R (C::*method)(P...), C& object, A... arguments) {
  call_as<R, P...>([&](auto&... given) -> R { return (object.*method)(given...); }, arguments...);
}

/// main: runs the programs whose numbers are given, or all of them. `eager` runs traced functions eagerly.
inline int run(int argc, char** argv, std::initializer_list<std::pair<int, void (*)()>> programs) {
  int first = 1;
  if (argc > 1 && std::string(argv[1]) == "eager") {
    ag::set_run_functions_eagerly(true);
    first = 2;
  }
  for (const auto& [number, program] : programs) {
    bool chosen = first == argc;
    for (int i = first; i < argc; ++i) chosen = chosen || std::atoi(argv[i]) == number;
    if (!chosen) continue;
    std::printf("# %d\n", number);
    std::fflush(stdout);
    program();
  }
  return 0;
}

}  // namespace fuzz
