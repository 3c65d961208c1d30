// throw where a tensor decides: the user's exception, when and only when the graph gets there.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace throws_programs {
namespace {

struct OutOfStock : std::runtime_error {
  using std::runtime_error::runtime_error;
};

AG_FUNCTION Tensor checked(Tensor x) {
  if (x < 0) throw std::domain_error("negative");
  return x * 2;
}

AG_FUNCTION Tensor either(Tensor x) {
  if (x >= 0)
    return x * 2;
  else
    throw std::domain_error("negative");
}

AG_FUNCTION Tensor prints_first(Tensor x) {
  if (x > 3) return x;
  ag::print("bad", x);
  throw OutOfStock("bad");
}

AG_FUNCTION Tensor chosen(Tensor x) { return x > 0 ? x : throw OutOfStock("none left"); }

AG_FUNCTION Tensor in_a_loop(Tensor x) {
  Tensor sum = 0;
  while (x > 0) {
    x -= 1;
    if (x == 5) throw OutOfStock("five");
    if (x % 2 == 0) continue;
    if (sum > 20) break;
    sum += x;
    ag::print(sum);
  }
  return sum;
}

AG_FUNCTION Tensor assigns_in_the_other_branch(Tensor x) {
  Tensor y;
  if (x > 2) {
    y = x * 0.5;
  } else {
    y = 1;
    throw OutOfStock("small");
  }
  return y + 1;
}

AG_FUNCTION Tensor host_code_behind_it(Tensor x, std::vector<int64_t> steps, int k) {
  if (x > 2) {
    if (k >= int(steps.size())) throw OutOfStock("no such step");
    x += steps.at(size_t(k));
  }
  return x;
}

Tensor helper(Tensor x, int k) {
  if (k > 3) throw OutOfStock("k");
  return x + k;
}

AG_FUNCTION Tensor thrown_by_a_callee(Tensor x, int k) {
  if (x > 2) return helper(x, k);
  return x;
}

AG_FUNCTION Tensor thrown_by_the_library(Tensor x, std::vector<int64_t> steps, int k) {
  if (x > 2) x += steps.at(size_t(k));
  return x;
}

AG_FUNCTION Tensor in_a_case(Tensor x, int mode) {
  switch (mode) {
    case 0:
      if (x > 2) throw OutOfStock("zero");
      break;
    case 1:
      return x;
    default:
      throw OutOfStock("mode");
  }
  return -x;
}

AG_FUNCTION Tensor host_try(Tensor x) {
  if (x > 2) {
    const std::vector<int64_t> table{1, 2, 3};
    int64_t step = 0;
    try {
      step = table.at(4);
      if (step == 7) throw OutOfStock("seven");
    } catch (const std::exception&) {
      step = -1;
    }
    x += step;
  }
  return x;
}

AG_FUNCTION void nothing_to_return(Tensor x) {
  if (x == 1) return;
  if (x > 5) throw OutOfStock("large");
  ag::print("fine", x);
}

AG_FUNCTION Tensor surely(Tensor x) {
  if (x > 5) {
    if (x > 7) throw OutOfStock("large");
    throw OutOfStock("larger than five");
  }
  return x;
}

/// What is behind the loop is traced outside of every branch where the condition is known.
AG_FUNCTION Tensor thrown_under_a_known_condition(Tensor x, bool sure) {
  if (x > 5 || !sure) {
    Tensor left = 2;
    do {
      --left;
      throw std::domain_error("thrown in any case");
    } while (left > 0 && ag::abs(left) == left);
  }
  return x + 1;
}

AG_FUNCTION Tensor thrown_by_the_first_iteration(Tensor x) {
  int left = 3;
  double limit = 1;
  if (x > 5) limit = 4;
  do {
    --left;
    throw std::runtime_error("the first");
  } while (left > 0 && limit > 2);
  if (x > limit) {
    if (x > 2) return x % 97;
    return -x;
  }
  return x % 50;
}

AG_FUNCTION Tensor twice(Tensor x) { return checked(x) + checked(x - 2); }

// Loops that nothing but an exception leaves.
AG_FUNCTION Tensor until_thrown(Tensor x) {
  int turns = 0;
  while (true) {
    ++turns;
    x = x + turns;
    if (x > 20) throw OutOfStock("over");
    if (x % 5 == 0) ag::print("five", turns, x);
  }
  return x;
}

AG_FUNCTION Tensor thrown_from_a_choice(Tensor x, bool far) {
  if (far && x < 4) {
    for (;; x = x * 2 + 1) {
      if (x > 50) throw OutOfStock("far");
      ag::print("step", x);
    }
  }
  return x + 1;
}

// What stands at the end of a function only throws.
AG_FUNCTION Tensor only_throws(Tensor x) {
  if (x > 2) return x;
  if (x > 0)
    throw OutOfStock("positive");
  else
    throw std::runtime_error("small");
}

double last_loop(Tensor x, bool always) {
  if (always) {
    if (x > 4)
      throw OutOfStock("large");
    else
      throw std::runtime_error("small");
  }
  switch (static_cast<int>(ag::abs(x))) {
    case 0:
      return 1.5;
    case 1:
      throw OutOfStock("one");
    default:
      if (x > 3) return static_cast<double>(x);
      while (true) {
        x = x + 2;
        ag::print("up", x);
        if (x > 6) throw OutOfStock("over");
      }
  }
}
AG_FUNCTION Tensor through_a_callee(Tensor x, bool always) { return x + last_loop(x, always); }

Tensor nothing_behind_it_runs(Tensor x, double limit) {
  if (x > 5) {
    return x + limit;
  } else {
    {
      throw OutOfStock("small");
    }
    if (limit > x) return x * 2;
  }
  return x * 3;
}
AG_FUNCTION Tensor dead_behind_a_throw(Tensor x) { return nothing_behind_it_runs(x, 2.5) + 1; }

// The result of a loop that no `return` is reached in.
AG_FUNCTION Tensor never_returns(Tensor x) {
  for (Tensor k : ag::range(x % 3)) {
    ag::print("before", k);
  }
  Tensor left = x;
  do {
    throw OutOfStock("at once");
    return x;
  } while ((left -= 1) >= 0);
  return left;
}

AG_FUNCTION Tensor throws_either_way(Tensor x) {
  while (x < 5) {
    x = x + 1;
    while (true) {
      if (x > 3) throw OutOfStock("large");
      if (x > -9) throw std::runtime_error("small");
      return x;
    }
  }
  return x * 2;
}

AG_FUNCTION Tensor loops_on_the_host(Tensor x, int limit) {
  if (x > 2) return x;
  for (int k = 0;; ++k) {
    x = x + 1;
    if (k > limit) throw OutOfStock("far");
  }
}

// Exceptions that are made of numbers and tensors which only the graph knows.
struct Diverged : std::runtime_error {
  Diverged(int steps, double error)
      : std::runtime_error("diverged after " + std::to_string(steps) + " steps: " + std::to_string(error)) {}
};

AG_FUNCTION Tensor tells_its_numbers(Tensor x, int limit, std::string name) {
  int steps = 0;
  uint8_t wrapped = 250;
  bool odd = false;
  while (x > -50) {
    ++steps;
    wrapped += 3;
    odd = !odd;
    if (x < 0 && odd)
      throw std::domain_error(name + " " + std::to_string(steps) + (odd ? " odd " : " even ") +
                              std::to_string(wrapped));
    if (steps > limit) throw Diverged(steps, double(x) / 2);
    x = x - 3;
  }
  return x;
}

AG_FUNCTION Tensor tells_a_tensor(Tensor x) {
  const Tensor half = x / 2.0;
  return half > 1 ? half : throw OutOfStock(std::to_string(double(half)) + " of " + std::to_string(half.ndim()));
}

template <class T>
T positive(T value, int at) {
  if (value < 0) throw std::range_error("at " + std::to_string(at));
  return value;
}
int halved(int n) {
  if (n % 2 != 0) throw std::invalid_argument("odd: " + std::to_string(n));
  return n / 2;
}
AG_FUNCTION Tensor callees_tell(Tensor x, int n) {
  auto checked = [](double value, int at) {
    if (value == 3) throw std::runtime_error("three at " + std::to_string(at));
    return value;
  };
  int known = 0;
  try {
    known = halved(n);
  } catch (const std::invalid_argument&) {
    known = -1;
  }
  const int m = int(x);
  return positive(x, m) + positive(1.5, 2) + halved(m - 1) + checked(double(x), m) + known;
}

class Search {
 public:
  explicit Search(double limit) : limit_(limit) {}
  AG_CONVERT double run(Tensor x) {
    double width = double(x);
    while (width * width > limit_) {
      width /= 2;
      ++rounds_;
      if (rounds_ > 3) throw std::runtime_error("after " + std::to_string(rounds_) + ": " + std::to_string(width));
    }
    return width + rounds_;
  }

