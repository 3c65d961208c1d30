/// A `try` whose throws are decided while the function is traced. (Others are mistakes: test/errors.)
#include <stdexcept>

#include "harness.h"

using ag::Tensor;

namespace {

int limited(int k) {
  if (k > 3) throw std::out_of_range("limited");
  return k;
}

AG_FUNCTION Tensor handled(Tensor x, int n) {
  int t = 0;
  try {
    if (n < 0) throw std::invalid_argument("n");
    t = limited(n);
  } catch (const std::invalid_argument&) {
    t = -1;
  } catch (const std::exception&) {
    t = -2;
  }
  if (x > 2) {
    try {
      if (n > 4) throw std::runtime_error("inside");
      t += 20;
    } catch (const std::runtime_error&) {
      t += 70;
    }
  }
  for (int i = 0; i < x; ++i) {
    try {
      for (int j = 0; j < n; ++j)
        if (j == 3) throw j;
      t += i;
    } catch (int j) {
      t += 300 * j;
    }
  }
  return x + t;
}
struct Kept {
  Tensor scale = 2.0;
  int count = 1;
};
AG_FUNCTION Tensor copies(Tensor x, int n) {
  Kept kept;
  const Kept other{x * 1.0, 2};
  try {
    if (n > 1) throw std::domain_error("n");
    kept = other;
  } catch (const std::domain_error&) {
    kept.scale += 5;
  }
  return x * kept.scale + kept.count;
}
AG_FUNCTION Tensor numbers_thrown(Tensor x, int n) {
  if (n > 4) throw n;
  return x + n;
}

}  // namespace

void e2e::tries() {
  for (int n : {-3, 0, 2, 4, 9}) {
    for (int x : {-1, 2, 3}) run("handled", handled, i64(x), n);
    run("copies", copies, i64(3), n);
    try {
      run("numbers_thrown", numbers_thrown, i64(1), n);
    } catch (int thrown) {
      std::cout << "thrown " << thrown << "\n";
    }
  }
}
