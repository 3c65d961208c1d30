// What only tracing shows to be no part of a graph: the function runs eagerly for that signature.
#include <stdexcept>
#include <string>
#include <vector>

#include "programs.h"

namespace {

// The definition stands in a file that is not converted.
AG_FUNCTION Tensor calls_outside(Tensor x) {
  if (x > 100) x = x - 100;
  return halved_while_large(x) + 1;
}

AG_FUNCTION Tensor outer(Tensor x) { return calls_outside(x) * 2; }

// The user's handler does not see the end of a trace.
AG_FUNCTION Tensor guarded(Tensor x) {
  try {
    return halved_while_large(x);
  } catch (const std::exception&) {
    return x * 1000;
  }
}

// A mistake in either build.
AG_FUNCTION Tensor fails(Tensor x) { return ag::matmul(halved_while_large(x), ag::ones({3, 3})); }

AG_FUNCTION Tensor throws(Tensor x) {
  x = halved_while_large(x);
  if (x < 1) throw std::domain_error("small");
  return x;
}

AG_FUNCTION Tensor graph_is_required(Tensor x) { return halved_while_large(x); }

template <class F>
void attempt(const char* name, F function) {
  try {
    show(name, function());
  } catch (const ag::Error& error) {
    std::cout << name << " throws " << ag::name(error.kind()) << " at line " << error.location().line() << "\n";
  } catch (const std::exception& error) {
    std::cout << name << " throws " << error.what() << "\n";
  }
}

}  // namespace

void limits_of_tracing() {
  for (const float start : {9.0f, 120.0f}) {
    attempt("calls outside", [&] { return calls_outside(ag::tensor(start)); });
    attempt("outer", [&] { return outer(ag::tensor(start)); });
    attempt("guarded", [&] { return guarded(ag::tensor(start)); });
    attempt("throws", [&] { return throws(ag::tensor(start)); });
    attempt("fails", [&] { return fails(ag::tensor(start)); });
  }
  attempt("of doubles", [] { return calls_outside(ag::tensor(5.0, ag::float64)); });
}

bool reasons_of_tracing() {
  const auto calls = ag::function_of(calls_outside).eager_calls();
  if (calls.size() != 2 || calls[0].call != "(x: float32[])" || calls[1].call != "(x: float64[])") return false;
  try {
    ag::function_of(outer).graph(ag::tensor(1.0f));
  } catch (const ag::Error& error) {
    return error.kind() == ag::ErrorKind::staging_error;
  }
  return false;
}

bool strict_is_an_error() {
  try {
    graph_is_required(ag::tensor(3.0f));
  } catch (const ag::Error& error) {
    return error.kind() == ag::ErrorKind::staging_error;
  }
  return false;
}
