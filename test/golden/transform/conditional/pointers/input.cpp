#include <ag/ag.h>

#include <utility>
using ag::Tensor;

struct Account {
  double sum = 0;
  void add(double x) { sum += x; }
};
void twice(double* n) { *n *= 2; }

AG_CONVERT Tensor changed(Tensor x) {
  Tensor a = x, b = x * 2;
  Tensor* p = &a;
  if (x > 0) p = &b;
  *p += 3;
  (*p)[0] = 1;
  return *p * a;
}
AG_CONVERT double chosen(Tensor x) {
  double a = 1, b = 2;
  const double* seen = nullptr;
  auto p = x > 0 ? &a : &b;
  *p = *p + 1;
  twice(p);
  while (seen != p) seen = p;
  return (*p -= 1) + a + b + (seen ? *seen : 0);
}
AG_CONVERT double moved(Tensor x) {
  double v[3] = {1, 2, 3};
  double* p = v + 1;
  if (x > 0) ++p;
  *p += 1;
  p[-1] = 0;
  return v[0] + v[1] + v[2] + double(p - v);
}
AG_CONVERT double objects(Tensor x) {
  Account first, second;
  Account* p = x > 0 ? &first : &second;
  p->add(1);
  p->sum += p->sum;
  Account& r = x > 1 ? first : second;
  r.sum += 2;
  return first.sum + second.sum;
}
AG_CONVERT double references(Tensor x) {
  double a = 1, b = 2, c = 3;
  auto& r = x > 2 ? a : x > 1 ? b : c;
  r = r - 1;
  std::swap(r, a);
  return a + b + c;
}
AG_CONVERT double declared_together(Tensor x) {
  double a = 1, b = 2;
  double *p = &a, *q = &b;
  if (x > 0) p = q;
  *q += 1;
  return *p;
}
AG_CONVERT double by_the_host(Tensor x, bool first) {
  double a = double(x), b = 2;
  double* p = first ? &a : &b;
  *p += 1;
  return a + b;
}
