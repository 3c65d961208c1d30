#pragma once
/// An array program of the table: its inputs, and the function in each style.
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/ag.h"

namespace bench::arrays {

using Tensors = std::vector<ag::Tensor>;

/// The function of a program as it is called by the table: arrays in, arrays out.
using Call = std::function<Tensors(const Tensors&)>;

/// The forms of a program. `tensor` has loops over tensors, `host` has loops over host numbers, and `whole` has
/// operations on whole arrays.
struct Style {
  const char* name;
  Call call;
};

struct Program {
  const char* name;
  const char* group;
  int64_t size;   // of the measurement
  int64_t small;  // of the tests
  std::function<Tensors(int64_t size)> inputs;
  std::vector<Style> styles;
  int64_t host_size = 0;  // of the style `host`, if its first call takes too long with `size`
};

/// All programs, group by group.
std::vector<Program> all_programs();

void add_factorizing(std::vector<Program>& list);
void add_stencils(std::vector<Program>& list);
void add_tables(std::vector<Program>& list);
void add_statistics(std::vector<Program>& list);

/// Vectors and matrices of numbers in [0, 1) and in [-1, 1), exact in float32.
ag::Tensor uniform(uint64_t seed, int64_t n, ag::DType dtype = ag::float64);
ag::Tensor uniform(uint64_t seed, int64_t rows, int64_t columns, ag::DType dtype = ag::float64);
ag::Tensor centred(uint64_t seed, int64_t n, ag::DType dtype = ag::float64);
ag::Tensor centred(uint64_t seed, int64_t rows, int64_t columns, ag::DType dtype = ag::float64);
/// Integers from 0 to below `limit`, as int64.
ag::Tensor integers(uint64_t seed, int64_t n, int64_t limit);
/// A number that is an argument, as int64.
inline ag::Tensor count(int64_t value) { return ag::tensor(value, ag::int64); }

/// The array as an argument of a parameter: the array itself, or its number.
template <class P>
std::remove_cvref_t<P> argument(const ag::Tensor& x) {
  if constexpr (std::is_arithmetic_v<std::remove_cvref_t<P>>)
    return x.item<std::remove_cvref_t<P>>();
  else
    return x;
}

inline Tensors results(const ag::Tensor& x) { return {x}; }
inline Tensors results(const std::pair<ag::Tensor, ag::Tensor>& x) { return {x.first, x.second}; }

template <class R, class... P>
Style style(const char* name, R (*function)(P...)) {
  return {name, [function](const Tensors& inputs) {
            return [&]<size_t... k>(std::index_sequence<k...>) {
              return results(function(argument<P>(inputs.at(k))...));
            }(std::index_sequence_for<P...>());
          }};
}

/// The styles of a program, whose functions have the same inputs. `whole` is left out where no such form exists.
template <class T, class H>
std::vector<Style> styles(T tensor, H host) {
  return {style("tensor", tensor), style("host", host)};
}
template <class T, class H, class W>
std::vector<Style> styles(T tensor, H host, W whole) {
  return {style("tensor", tensor), style("host", host), style("whole", whole)};
}

}  // namespace bench::arrays
