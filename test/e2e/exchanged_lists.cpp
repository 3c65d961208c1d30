// Lists that std::swap and std::exchange assign, that functions change by reference, and loops that change elements.
#include <ag/ag.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace exchanged_lists_programs {
namespace {

void fill(std::vector<Tensor>& out, Tensor x, int most = 3) {
  for (int k = 0; k < most; ++k)
    if (x > k) out.push_back(x - k);
}
AG_FUNCTION Tensor filled_and_swapped(Tensor x) {
  std::vector<Tensor> v{x};
  fill(v, x);
  if (x > 1) fill(v, x + 1, 2);
  std::vector<Tensor> w = v;
  v.push_back(x);
  std::swap(v, w);
  Tensor sum = 0;
  for (const Tensor& one : w) sum += one;
  return sum + 100 * int(v.size());
}
AG_FUNCTION double swapped_numbers(Tensor x) {
  std::vector<double> v{1, 2}, w{5};
  for (int k = 0; k < 4; ++k)
    if (x > k) v.push_back(k + 0.5);
  if (x > 2) std::swap(v, w);
  double sum = 0;
  for (double one : w) sum += one;
  for (double one : v) sum -= 10 * one;
  return sum;
}
AG_FUNCTION std::vector<Tensor> longest(Tensor x) {
  std::vector<Tensor> rows, best{x, x};
  for (int k = 0; k < 4; ++k) {
    if (x > k) rows.push_back(x * k);
    if (rows.size() > best.size()) std::swap(best, rows);
  }
  return best;
}
AG_FUNCTION std::vector<int> generations(Tensor x) {
  std::vector<int> alive{int(x)}, next;
  for (int k = 0; k < 3; ++k) {
    next.clear();
    for (int one : alive) {
      if (one > 1) next.push_back(one - 1);
      next.push_back(one + 1);
    }
    std::swap(alive, next);
  }
  return alive;
}
AG_FUNCTION Tensor exchanged(Tensor x) {
  std::vector<Tensor> rows{x};
  while (x > 1) {
    rows.push_back(x);
    x = x - 1;
  }
  const std::vector<Tensor> before = std::exchange(rows, {});
  rows.push_back(x);
  return ag::sum(ag::stack(before)) + 100 * int(rows.size());
}
struct Lot {
  Tensor price;
  int count;
};
void buy(std::vector<Lot>& lots, Tensor x) {
  for (int k = 0; k < 4; ++k) {
    if (x > k)
      lots.push_back({x * k, k});
    else if (x == k)
      return;
  }
}
void buy_twice(std::vector<Lot>& lots, Tensor x) {
  buy(lots, x);
  buy(lots, x - 1);
  if (x > 2) lots.pop_back();
}
void grow(std::vector<Lot>& lots) {
  for (Lot& lot : lots) {
    auto add = [&](int n) { lot.count += n; };
    add(1);
    lot.price = [&] { return lot.price + lot.count; }();
    if (lot.price > 3) add(int(lots.size()));
  }
}
AG_FUNCTION Tensor bought(Tensor x) {
  std::vector<Lot> lots;
  buy_twice(lots, x);
  grow(lots);
  Tensor sum = 0;
  for (const Lot& lot : lots) sum += lot.price * lot.count;
  return sum + int(lots.size());
}

// ---- elements of lists ----

struct Entry {
  int key = 0;
  double weight = 0;
};

AG_FUNCTION std::vector<double> bubbled(Tensor x) {
  std::vector<double> all;
  for (Tensor one : x) {
    if (one > 0) all.push_back(double(one));
  }
  const int n = int(all.size());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j + 1 < n; ++j) {
      if (all[j] > all[j + 1]) std::swap(all[j], all[j + 1]);
    }
  }
  double other = 5;
  if (n > 1) {
    std::swap(all.front(), all.back());
    std::swap(other, all[0]);
    std::swap(all[1], other);
  }
  return all;
}
AG_FUNCTION Tensor entries(Tensor x) {
  std::vector<Entry> all{{1, double(x[0])}, {2, double(x[1])}};
  for (int k = 0; k < 3; ++k) {
    if (x[k] > 1) all.push_back({k, 2.0 + k});
  }
  if (x[0] > 1) std::swap(all[0], all[1]);
  std::swap(all[0], all.back());
  double total = 0;
  for (const Entry& one : all) total = 2 * total + one.weight * one.key;
  return Tensor(total);
}
AG_FUNCTION Tensor heaped(Tensor x) {
  std::vector<double> heap;
  for (int k = 0; k < 4; ++k) {
    heap.push_back(double(x[k]));
    int i = int(heap.size()) - 1;
    while (i > 0 && heap[(i - 1) / 2] > heap[i]) {
      std::swap(heap[i], heap[(i - 1) / 2]);
      i = (i - 1) / 2;
    }
  }
  std::swap(heap[0], heap.back());
  heap.pop_back();
  return Tensor(heap[0] * 4 + heap[1] * 2 + heap[2]);
}
AG_FUNCTION Tensor exchanged_rows(Tensor x) {
  std::vector<Tensor> rows{x, x * 2};
  for (Tensor one : x) {
    if (one > 2) rows.push_back(x * one);
  }
  using std::swap;
  if (x[0] > 1) swap(rows[0], rows[1]);
  return ag::stack(rows);
}
AG_FUNCTION Tensor exchanged_in_lambda(Tensor x) {
  std::vector<Entry> all{{1, double(x[0])}, {2, double(x[1])}};
  auto grow = [&](int k) {
    if (x[k] > 0) all.push_back({k, double(x[k])});
    if (x[k] > 1) std::swap(all[0], all[1]);
  };
  for (int k = 0; k < 4; ++k) grow(k);
  double total = 0;
  for (const Entry& one : all) total = 2 * total + one.weight * one.key;
  return Tensor(total);
}

}  // namespace
}  // namespace exchanged_lists_programs

void e2e::exchanged_lists() {
  using namespace exchanged_lists_programs;
  using e2e::run;
  for (int n : {-1, 1, 2, 4}) {
    const Tensor x = ag::tensor(n);
    run("filled_and_swapped", filled_and_swapped, x);
    run("swapped_numbers", swapped_numbers, x);
    run("longest", longest, x);
    run("generations", generations, x);
    run("exchanged", exchanged, x);
    run("bought", bought, x);
  }
  for (const auto& values : std::vector<std::vector<double>>{{1.5, -2, 3, 0.25}, {4, 3, 2, 1}, {-1, -2, -3, 0.5}}) {
    const Tensor x = ag::tensor(values);
    run("bubbled", bubbled, x);
    run("entries", entries, x);
    run("heaped", heaped, x);
    run("exchanged_rows", exchanged_rows, x);
    run("exchanged_in_lambda", exchanged_in_lambda, x);
  }
}
