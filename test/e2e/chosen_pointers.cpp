// Pointers and references where a tensor decides which variable they name.
#include <array>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace chosen_pointers_programs {
namespace {

struct Account {
  double sum = 0;
  int count = 0;
  void add(double x) {
    sum += x;
    ++count;
  }
  double mean() const { return count > 0 ? sum / count : 0; }
};
struct State {
  Tensor low, high;
  void shift(Tensor by) {
    low = low + by;
    high = high - by;
  }
};

AG_FUNCTION Tensor changed_pointer(Tensor x) {
  Tensor a = x + 1, b = x * 2;
  Tensor* p = &a;
  if (x > 0) p = &b;
  *p += 3;
  return a * 100 + b + *p;
}
AG_FUNCTION double chosen_pointer(Tensor x) {
  double a = 1, b = 2;
  double* p = x > 0 ? &a : &b;
  *p += 3;
  *p = *p * double(x);
  return a * 100 + b + *p;
}
AG_FUNCTION double deduced_pointers(Tensor x) {
  double a = 1, b = 2;
  auto p = x > 0 ? &a : &b;
  auto* q = x > 2 ? &b : &a;
  const auto* r = x > 1 ? p : q;
  *p += 3;
  *q *= 2;
  return a * 100 + b * 10 + *r;
}
AG_FUNCTION int uninitialised_pointer(Tensor x) {
  int a = 1, b = 2, c = 3;
  int* p;
  if (x > 1)
    p = &a;
  else if (x > 0)
    p = &b;
  else
    p = &c;
  ++*p;
  (*p) -= 5;
  return a * 10000 + b * 100 + c + *p;
}
AG_FUNCTION Tensor alternating(Tensor x) {
  Tensor a = x * 0, b = x * 0;
  Tensor* p = &a;
  while (x > 0) {
    *p += x;
    x = x - 1;
    p = p == &a ? &b : &a;
  }
  return a * 1000 + b;
}
AG_FUNCTION double rotated(Tensor x) {
  double a = 1, b = 2, c = 3;
  double *p = &a, *q = &b, *r = &c;
  while (x > 0) {
    double* first = p;
    p = q;
    q = r;
    r = first;
    *p += double(x);
    *q *= 2;
    x = x - 1;
  }
  return a * 10000 + b * 100 + c + *r;
}
AG_FUNCTION double each_element(Tensor xs) {
  double positive = 0, negative = 0;
  double* last = nullptr;
  int changes = 0;
  for (Tensor x : xs) {
    double* next = x > 0 ? &positive : &negative;
    if (last && next != last) ++changes;
    *next += double(x);
    last = next;
  }
  if (last != nullptr) *last *= 2;
  return positive * 1000 + negative + changes * 100;
}
AG_FUNCTION double maybe_null(Tensor x) {
  double a = 1, b = 2;
  double* p = nullptr;
  if (x > 0) p = &a;
  if (x > 2) p = &b;
  if (p) *p += 10;
  if (!p) a = 7;
  const bool is_a = p == &a;
  return a * 100 + b + (is_a ? 0.5 : 0.25) + (p ? *p : -1.0) + (p != nullptr && *p > 11 ? 1000 : 0);
}
AG_FUNCTION double checked_null(Tensor x) {
  double a = 1;
  double* p = nullptr;
  if (x > 0) p = &a;
  if (p == nullptr || *p > 3) return -1;
  *p += double(x);
  return a;
}
AG_FUNCTION double to_members(Tensor x) {
  Account first, second;
  double* sum = x > 0 ? &first.sum : &second.sum;
  int* count = &first.count;
  if (x > 1) count = &second.count;
  *sum += double(x);
  *count += 2;
  return first.sum * 1000 + second.sum * 100 + first.count * 10 + second.count;
}
AG_FUNCTION double to_objects(Tensor x) {
  Account first, second{1, 2};
  Account* p = &first;
  if (x > 0) p = &second;
  p->sum += double(x);
  p->count++;
  (*p).sum *= 2;
  p->add(5);
  (*p).add(double(x));
  const Account* q = p;
  return first.sum * 1000 + second.sum * 100 + p->mean() + q->count + first.count;
}
AG_FUNCTION double assigned_objects(Tensor x) {
  Account first{1, 1}, second{2, 2};
  Account* p = x > 0 ? &first : &second;
  Account* q = x > 1 ? &first : &second;
  *p = Account{double(x), 7};
  const Account copy = *q;
  *q = {copy.sum + 1, copy.count};
  return first.sum * 1000 + second.sum * 100 + first.count * 10 + second.count;
}
AG_FUNCTION Tensor tensors_of_objects(Tensor x) {
  State a{x, x + 1}, b{x * 2, x * 3};
  State* p = &a;
  if (ag::sum(x) > 3) p = &b;
  p->low = p->low + 10;
  p->shift(x);
  p->high[0] = 5;
  return ag::concat({a.low, a.high, b.low, b.high});
}
AG_FUNCTION Tensor different_shapes(Tensor x) {
  Tensor a = x, b = ag::concat({x, x});
  Tensor* p = &a;
  if (ag::sum(x) > 3) p = &b;
  *p += 1;
  *p = *p * 2;
  (*p)[0] = 9;
  return ag::concat({a, b});
}
AG_FUNCTION double elements_of_arrays(Tensor x) {
  double v[3] = {1, 2, 3};
  double* p = &v[0];
  if (x > 0) p = &v[2];
  *p += double(x);
  std::array<double, 2> w{4, 5};
  double* q = x > 1 ? &w[0] : &w[1];
  *q -= *p;
  return v[0] * 1000 + v[1] * 100 + v[2] * 10 + w[0] + w[1] / 10;
}
AG_FUNCTION double moved(Tensor x) {
  double v[4] = {1, 2, 3, 4};
  double* p = v + 1;
  if (x > 0) ++p;
  if (x > 1) p -= 2;
  if (x > 2) p = &v[3];
  *p += 10;
  *p *= 2;
  p[0] -= 1;
  const double* q = v;
  double sum = 0;
  for (; q != v + 4; ++q) sum += *q * (q == p ? 2 : 1);
  return sum * 100 + double(p - v) + (p < v + 2 ? 0.5 : 0);
}
AG_FUNCTION int walks(Tensor x) {
  int v[5] = {1, 2, 3, 4, 5};
  int* p = v;
  int sum = 0;
  while (p != v + 5 && *p < x) {
    sum += *p++;
    if (p < v + 4) p[1] += 1;
  }
  return sum * 10 + int(p - v);
}
AG_FUNCTION double walked_vector(Tensor x, int n) {
  std::vector<double> v{1, 2, 3, 4};
  double* p = v.data();
  if (x > 0) p += n;
  *(p + 1) = 20;
  p[2 - 1] += 1;
  return v[0] + v[1] * 10 + v[2] * 100 + v[3] * 1000 + *p;
}
AG_FUNCTION Tensor array_of_tensors(Tensor x) {
  Tensor v[3] = {x, x + 1, x + 2};
  Tensor* p = v + 1;
  if (x > 0) --p;
  *p *= 10;
  *++p += 1;
  return v[0] * 10000 + v[1] * 100 + v[2];
}

void twice(double* n) { *n *= 2; }
void grown(Tensor x, double* n) {
  if (x > 1) *n += double(x);
}
void split(Tensor x, Tensor* low, Tensor* high) {
  *low = x - 1;
  *high = x + 1;
}
double taken(double* n, double by) {
  *n -= by;
  return *n;
}
AG_FUNCTION double passed_on(Tensor x) {
  double a = 1, b = 2;
  double* p = x > 0 ? &a : &b;
  twice(p);
  grown(x, p);
  if (x > 1) twice(p);
  const double rest = taken(p, 0.5);
  return a * 100 + b + rest;
}
AG_FUNCTION Tensor two_passed_on(Tensor x) {
  Tensor a = x, b = x * 2, c = x * 3;
  Tensor* p = x > 0 ? &a : &b;
  split(x, p, &c);
  split(c, &c, p);
  return a * 100 + b * 10 + c;
}
AG_FUNCTION double swapped(Tensor x) {
  double a = 1, b = 2, c = 3;
  double* p = x > 0 ? &a : &b;
  double* q = x > 1 ? &b : &c;
  std::swap(*p, *q);
  std::swap(*p, c);
  return a * 100 + b * 10 + c;
}

AG_FUNCTION Tensor chosen_reference(Tensor x) {
  Tensor a = x + 1, b = x * 2;
  auto& r = x > 0 ? a : b;
  r = r - 1;
  r += a;
  x = x * -1;
  r *= 2;
  return a * 100 + b;
}
AG_FUNCTION double chosen_numbers(Tensor x) {
  double a = 1, b = 2, c = 3;
  double& r = x > 2 ? a : x > 1 ? b : c;
  r += 4;
  ++r;
  a -= r;
  const double seen = r--;
  twice(&a);
  std::swap(r, b);
  return a * 10000 + b * 100 + c * 10 + r + seen;
}
AG_FUNCTION double seen_reference(Tensor x) {
  double a = 1, b = 2;
  const double& r = x > 0 ? a : b;
  a += 10;
  const double first = r;
  b += 100;
  return first * 1000 + r;
}
AG_FUNCTION double reference_to_object(Tensor x) {
  Account first, second{1, 2};
  Account& r = x > 0 ? first : second;
  r.sum += double(x);
  r.add(3);
  r.count--;
  int& n = x > 1 ? first.count : second.count;
  n += 7;
  return first.sum * 1000 + second.sum * 100 + first.count * 10 + second.count + r.mean();
}
AG_FUNCTION Tensor reference_to_rows(Tensor x) {
  Tensor a = x, b = x + 10;
  auto& r = ag::sum(x) > 3 ? a : b;
  r[0] = 5;
  r = r + r[1];
  return ag::concat({a, b, r});
}
AG_FUNCTION double in_a_loop(Tensor xs) {
  double low = 0, high = 0;
  for (Tensor x : xs) {
    double& sum = x > 1 ? high : low;
    sum += double(x);
    if (sum > 4) sum = 0;
  }
  return low * 100 + high;
}
bool ask(Tensor x, int& calls) {
  ++calls;
  if (x > 0) return true;
  return false;
}
AG_FUNCTION int asked_once(Tensor x) {
  int a = 1, b = 2, calls = 0;
  int& r = ask(x, calls) ? a : b;
  r += 3;
  r += 4;
  int* p = ask(x - 1, calls) ? &a : &b;
  *p += 5;
  return a * 10000 + b * 100 + r + *p + calls * 1000000;
}
double level = 1;
AG_FUNCTION double global_in_the_condition(Tensor x) {
  double a = 1, b = 2;
  double& r = level >= double(x) ? a : b;
  r += 2;
  double* p = level > double(x) ? &a : &b;
  *p *= 3;
  (level + 1 > double(x) ? b : a) += 4;
  (level > 2 ? a : b) += 5;
  return a * 100 + b;
}
AG_FUNCTION double by_the_host(Tensor x, bool first) {
  double a = double(x), b = 2;
  double* p = first ? &a : &b;
  *p += double(x);
  double& r = first ? b : a;
  r *= 2;
  return a * 100 + b;
}
AG_FUNCTION double evaluated_in_order(Tensor x) {
  double a = 1, b = 2;
  int n = 0;
  double* p = x > 0 ? &a : &b;
  *p += ++n;
  *p = (p = &a, 5);
  const double value = (*p += 2);
  return a * 100 + b + value * 10 + n;
}
AG_FUNCTION double value_of_assignment(Tensor x) {
  double a = 1, b = 2;
  double* p = x > 0 ? &a : &b;
  double c = (*p -= 0.5) + 1;
  if ((*p *= 2) > 2) c += (*p)++;
  while (++*p < 8 && a + b < 20) c += 1;
  return a * 100 + b * 10 + c;
}
AG_FUNCTION Tensor returns_early(Tensor x) {
  Tensor a = x, b = x + 1;
  Tensor* p = &a;
  for (int k = 0; k < 4; ++k) {
    if (*p > 4) return *p * 10 + k;
    *p = *p * 2;
    if (x > k) p = k % 2 == 0 ? &b : &a;
  }
  return a * 100 + b;
}
AG_FUNCTION int in_a_switch(Tensor x) {
  int a = 1, b = 2, c = 3;
  int* p = &a;
  switch (int(x)) {
    case 1:
      p = &b;
      break;
    case 2:
      p = &c;
      [[fallthrough]];
    case 3:
      *p += 10;
      break;
    default:
      break;
  }
  *p *= 2;
  return a * 10000 + b * 100 + c;
}

}  // namespace
}  // namespace chosen_pointers_programs

