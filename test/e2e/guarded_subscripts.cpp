// Subscripts that a tensor guards: while the branch that has no such element is traced, nothing outside is touched.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace guarded_subscripts_programs {
namespace {

AG_FUNCTION double next_ones(Tensor length, Tensor x) {
  std::array<double, 4> a{1, 2, 3, 4};
  std::array<Tensor, 4> t{x, x + 1, x + 2, x + 3};
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < length) {
      a[i + 1] += a[i] * double(x);
      t[i + 1] = t[i] * 2;
    }
  }
  double sum = 0;
  for (double v : a) sum = sum * 3 + v;
  for (Tensor v : t) sum += double(v);
  return sum;
}

AG_FUNCTION double of_vectors(Tensor length, Tensor x) {
  std::vector<double> a{1, 2, 3, 4};
  std::vector<std::pair<double, int>> pairs{{1, 2}, {3, 4}};
  double b[3] = {1, 2, 3};
  int grid[2][2] = {{1, 2}, {3, 4}};
  for (size_t i = 0; i < a.size(); ++i) {
    if (i + 1 < length) a[i + 1] += a[i] * double(x);
    if (i < length && b[i] > double(x)) {
      b[i] -= 1;
      a[0] += b[i];
    }
    if (length > i + 2) {
      pairs[i].second += 10;
      grid[i][i] = grid[1 - i][i] * 2;
    }
  }
  return a[0] + 10 * a[3] + b[0] + b[2] + pairs[1].second + grid[0][0] + grid[1][1] * 7;
}

AG_FUNCTION double of_tables(Tensor length) {
  static const double kWeights[] = {0.5, 0.25, 0.125, 0.0625};
  double sum = 0;
  for (int i = -1; i < 5; ++i) sum += (i >= 0 && i < length) ? kWeights[i] : 1;
  const auto weight = [&](int i) { return kWeights[i]; };
  for (int i = 0; i < 9; ++i) {
    if (i * 2 < length) sum += weight(i);
  }
  return sum;
}

/// 12 / 0 of the host would end the program while the branch is traced.
AG_FUNCTION int divided(Tensor length, int n) {
  int sum = 0;
  for (int i = 0; i < 5; ++i) {
    if (i + 1 < length) sum += 12 / (4 - i) + 7 % (3 - (i - 1));
    if (length > 2) {
      int part = 100;
      part /= n - 3;
      part %= (n - 3);
      sum += part;
    }
  }
  return sum;
}

#define AT(v, i) ((v)[(i)])
#define SHARE(a, n) ((a) / (n))
double table[4] = {1, 2, 3, 4};
std::array<double, 3> weights{1, 2, 3};
std::vector<double> growing{1, 2, 3, 4};
struct Grid {
  int cells[2][3] = {{1, 2, 3}, {4, 5, 6}};
} grid;
struct Net {
  std::array<double, 3> w{1, 2, 3};
  AG_FUNCTION double operator()(Tensor length) {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      if (i + 1 < length) {
        w[i + 1] += 1;
        sum += w[i + 1] + w[i];
      }
    }
    return sum;
  }
};

/// Arrays outside of the function, and what a macro is given.
AG_FUNCTION double of_outside(Tensor length) {
  double local[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < length) {
      table[i + 1] = table[i + 1] * 2;
      sum += table[i + 1] + AT(local, i + 1) + AT(table, i + 1) + SHARE(12, 3 - i);
    }
    if (i + 1 < length && growing[i + 1] > 1) {
      sum += growing[i + 1];
      growing[i + 1] += 1;
    }
    if (length > i + 2) sum += grid.cells[i][i + 1] * (local)[i] + weights[i + 1];
    if (length > 3 && i == 3) sum += weights[i - 1];
  }
  return sum;
}

/// Where it is a mistake, the graph says so when it gets there.
AG_FUNCTION double outside(Tensor x, int k) {
  std::array<double, 3> a{1, 2, 3};
  if (x > 0) a[1] = double(x);
  if (x > 5) return a.at(k);
  return a[1];
}

struct Machine {
  std::array<double, 4> stack{};
  int top = 0;
  bool halted = false;

  double pop() { return stack[--top]; }
  void push(double v) { stack[top++] = v; }
  void step(int operation, double argument) {
    switch (operation) {
      case 0:
        push(argument);
        break;
      case 1: {
        const double b = pop(), a = pop();
        push(a * 10 + b);
        break;
      }
      case 2:
        std::swap(stack[top - 1], stack[top - 2]);
        break;
      default:
        halted = true;
    }
  }
};

std::vector<double> recent;

/// The ends of containers that may be empty, in branches that only a depth keeps from them.
AG_FUNCTION double of_ends(Tensor depth, std::vector<double> given) {
  std::vector<double> none, stack;
  std::vector<Tensor> tensors;
  double sum = 0;
  if (depth > 0) sum += given.back() + given.front();
  if (depth > 1) sum += recent.back() * recent.front();
  if (depth > 2) {
    none.back() += sum;
    none.pop_back();
  }
  if (depth > 3) sum += double(tensors.back());
  while (depth > 0) {
    stack.push_back(sum);
    sum += stack.back();
    depth = depth - 1;
  }
  return sum + none.size();
}

AG_FUNCTION double execute(Tensor code, Tensor arguments) {
  Machine machine;
  int at = 0;
  while (!machine.halted && at < code.shape(0)) {
    machine.step(code[at].item<int>(), arguments[at].item<double>());
    ++at;
  }
  return machine.stack[machine.top - 1] + at * 1000;
}

}  // namespace
}  // namespace guarded_subscripts_programs

void e2e::guarded_subscripts() {
  using namespace guarded_subscripts_programs;
  for (const int length : {0, 2, 3, 4}) {
    run("next_ones", next_ones, i64(length), f64(2));
    run("of_tables", of_tables, i64(length));
  }
  for (const int length : {0, 2, 3}) run("of_vectors", of_vectors, i64(length), f64(1.5));
  for (const double x : {-1.0, 2.0, 7.0}) run("outside", outside, f64(x), 2);
  for (const int length : {0, 2}) run("divided", divided, i64(length), 3);
  for (const int length : {0, 3, 4}) run("divided", divided, i64(length), 8);
  Net net;
  for (const int length : {0, 3, 4, 2}) {
    run("of_outside", of_outside, i64(length));
    run("of members", [&](Tensor most) { return net(most); }, i64(std::min(length, 3)));
    show(table[3] + growing[3] * 10 + net.w[2] * 100);
  }
  run("of_ends", of_ends, i64(0), std::vector<double>{});
  recent = {2, 3};
  for (const int depth : {0, 1, 2}) run("of_ends", of_ends, i64(depth), std::vector<double>{4, 5});
  run("outside", outside, f64(3), 9);
  run("outside", outside, f64(7), 9);
  run("execute", execute, ag::tensor({0, 0, 1, 0, 2, 1, 3, 0}), ag::tensor({3, 4, 0, 5, 0, 0, 0, 0}, ag::float64));
  run("execute", execute, ag::tensor({0, 3}), ag::tensor({8, 0}, ag::float64));
}
