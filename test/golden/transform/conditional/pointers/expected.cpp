#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <utility>
using ag::Tensor;

struct Account {
  double sum = 0;
  void add(double x) { sum += x; }
}; struct Account_staged; [[maybe_unused]] inline Account_staged ag_staged_class(const Account*); struct Account_staged { ag::Staged<double> sum = 0; void add(ag::Staged<double> x); }; inline Account_staged ag_staged_class(const Account*) { return {}; }
void twice_staged(ag::Staged<double>* n) { *n *= 2; } void twice(double* n) { twice_staged(ag::inout(n)); }

AG_CONVERT Tensor changed(Tensor x) {
  Tensor a = x, b = x * 2;
  ag::Pointer<Tensor> p = &a;
  ag::if_stmt(x > 0, AG_STATE(p), [&] { p = &b; });
  ag::place(p) += 3;
  ag::on_target(p, [&](auto* p) { (*p)[0] = 1; });
  return *p * a;
}
AG_CONVERT ag::Staged<double> chosen_staged(Tensor x) {
  ag::Staged<double> a = 1, b = 2;
  ag::Pointer<const double> seen = nullptr;
  ag::Pointer<double> p = ag::chosen_pointer<double>(x > 0, [&] { return &a; }, [&] { return &b; });
  ag::place(p) = *p + 1;
  ag::on_target(p, [&](auto* p) { twice_staged(p); });
  ag::while_stmt([&] { return seen != p; }, AG_STATE(seen), [&] { seen = p; });
  return [&] { const auto left = [&] { const auto left_2 = [&] { const ag::Staged<double> left_3 = (ag::on_target(p, [&](auto* p) { return *p -= 1; })); return left_3 + a; }(); return left_2 + b; }(); return left + ag::if_else(seen, [&] { return *seen; }, [&] { return 0; }); }();
} double chosen(Tensor x) { return ag::plain<double>(chosen_staged(x)); }
AG_CONVERT ag::Staged<double> moved_staged(Tensor x) {
  ag::Staged<double> v[3] = {1, 2, 3};
  ag::Pointer<double> p = ag::Pointer<double>(v, v + 1);
  ag::if_stmt(x > 0, AG_STATE(p), [&] { ++p; });
  ag::place(p) += 1;
  ag::place(p + -1) = 0;
  return v[0] + v[1] + v[2] + ag::cast<double>(p - v);
} double moved(Tensor x) { return ag::plain<double>(moved_staged(x)); }
AG_CONVERT ag::Staged<double> objects_staged(Tensor x) {
  ag::staged_t<Account> first, second;
  ag::Pointer<Account> p = ag::chosen_pointer<Account>(x > 0, [&] { return &first; }, [&] { return &second; });
  ag::on_target(p, [&](auto* p) { p->add(1); });
  ag::on_target(p, [&](auto* p) { p->sum += p->sum; });
  ag::Pointer<Account> r = ag::chosen_pointer<Account>(x > 1, [&] { return &first; }, [&] { return &second; });
  ag::on_target(r, [&](auto* r) { r->sum += 2; });
  return first.sum + second.sum;
} double objects(Tensor x) { return ag::plain<double>(objects_staged(x)); }
AG_CONVERT ag::Staged<double> references_staged(Tensor x) {
  ag::Staged<double> a = 1, b = 2, c = 3;
  ag::Pointer<double> r = ag::chosen_pointer<double>(x > 2, [&] { return &a; }, [&] { return ag::chosen_pointer<double>(x > 1, [&] { return &b; }, [&] { return &c; }); });
  ag::place(r) = *r - 1;
  ag::on_target(r, [&](auto* r) { std::swap(*r, a); });
  return a + b + c;
} double references(Tensor x) { return ag::plain<double>(references_staged(x)); }
AG_CONVERT ag::Staged<double> declared_together_staged(Tensor x) {
  ag::Staged<double> a = 1, b = 2;
  ag::Pointer<double> p = &a, q = &b;
  ag::if_stmt(x > 0, AG_STATE(p), [&] { p = q; });
  ag::place(q) += 1;
  return *p;
} double declared_together(Tensor x) { return ag::plain<double>(declared_together_staged(x)); }
AG_CONVERT ag::Staged<double> by_the_host_staged(Tensor x, ag::Staged<bool> first) {
  ag::Staged<double> a = ag::item<double>(x), b = 2;
  ag::Pointer<double> p = ag::chosen_pointer<double>(first, [&] { return &a; }, [&] { return &b; });
  ag::place(p) += 1;
  return a + b;
} double by_the_host(Tensor x, bool first) { return ag::plain<double>(by_the_host_staged(x, first)); }
#line 8 "input.cpp"
inline void Account_staged::add(ag::Staged<double> x) { sum += x; }
