#include <ag/ag.h>
#include <stdexcept>
using ag::Tensor;

AG_FUNCTION Tensor both(Tensor x) {
  if (x > 5) {
    throw std::runtime_error("large");
  } else {
    throw std::runtime_error("small");
  }
}

AG_CONVERT double behind_a_return(Tensor x) {
  if (x > 5) return 1.5;
  while (true) {
    x = x - 1;
    if (x < 0) throw std::runtime_error("none");
  }
}

AG_CONVERT Tensor counted_on_the_host(Tensor x) {
  if (x > 5) return x;
  for (int k = 0;; ++k) {
    if (k > 3) throw std::runtime_error("far");
  }
}

AG_CONVERT Tensor on_one_side_of_the_host(Tensor x, bool always) {
  if (always) {
    if (x > 5)
      throw std::runtime_error("large");
    else
      throw std::runtime_error("small");
  }
  return x;
}

AG_CONVERT Tensor nothing_behind_it_runs(Tensor x, double limit) {
  if (x > 9) {
    return x + limit;
  } else {
    {
      throw std::domain_error("small");
    }
    if (limit > x) {
      return x * 2;
      x = x + 1;
    }
  }
  return x * 3;
}

AG_CONVERT Tensor not_at_the_end(Tensor x, bool always) {
  if (always) throw std::runtime_error("always");
  if (x > 5) throw std::runtime_error("large");
  return x;
}
