#pragma once
/// How a case is run: a function is called as it is in this build (plain or converted), and what came out is one text
/// that stands beside the expected one. Every file is compiled four times: plain and converted, with C++'s numbers
/// and with tensors.
#include <ag/ag.h>

#include <iostream>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/catch.h"

namespace cases {

#ifndef AG_CASES_HOST
/// In another file than its calls, without an annotation.
ag::Tensor compiled_elsewhere(ag::Tensor x);
#endif

#ifdef AG_CASES_CONVERTED
constexpr bool kConverted = true;
#else
constexpr bool kConverted = false;
#endif

#ifdef AG_CASES_HOST
constexpr bool kHost = true;
using Number = int;
using Truth = bool;
using Numbers = std::vector<int>;
using Rows = std::vector<std::vector<int>>;
inline Numbers list(std::vector<int> values) { return values; }
inline Rows rows(Rows values) { return values; }
#else
constexpr bool kHost = false;
using Number = ag::Tensor;
using Truth = ag::Tensor;
using Numbers = ag::Tensor;
using Rows = ag::Tensor;
inline Numbers list(const std::vector<int>& values) {
  Numbers all = ag::zeros({static_cast<int64_t>(values.size())}, ag::int32);
  for (size_t i = 0; i < values.size(); ++i) all[static_cast<int64_t>(i)] = values[i];
  return all;
}
inline Rows rows(const std::vector<std::vector<int>>& values) {
  Rows all = ag::zeros({static_cast<int64_t>(values.size()), static_cast<int64_t>(values[0].size())}, ag::int32);
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].empty()) all[static_cast<int64_t>(i)] = list(values[i]);
  }
  return all;
}
#endif

template <class T>
void show(std::ostream& out, const T& value) {
  if constexpr (ag::detail::is_tensor_type<T>) {
    if (!value.defined() || value.ndim() == 0) {
      out << value;
      return;
    }
    out << "[";
    for (int64_t i = 0; i < value.shape(0); ++i) {
      if (i > 0) out << ", ";
      show(out, ag::Tensor(value[i]));
    }
    out << "]";
  } else if constexpr (std::is_same_v<T, bool>) {
    out << (value ? "true" : "false");
  } else if constexpr (std::is_arithmetic_v<T> || std::is_convertible_v<const T&, std::string>) {
    out << value;
  } else if constexpr (ag::detail::Sequence<T>) {
    out << "[";
    const char* between = "";
    for (const auto& element : value) {
      out << std::exchange(between, ", ");
      show(out, element);
    }
    out << "]";
  } else {
    out << "(";
    const char* between = "";
    ag::detail::for_each_part(value, [&](const auto& part, size_t) {
      out << std::exchange(between, ", ");
      show(out, part);
    });
    out << ")";
  }
}

/// An argument as the function takes it: numbers of the tests are tensors where the build has tensors.
template <class T>
decltype(auto) given(const T& value) {
  if constexpr (!kHost && std::is_same_v<T, int>) {
    return ag::tensor(value, ag::int32);
  } else if constexpr (!kHost && std::is_same_v<T, bool>) {
    return ag::tensor(value);
  } else {
    return value;
  }
}

/// What one call printed, and gave or threw; of an error the kind alone, as a graph can tell more than eager code.
template <class F, class... A>
std::string outcome(F& function, const A&... arguments) {
  std::ostringstream out;
  std::streambuf* const before = std::cout.rdbuf(out.rdbuf());
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<F&, const A&...>>) {
      function(arguments...);
      out << "done";
    } else {
      show(out, function(arguments...));
    }
  } catch (const ag::Error& error) {
    out << "throws " << ag::name(error.kind());
  } catch (const std::exception& error) {
    out << "throws " << error.what();
  }
  std::cout.rdbuf(before);
  return out.str();
}

/// What `function` gives for `arguments`: while tracing, by the graph of the first call, and eagerly. The three have
/// to agree; otherwise the text names them all.
template <class F, class... A>
std::string result(F function, const A&... arguments) {
  const std::string first = outcome(function, given(arguments)...);
  const std::string second = outcome(function, given(arguments)...);
  ag::set_run_functions_eagerly(true);
  const std::string eager = outcome(function, given(arguments)...);
  ag::set_run_functions_eagerly(false);
  if (first == second && first == eager) return first;
  return "first: " + first + "; then: " + second + "; eagerly: " + eager;
}

/// The same without the eager call, for what a graph refuses.
template <class F, class... A>
std::string traced(F function, const A&... arguments) {
  return outcome(function, given(arguments)...);
}

}  // namespace cases
