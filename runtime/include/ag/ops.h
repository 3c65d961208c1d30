#pragma once
/// Every operation as a function, declared from ops.def. Names and semantics: Python Array API 2023.12.
#include <string_view>
#include <utility>
#include <vector>

#include "ag/convolution.h"
#include "ag/detail/arg.h"
#include "ag/detail/export.h"
#include "ag/index.h"
#include "ag/tensor.h"

namespace ag {

/// The result of top_k: `auto [values, indices] = top_k(x, 3);`
struct TopK {
  Tensor values;
  Tensor indices;  // int64
};

/// The result of qr: `auto [q, r] = qr(x);`
struct QR {
  Tensor Q;
  Tensor R;
};

/// The result of eigh: `auto [values, vectors] = eigh(x);`
struct Eigh {
  Tensor eigenvalues;
  Tensor eigenvectors;
};

/// The result of svd: `auto [u, s, vh] = svd(x);`
struct SVD {
  Tensor U;
  Tensor S;
  Tensor Vh;
};

/// The key of a random draw: a host integer, or a uint64 tensor with two elements. Equal keys yield equal draws on
/// every executor.
class AG_API KeyArg {
 public:
  template <class T>
    requires std::is_integral_v<T>
  KeyArg(T seed, SourceLocation location = SourceLocation::current())
      : KeyArg(static_cast<uint64_t>(seed), location, 0) {}
  template <class T>
    requires std::is_integral_v<T>
  KeyArg(const Staged<T>& seed, SourceLocation location = SourceLocation::current());
  KeyArg(const Tensor& key, SourceLocation location = SourceLocation::current()) : tensor_(key), location_(location) {}
  const Tensor& tensor() const { return tensor_; }
  SourceLocation location() const { return location_; }

 private:
  KeyArg(uint64_t seed, SourceLocation location, int);
  void hold(const detail::Number& symbol);
  Tensor tensor_;
  SourceLocation location_;
};

#define AG_UNARY(name, description) AG_API Tensor name(const TensorArg& x);
#define AG_BINARY(name, description) AG_API Tensor name(const TensorArg& a, const TensorArg& b);
#define AG_OP(name, parameters, operands, attributes, description) AG_API Tensor name parameters;
#define AG_MULTI_OP(name, result, parameters, operands, attributes, description) AG_API result name parameters;
#define AG_FN(result, name, parameters, description) AG_API result name parameters;
#include "ag/detail/ops.def"

// clang-format off: it would format the macro arguments as operators
#define AG_BINARY_OPERATORS(X)                                                       \
  X(+, add) X(-, subtract) X(*, multiply) X(/, divide)                               \
  X(%, fmod) X(&, bitwise_and) X(|, bitwise_or) X(^, bitwise_xor)                    \
  X(<<, bitwise_left_shift) X(>>, bitwise_right_shift) X(==, equal) X(!=, not_equal) \
  X(<, less) X(<=, less_equal) X(>, greater) X(>=, greater_equal)
// clang-format on

#define AG_OPERATOR(op, function) \
  inline Tensor operator op(const TensorArg& a, const TensorArg& b) { return function(a, b); }
AG_BINARY_OPERATORS(AG_OPERATOR)
#undef AG_OPERATOR

inline Tensor operator-(const TensorArg& x) { return negative(x); }
inline Tensor operator+(const TensorArg& x) { return x.value(); }
inline Tensor operator~(const TensorArg& x) { return bitwise_invert(x); }
/// The parameter is a Tensor, because a TensorArg would be ambiguous with the conversion to bool.
inline Tensor operator!(const Tensor& x) { return logical_not(x); }

}  // namespace ag
