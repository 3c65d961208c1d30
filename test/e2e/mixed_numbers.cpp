// Variables that are integers on some paths and of floating point on others: they have the class that they have
// plainly.
#include <optional>
#include <utility>

#include "harness.h"

using ag::Tensor;

namespace mixed_numbers_programs {
namespace {

AG_FUNCTION Tensor limited(Tensor x) {
  if (x > 10) return 10;
  return x;
}

AG_FUNCTION Tensor cut(Tensor x) {
  Tensor h = x;
  if (h < 0) h = 0;
  return h * 2.5 + x;
}

// Of an integer it is another division.
AG_FUNCTION Tensor halved(Tensor x) {
  Tensor h = x;
  if (h < 4) h = 3;
  return h / 2;
}

AG_FUNCTION Tensor chained(Tensor x) {
  Tensor h = x;
  if (h < 0)
    h = 0;
  else if (h > 10)
    h = 11;
  Tensor g = h + 1;
  g *= 2;
  if (g > 12) g = h;
  return g / 4;
}

AG_FUNCTION Tensor summed(Tensor x) {
  Tensor sum = 0;
  for (Tensor v : x) {
    Tensor h = v;
    if (h < 0) h = 0;
    sum += h;
  }
  return sum;
}

AG_FUNCTION Tensor carried(Tensor x, Tensor n) {
  for (int i = 0; i < n; ++i) {
    x = x - 0.75;
    if (x < 0) x = 1;
    if (x == 1) x = x / 2;
  }
  return x;
}

AG_FUNCTION Tensor first(Tensor x) {
  for (Tensor v : x) {
    if (v > 2) return v;
    if (v < 0) return 0;
  }
  return -1;
}

AG_FUNCTION std::pair<Tensor, Tensor> both(Tensor x) {
  if (x > 10) return {1, x};
  return {x, 0};
}

AG_FUNCTION double number(Tensor x) {
  Tensor y = 0;
  if (x > 3) y = 0.1;
  return double(y) + int(y + 1);
}

AG_FUNCTION Tensor condition(Tensor x) {
  Tensor y = 0;
  if (x > 3) y = x - 4;
  if (y) return y;
  return -1;
}

AG_FUNCTION std::optional<Tensor> maybe(Tensor x) {
  if (x > 10) return 10;
  if (x > 2) return x;
  return std::nullopt;
}

AG_FUNCTION Tensor slope(Tensor x) {
  return ag::gradient([](Tensor v) {
    Tensor h = v * v;
    if (h > 4) h = 4;
    return h * v;
  })(x);
}

Tensor outside = 0.5;

AG_FUNCTION Tensor stored(Tensor x) {
  if (x > 3) outside = 2;
  return x * outside;
}

AG_FUNCTION std::pair<Tensor, Tensor> chosen(Tensor x) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  return x > 0.6 ? std::pair<Tensor, Tensor>{x, n} : std::pair<Tensor, Tensor>{n, x};
}

}  // namespace
}  // namespace mixed_numbers_programs

void e2e::mixed_numbers() {
  using namespace mixed_numbers_programs;
  for (const double value : {30.0, 3.0, -1.5, 7.0, 4.5, 11.5, 1.25}) {
    for (const ag::DType dtype : {ag::float32, ag::float64}) {
      const Tensor x = ag::tensor(value, dtype), row = ag::tensor({0.5, -1.25, value}, dtype);
      run("limited", limited, x);
      run("halved", halved, x);
      run("chained", chained, x);
      run("summed", summed, row);
      if (dtype == ag::float32) {  // 0 * 2.5 is a number of float32 precision: beside float64 that runs eagerly
        run("cut", cut, x);
        run("carried", carried, x, i64(5));
      }
      run("first", first, row);
      run("both", both, x);
      run("number", number, x);
      run("condition", condition, x);
      run("maybe", maybe, x);
      run("slope", slope, x);
      run("chosen", chosen, x);
      outside = 0.5;
      run("stored", stored, x);
      show(outside * f64(1));
    }
  }
}
