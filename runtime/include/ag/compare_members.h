#pragma once
/// What `= default` makes of == and <=>, for twins: a comparison of the members in their order. Objects, which
/// argument-dependent lookup does not find where the user calls a function of that name.
#include "ag/plain.h"
#include "ag/staging.h"

namespace ag {

/// Are all members equal?
///
///     friend ag::Staged<bool> operator==(const P_staged& a, const P_staged& b) { return ag::members_equal(a, b); }
inline constexpr auto members_equal = []<class T>(const T& a, const T& b) -> Staged<bool> {
  Staged<bool> equal = true;
  detail::each_member(const_cast<T&>(a), b,
                      [&](const auto& x, const auto& y) { equal = and_then(equal, [&] { return x == y; }); });
  return equal;
};

/// Is the first member that differs less? Where one of them is no number, nothing is.
inline constexpr auto members_less = []<class T>(const T& a, const T& b, bool or_equal = false) -> Staged<bool> {
  Staged<bool> less = false, equal = true;
  detail::each_member(const_cast<T&>(a), b, [&](const auto& x, const auto& y) {
    less = or_else(less, [&] { return and_then(equal, [&] { return x < y; }); });
    equal = and_then(equal, [&] { return x == y; });
  });
  return or_equal ? or_else(less, [&] { return equal; }) : less;
};

}  // namespace ag
