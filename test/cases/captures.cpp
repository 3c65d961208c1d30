// Variables outside of the function (NC, CF, AP), read and written.
#include "cases/cases.h"

using cases::Number;
using cases::result;
using cases::Truth;

namespace captures_cases {
namespace {

Number seen = 0, other = 5;

AG_FUNCTION Number nested_if(Truth outer, Truth inner, Number n) {
  if (outer) {
    n = n + 0;
    if (inner) {
      seen = 1;
      n = seen;
    }
  }
  return n;
}

AG_FUNCTION Number in_branch(Truth c, Number n) {
  if (c) {
    seen = 1;
    n = seen + 1;
  }
  return n;
}

AG_FUNCTION Number unaffected(Truth c, Number n) {
  if (c) {
    n = n + other - 3;
  } else {
    n = n - 1;
  }
  return n;
}

AG_FUNCTION Number counted(Number n) {
  while (n > 0) {
    seen = seen + n;
    n = n - 1;
  }
  return seen;
}

Number seen_now() { return seen; }
Number other_now() { return other; }

}  // namespace
}  // namespace captures_cases

#ifndef AG_CASES_HOST
ag::Tensor cases::compiled_elsewhere(ag::Tensor x) {
  if (x > 2) return x * 10;
  return x;
}
#endif

namespace captures_cases {

TEST_CASE("NC-05 NC-06 a variable outside is written in a nested if, where it is reached") {
  seen = 0;
  CHECK(result(nested_if, true, true, 0) == "1");
  CHECK(result(seen_now) == "1");
  seen = 0;
  CHECK(result(nested_if, true, false, 0) == "0");
  CHECK(result(nested_if, false, true, 0) == "0");
  CHECK(result(seen_now) == "0");
}

TEST_CASE("CF-14 a variable outside is written in a branch and used there") {
  seen = 0;
  CHECK(result(in_branch, true, 0) == "2");
  CHECK(result(seen_now) == "1");
}

TEST_CASE("CF-16 a variable outside is read in one branch and stays as it is") {
  CHECK(result(unaffected, true, 1) == "3");
  CHECK(result(unaffected, false, 0) == "-1");
  CHECK(result(other_now) == "5");
}

TEST_CASE("AP-55 a variable outside is written in a loop, at every call") {
  seen = 0;
  // Each of the three calls adds to what the one before it left.
  CHECK(result(counted, 3) == "first: 6; then: 12; eagerly: 18");
  CHECK(result(counted, 2) == "first: 21; then: 24; eagerly: 27");
  CHECK(result(seen_now) == "27");
}

}  // namespace captures_cases