void e2e::chosen_pointers() {
  using namespace chosen_pointers_programs;
  for (const double x : {-1.5, 0.5, 1.5, 2.5, 4.0}) {
    const Tensor t = ag::tensor(x, ag::float64);
    run("changed_pointer", changed_pointer, t);
    run("chosen_pointer", chosen_pointer, t);
    run("deduced_pointers", deduced_pointers, t);
    run("uninitialised_pointer", uninitialised_pointer, t);
    run("alternating", alternating, t);
    run("rotated", rotated, t);
    run("maybe_null", maybe_null, t);
    run("checked_null", checked_null, t);
    run("to_members", to_members, t);
    run("to_objects", to_objects, t);
    run("assigned_objects", assigned_objects, t);
    run("elements_of_arrays", elements_of_arrays, t);
    run("moved", moved, t);
    run("walks", walks, t);
    run("walked_vector", walked_vector, t, 2);
    run("array_of_tensors", array_of_tensors, t);
    run("passed_on", passed_on, t);
    run("two_passed_on", two_passed_on, t);
    run("swapped", swapped, t);
    run("chosen_reference", chosen_reference, t);
    run("chosen_numbers", chosen_numbers, t);
    run("seen_reference", seen_reference, t);
    run("reference_to_object", reference_to_object, t);
    run("asked_once", asked_once, t);
    run("global_in_the_condition", global_in_the_condition, t);
    run("by_the_host", by_the_host, t, x > 0);
    run("evaluated_in_order", evaluated_in_order, t);
    run("value_of_assignment", value_of_assignment, t);
    run("returns_early", returns_early, t);
    run("in_a_switch", in_a_switch, t);
  }
  level = 3;
  run("global_in_the_condition", global_in_the_condition, ag::tensor(2.5, ag::float64));
  for (const Tensor& xs : {ag::tensor({1.5, -2.0, 0.5, 3.0}, ag::float64), ag::tensor({-1.0, 0.25}, ag::float64)}) {
    run("each_element", each_element, xs);
    run("tensors_of_objects", tensors_of_objects, xs);
    run("different_shapes", different_shapes, xs);
    run("reference_to_rows", reference_to_rows, xs);
    run("in_a_loop", in_a_loop, xs);
  }
}
