#pragma once
/// The defaulted comparisons == and <=> of staged counterparts of classes: a comparison of the members in declaration
/// order. They are function objects, which argument-dependent lookup ignores, so a user function of the same name is
/// not hidden.
#include "ag/staging/plain.h"
#include "ag/staging/staging.h"

namespace ag {

/// True if all members are equal.
///
///     friend ag::Staged<bool> operator==(const P_staged& a, const P_staged& b) { return ag::members_equal(a, b); }
inline constexpr auto members_equal = []<class T>(const T& a, const T& b) -> Staged<bool> {
  Staged<bool> equal = true;
  detail::each_member(const_cast<T&>(a), b,
                      [&](const auto& x, const auto& y) { equal = and_then(equal, [&] { return x == y; }); });
  return equal;
};

/// True if the first unequal member is less, or if all are equal and `or_equal` is set. A NaN there compares false.
inline constexpr auto members_less = []<class T>(const T& a, const T& b, bool or_equal = false) -> Staged<bool> {
  Staged<bool> less = false, equal = true;
  detail::each_member(const_cast<T&>(a), b, [&](const auto& x, const auto& y) {
    less = or_else(less, [&] { return and_then(equal, [&] { return x < y; }); });
    equal = and_then(equal, [&] { return x == y; });
  });
  return or_equal ? or_else(less, [&] { return equal; }) : less;
};

}  // namespace ag
