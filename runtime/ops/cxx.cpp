/// Functions of the C++ standard library on symbolic numbers, for those without an operation of bit-identical meaning
/// (kernel/math computes exp and similar functions differently). The kernel calls the same function as the plain
/// program, and so does native code for those that are primitives.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numeric>
#include <span>
#include <string_view>

#include "ops/define.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

template <class T>
using Arguments = std::array<T, 4>;

/// A function of std:: by name, for one argument type. The result is a host number.
template <class T>
struct Function {
  std::string_view name;
  size_t operands;
  detail::Scalar (*call)(const Arguments<T>&);
};

#define AG_UNARY(function) {#function, 1, [](const Arguments<T>& x) { return detail::scalar_of(std::function(x[0])); }}
#define AG_BINARY(function) \
  {#function, 2, [](const Arguments<T>& x) { return detail::scalar_of(std::function(x[0], x[1])); }}
#define AG_TERNARY(function) \
  {#function, 3, [](const Arguments<T>& x) { return detail::scalar_of(std::function(x[0], x[1], x[2])); }}

template <class T>
constexpr std::array kFloatingFunctions{
    Function<T>
        AG_UNARY(cbrt),
    Function<T>
        AG_BINARY(copysign),
    Function<T>
        AG_UNARY(exp2),
    Function<T>
        AG_BINARY(fdim),
    Function<T>
        AG_TERNARY(fma),
    Function<T>
        AG_BINARY(fmax),
    Function<T>
        AG_BINARY(fmin),
    Function<T>
        AG_TERNARY(hypot),
    Function<T>
        AG_UNARY(ilogb),
    Function<T>
        AG_UNARY(isnormal),
    Function<T>{"ldexp", 2,
                [](const Arguments<T>& x) { return detail::scalar_of(std::ldexp(x[0], static_cast<int>(x[1]))); }},
    Function<T>
        AG_TERNARY(lerp),
    Function<T>
        AG_UNARY(llrint),
    Function<T>
        AG_UNARY(llround),
    Function<T>
        AG_UNARY(logb),
    Function<T>
        AG_UNARY(lrint),
    Function<T>
        AG_UNARY(lround),
    Function<T>
        AG_BINARY(nextafter),
    Function<T>
        AG_BINARY(remainder),
    Function<T>
        AG_UNARY(round),
    Function<T>
        AG_UNARY(signbit),
    Function<T>
        AG_UNARY(tgamma),
#define AG_MATH_PRIMITIVE(name, operands) \
  Function<T>{#name, operands, [](const Arguments<T>& x) { return detail::scalar_of(AG_CALL_##operands(name)); }},
#define AG_CALL_1(name) kernel::c_library::name(x[0])
#define AG_CALL_2(name) kernel::c_library::name(x[0], x[1])
#include "kernel/scalar/primitives.def"
#undef AG_CALL_1
#undef AG_CALL_2
};

template <class T>
T fraction_of(T x) {
  T ignored;
  return std::modf(x, &ignored);
}
template <class T>
std::pair<T, int> mantissa_and_exponent(T x) {
  int exponent = 0;
  const T mantissa = std::frexp(x, &exponent);
  return {mantissa, exponent};
}

/// Functions that are rarely called.
template <class T>
constexpr std::array kFurtherFunctions{
    // clang-format off
    Function<T> AG_BINARY(beta), Function<T> AG_UNARY(comp_ellint_1), Function<T> AG_UNARY(comp_ellint_2),
    Function<T> AG_BINARY(cyl_bessel_i), Function<T> AG_BINARY(cyl_bessel_j), Function<T> AG_BINARY(cyl_bessel_k),
    Function<T> AG_BINARY(cyl_neumann), Function<T> AG_BINARY(ellint_1), Function<T> AG_BINARY(ellint_2),
    Function<T> AG_UNARY(expint), Function<T> AG_UNARY(fpclassify), Function<T> AG_BINARY(isgreater),
    Function<T> AG_BINARY(isgreaterequal), Function<T> AG_BINARY(isless), Function<T> AG_BINARY(islessequal),
    Function<T> AG_BINARY(islessgreater), Function<T> AG_BINARY(isunordered), Function<T> AG_UNARY(riemann_zeta),
    Function<T>{"modf", 1, [](const Arguments<T>& x) { return detail::scalar_of(fraction_of(x[0])); }},
    Function<T>{"frexp", 1, [](const Arguments<T>& x) { return detail::scalar_of(mantissa_and_exponent(x[0]).first); }},
    Function<T>{"frexp.exponent", 1, [](const Arguments<T>& x) { return detail::scalar_of(mantissa_and_exponent(x[0]).second); }},
    // clang-format on
};

template <class T>
constexpr std::array kIntegerFunctions{Function<T> AG_BINARY(gcd), Function<T> AG_BINARY(lcm)};

#undef AG_UNARY
#undef AG_BINARY
#undef AG_TERNARY

/// The real and imaginary parts of the result of a function of <complex>: of z, of z and a number, or of two complex
/// numbers.
#define AG_COMPLEX_PARTS(name, operands, ...)                                                                         \
  Function<T>{name ".real", operands, [](const Arguments<T>& x) { return detail::scalar_of((__VA_ARGS__).real()); }}, \
      Function<T>{name ".imag", operands,                                                                             \
                  [](const Arguments<T>& x) { return detail::scalar_of((__VA_ARGS__).imag()); }},
#define AG_COMPLEX(name) AG_COMPLEX_PARTS(#name, 2, std::name(std::complex<T>(x[0], x[1])))

template <class T>
constexpr std::array kComplexFunctions{
    // clang-format off
    AG_COMPLEX(acos) AG_COMPLEX(acosh) AG_COMPLEX(asin) AG_COMPLEX(asinh) AG_COMPLEX(atan) AG_COMPLEX(atanh)
    AG_COMPLEX(cos) AG_COMPLEX(cosh) AG_COMPLEX(exp) AG_COMPLEX(log) AG_COMPLEX(log10) AG_COMPLEX(sin)
    AG_COMPLEX(sinh) AG_COMPLEX(sqrt) AG_COMPLEX(tan) AG_COMPLEX(tanh)
    AG_COMPLEX_PARTS("pow", 3, std::pow(std::complex<T>(x[0], x[1]), x[2]))
    AG_COMPLEX_PARTS("pow", 4, std::pow(std::complex<T>(x[0], x[1]), std::complex<T>(x[2], x[3])))
    AG_COMPLEX_PARTS("pow_of_number", 3, std::pow(x[0], std::complex<T>(x[1], x[2])))
    // clang-format on
};
#undef AG_COMPLEX
#undef AG_COMPLEX_PARTS

void infer_cxx_call(ir::InferContext& context) { context.result(context.attribute<DType>(1), {}); }

template <class T>
const Function<T>* find_function(std::span<const Function<T>> functions, std::string_view name, size_t operands) {
  const auto found = std::ranges::find_if(
      functions, [&](const Function<T>& one) { return one.name == name && one.operands == operands; });
  return found == functions.end() ? nullptr : &*found;
}

void run_cxx_call(ir::KernelContext& context) {
  const std::string& name = context.attribute<std::string>(0);
  const auto call = [&]<class T>(T, const auto& functions) {
    const Function<T>* function = find_function(std::span<const Function<T>>(functions), name, context.input_count());
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      const size_t count = context.input_count();
      if (!function) function = find_function(std::span<const Function<T>>(kFurtherFunctions<T>), name, count);
      if (!function) function = find_function(std::span<const Function<T>>(kComplexFunctions<T>), name, count);
    }
    if (!function) {
      context.fail(ErrorKind::invalid_argument,
                   "there is no function std::" + name + " of " + std::string(ag::name(context.input(0).dtype)));
    }
    Arguments<T> arguments{};
    for (size_t k = 0; k < context.input_count(); ++k) {
      arguments[k] = *reinterpret_cast<const T*>(context.input(k).data());
    }
    context.set_output(0, detail::scalar_tensor(function->call(arguments), context.attribute<DType>(1)));
  };
  detail::visit_dtype(context.input(0).dtype, [&]<class T>(T value) {
    if constexpr (std::is_floating_point_v<T>)
      call(value, kFloatingFunctions<T>);
    else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
      call(value, kIntegerFunctions<T>);
    else
      context.fail(ErrorKind::type_error, "std::" + name + " is no function of this dtype");
  });
}

/// The functions that are primitives.
int32_t scalar_cxx_call(kernel::ScalarContext& context) {
  using kernel::Primitive;
  const std::string& name = std::get<std::string>(context.attributes[0]);
  const auto& x = context.operands;
  if (context.dtype != DType::float32 && context.dtype != DType::float64) return ir::kNotScalar;
  if (name == "fma" && x.size() == 3) return context.builder.emit(Primitive::Fma, context.dtype, {x[0], x[1], x[2]});
#define AG_MATH_PRIMITIVE(function, operands) \
  if (name == #function && x.size() == operands) return AG_EMIT_##operands(Primitive::function);
#define AG_EMIT_1(primitive) context.builder.emit(primitive, context.dtype, {x[0]})
#define AG_EMIT_2(primitive) context.builder.emit(primitive, context.dtype, {x[0], x[1]})
#include "kernel/scalar/primitives.def"
#undef AG_EMIT_1
#undef AG_EMIT_2
  return ir::kNotScalar;
}

}  // namespace

const ir::OpBlock block_cxx_call = {ir::kElementwise, ir::Operands::AsIs, &infer_cxx_call, &run_cxx_call,
                                    nullptr,          &scalar_cxx_call};

}  // namespace ag::ops
