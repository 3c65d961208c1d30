#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <compare>
#include <utility>
using ag::Tensor;

struct Version {
  int major_part = 0, minor_part = 0;
  auto operator<=>(const Version&) const = default;
}; struct Version_staged { ag::Staged<int> major_part = 0; ag::Staged<int> minor_part = 0; [[maybe_unused]] friend ag::Staged<bool> operator==(const Version_staged& a, const Version_staged& b) { return ag::members_equal(a, b); } [[maybe_unused]] friend ag::Staged<bool> operator!=(const Version_staged& a, const Version_staged& b) { return !ag::members_equal(a, b); } [[maybe_unused]] friend ag::Staged<bool> operator<(const Version_staged& a, const Version_staged& b) { return ag::members_less(a, b); } [[maybe_unused]] friend ag::Staged<bool> operator<=(const Version_staged& a, const Version_staged& b) { return ag::members_less(a, b, true); } [[maybe_unused]] friend ag::Staged<bool> operator>(const Version_staged& a, const Version_staged& b) { return ag::members_less(b, a); } [[maybe_unused]] friend ag::Staged<bool> operator>=(const Version_staged& a, const Version_staged& b) { return ag::members_less(b, a, true); } }; [[maybe_unused]] inline Version_staged ag_staged_class(const Version*) { return {}; }
struct Setting {
  double value = 0;
  Version since;
  bool operator==(const Setting&) const = default;
  explicit operator bool() const { return value > 0; }
  operator double() const {
    if (value > 1) return 1;
    return value;
  }
}; struct Setting_staged; [[maybe_unused]] inline Setting_staged ag_staged_class(const Setting*); struct Setting_staged { ag::Staged<double> value = 0; ag::staged_t<Version> since; explicit operator ag::Staged<bool>() const; operator ag::Staged<double>() const; [[maybe_unused]] friend ag::Staged<bool> operator==(const Setting_staged& a, const Setting_staged& b) { return ag::members_equal(a, b); } [[maybe_unused]] friend ag::Staged<bool> operator!=(const Setting_staged& a, const Setting_staged& b) { return !ag::members_equal(a, b); } }; inline Setting_staged ag_staged_class(const Setting*) { return {}; }
AG_CONVERT Tensor f(Tensor x) {
  ag::staged_t<Setting> a, b, known;
  ag::if_stmt(x > 1, AG_STATE(a, b), [&] {
    a.value = 2;
    b.since.minor_part = 1;
  });
  ag::if_stmt(ag::or_else(a == b, [&] { return a.since < b.since; }), AG_STATE(x), [&] { x = x + 1; });
  ag::if_stmt(ag::and_then(a != known, [&] { return static_cast<ag::Staged<bool>>(a); }), AG_STATE(x), [&] { x = x * (static_cast<ag::Staged<double>>(a) + 1); });
  ag::staged_t<std::pair<int, double>> made(1, known);
  ag::if_stmt(x > 2, AG_STATE(made), [&] { made.first = 3; });
  return x * ag::cast<double>(static_cast<ag::Staged<double>>(b)) + made.second;
}
#line 15 "input.cpp"
inline Setting_staged::operator ag::Staged<bool>() const { return value > 0; }
#line 16 "input.cpp"
inline Setting_staged::operator ag::Staged<double>() const {
  return ag::if_else<ag::Staged<double>>(value > 1, [&] { return 1; }, [&] {
  return value;
}); }
