/// A `try` whose throws are decided while the function is traced. (Others are mistakes: test/errors.)
#include <stdexcept>

#include "harness.h"

using ag::Tensor;

namespace tries_programs {
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

/// Always thrown, and made of what only the graph knows.
AG_FUNCTION int always(Tensor x, int n) {
  ag::print("always", x);
  const int k = x.item<int>() + n;
  throw std::runtime_error("k is " + std::to_string(k));
}
AG_FUNCTION int always_of_a_tensor(Tensor x) { throw std::runtime_error("x is " + std::to_string(x.item<int>())); }
int tells(int k) { throw std::domain_error("told " + std::to_string(k)); }
template <int Scale>
class Teller {
 public:
  explicit Teller(int level) : level_(level * Scale) {}
  int tell() const { throw std::domain_error("level " + std::to_string(level_)); }

 private:
  int level_;
};
AG_FUNCTION int told(Tensor x, int n) {
  if (x > n) return Teller<2>(ag::all(x > 3) ? n : 7).tell();
  return tells(x.item<int>()) + 1;
}
AG_FUNCTION int in_a_call(Tensor x, int n) {
  ag::print("in a call");
  if (x > n) return always(x, n) + 1;
  return always_of_a_tensor(x);
}
AG_FUNCTION int in_an_unrolled_loop(Tensor x, int n) {
  int k = int(x) * n;
  for (int i = 0; i < n; ++i) {
    k += i;
    if (i == 1) throw std::runtime_error("k " + std::to_string(k) + " i " + std::to_string(i));
  }
  return k;
}

/// No handler of the `try` gets what a list would throw that is shorter than it has to be.
AG_FUNCTION Tensor lists_in_try(Tensor x, int n) {
  std::vector<int> list;
  list.push_back(0);
  for (int i = 0; i < 3; ++i) {
    try {
      if (i > n) throw std::domain_error("i");
      if (x > i) {
        list.push_back(i);
      } else if (list.size() > 1) {
        list.pop_back();
      }
    } catch (const std::logic_error&) {
      list.push_back(7);
    }
  }
  return x + 100 * list.size() + list.back();
}

AG_FUNCTION Tensor numbers_thrown(Tensor x, int n) {
  if (n > 4) throw n;
  return x + n;
}

}  // namespace
}  // namespace tries_programs

void e2e::tries() {
  using namespace tries_programs;
  for (int n : {-3, 0, 2, 4, 9}) {
    for (int x : {-1, 2, 3}) run("handled", handled, i64(x), n);
    run("copies", copies, i64(3), n);
    for (int x : {0, 1, 3}) run("lists_in_try", lists_in_try, i64(x), n);
    run("always", always, i64(3), n);
    run("always_of_a_tensor", always_of_a_tensor, i64(n));
    for (int x : {2, 4}) run("told", told, i64(x), n);
    run("in_a_call", in_a_call, i64(2), n);
    run("in_an_unrolled_loop", in_an_unrolled_loop, i64(2), n);
    try {
      run("numbers_thrown", numbers_thrown, i64(1), n);
    } catch (int thrown) {
      std::cout << "thrown " << thrown << "\n";
    }
  }
}