 private:
  double limit_;
  int rounds_ = 0;
};
AG_FUNCTION double method_tells(Tensor x) {
  Search search(0.5);
  return search.run(x);
}

// What reference parameters hold where the function throws.
AG_FUNCTION void in_a_branch(Tensor& x, int& n) {
  n += 1;
  x = x * 2;
  if (x > 10) {
    n = 50;
    x = x + 1;
    throw OutOfStock("big");
  }
  n += 100;
}

AG_FUNCTION void in_a_loop_of_tensors(Tensor& x, int& n, Tensor limit) {
  while (x < 1000) {
    x = x * 2 + 1;
    ++n;
    if (x > limit) throw OutOfStock("limit");
  }
  n = -n;
}

AG_FUNCTION Tensor at_a_check(Tensor& x, double& scale, Tensor count) {
  x = x + 1;
  for (int k = 0; k < count; ++k) {
    scale *= 2;
    x = x * scale;
    ag::check(scale < 20, "too large");
  }
  return x;
}

AG_FUNCTION void on_the_host(Tensor& x, int& n, int k) {
  n = 7;
  x = x + 5;
  if (k > 2) throw std::invalid_argument("k");
  n = 8;
}

void advance(Tensor& x, int& n) {
  ++n;
  x += n;
  if (x > 8) throw OutOfStock("advanced");
  x += 1;
}
AG_FUNCTION void in_a_helper(Tensor& x, int& n) {
  for (int k = 0; k < 3; ++k) advance(x, n);
}

AG_FUNCTION void in_its_own_graph(Tensor& x, int& n) {
  n = n * 2;
  in_a_branch(x, n);
  n += 1000;
  in_a_branch(x, n);
}

AG_FUNCTION void at_an_element(Tensor& x, Tensor limit) {
  for (int k = 0; k < 4; ++k) {
    x[k] = x[k] + k;
    ag::check(x[k] < limit, "element", k);
  }
}

AG_FUNCTION void in_a_structure(Tensor x, Tensor& y, bool& flag, std::pair<int, Tensor>& both) {
  flag = true;
  both.first = 9;
  if (x > 1) {
    both.second = x;
    if (x > 2) {
      flag = bool(x > 5);
      both.first += 1;
      throw OutOfStock("inside");
    }
    y = y + 1;
  }
  both.first = 3;
}

struct Solver {
  Tensor place;
  int steps = 0;
  AG_FUNCTION void step(Tensor& out, int& left, Tensor limit) {
    ++steps;
    place = place * 2;
    out = place + steps;
    --left;
    if (place > limit) {
      left = -1;
      throw OutOfStock("diverged");
    }
    out = out * 10;
  }
};

/// The variables behind a call that may throw.
template <class Call, class... T>
void leaves(const char* name, Call call, const T&... variables) {
  e2e::run(name, call);
  (e2e::show(variables), ...);
}

using e2e::f64, e2e::i64;

void leave_references_as_they_were(int64_t start) {
  Tensor x = i64(start);
  int n = 3;
  leaves("in_a_branch", [&] { in_a_branch(x, n); }, x, n);
  x = i64(start);
  for (int64_t limit : {100, 5000}) {
    leaves("in_a_loop_of_tensors", [&] { in_a_loop_of_tensors(x, n, i64(limit)); }, x, n);
  }
  Tensor y = f64(1);
  double scale = 3;
  leaves("at_a_check", [&] { at_a_check(y, scale, i64(start)); }, y, scale);
  leaves("on_the_host", [&] { on_the_host(y, n, static_cast<int>(start)); }, y, n);
  x = i64(start);
  leaves("in_a_helper", [&] { in_a_helper(x, n = 1); }, x, n);
  x = i64(start);
  leaves("in_its_own_graph", [&] { in_its_own_graph(x, n); }, x, n);
  Tensor elements = ag::tensor({start, int64_t{3}, int64_t{5}, int64_t{7}}, ag::int64);
  leaves("at_an_element", [&] { at_an_element(elements, i64(7)); }, elements);
  bool flag = false;
  std::pair<int, Tensor> both;
  both.first = 1;
  both.second = i64(0);
  leaves("in_a_structure", [&] { in_a_structure(i64(start), x, flag, both); }, x, flag, both);
  Solver solver{i64(start)};
  int left = 5;
  leaves("step", [&] { solver.step(x, left, i64(20)); }, solver.place, solver.steps, x, left);
}

}  // namespace
}  // namespace throws_programs

void e2e::throws() {
  using namespace throws_programs;
  for (int64_t x : {-3, 0, 1, 3, 7, 9}) {
    run("checked", checked, i64(x));
    run("either", either, i64(x));
    run("prints_first", prints_first, i64(x));
    run("chosen", chosen, i64(x));
    run("in_a_loop", in_a_loop, i64(x));
    run("assigns_in_the_other_branch", assigns_in_the_other_branch, i64(x));
    const std::vector<int64_t> steps{1, 2, 3};
    for (int k : {1, 5}) {
      run("host_code_behind_it", host_code_behind_it, i64(x), steps, k);
      run("thrown_by_a_callee", thrown_by_a_callee, i64(x), k);
      run("thrown_by_the_library", thrown_by_the_library, i64(x), steps, k);
    }
    for (int mode : {0, 1, 2}) run("in_a_case", in_a_case, i64(x), mode);
    run("host_try", host_try, i64(x));
    run("nothing_to_return", nothing_to_return, i64(x));
    run("surely", surely, i64(x));
    for (bool sure : {true, false}) run("thrown_under_a_known_condition", thrown_under_a_known_condition, i64(x), sure);
    run("thrown_by_the_first_iteration", thrown_by_the_first_iteration, i64(x));
    run("twice", twice, i64(x));
    run("until_thrown", until_thrown, i64(x));
    run("only_throws", only_throws, i64(x));
    run("through_a_callee", through_a_callee, i64(x), x == 7);
    run("dead_behind_a_throw", dead_behind_a_throw, i64(x));
    run("never_returns", never_returns, i64(x));
    run("throws_either_way", throws_either_way, i64(x));
    run("loops_on_the_host", loops_on_the_host, i64(x), 2);
    run("thrown_from_a_choice", thrown_from_a_choice, i64(x), x % 2 == 0);
    run("thrown_from_a_choice", thrown_from_a_choice, i64(x), x % 2 != 0);
    for (int limit : {1, 9}) run("tells_its_numbers", tells_its_numbers, i64(x), limit, std::string("went"));
    run("tells_a_tensor", tells_a_tensor, i64(x));
    for (int n : {4, 5}) run("callees_tell", callees_tell, i64(x), n);
    run("method_tells", method_tells, f64(double(x)));
    leave_references_as_they_were(x);
  }
}
