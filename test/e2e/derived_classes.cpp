// Classes of numbers and tensors with base classes: their twins derive from those of the bases.
#include <cmath>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace derived_classes_programs {
namespace {

struct Base {
  double scale = 1;
  int n = 0;
  void grow(double by) {
    scale *= by;
    ++n;
  }
  double scaled(double x) const { return x * scale; }
};
struct Opt : Base {
  double rate = 0.5;
  double step(double x) {
    ++n;
    if (x > 2) grow(1.5);
    return scaled(x) - rate * scale;
  }
};
struct Options {
  double tol = 1e-3;
  int most = 20;
};
struct Newton : Options {
  Tensor start;
  double last = 0;
  double solve(double target) {
    double y = 1;
    int k = 0;
    while (std::abs(y * y - target) > tol && k < most) {
      y = 0.5 * (y + target / y);
      ++k;
    }
    last = y;
    return y;
  }
};
struct Counter {
  Counter(double first, int from) : sum_(first), count_(from) {}
  void add(double x) {
    sum_ += x;
    if (x > 0) ++count_;
  }
  double mean() const { return sum_ / (count_ + 1); }

 private:
  double sum_;
  int count_;
};
struct Weighted : Counter {
  explicit Weighted(double w) : Counter(w, 2), weight(w * 2) {}
  double weight;
  void put(double x) {
    add(x * weight);
    if (x > 1) weight *= 0.5;
  }
};
namespace deep {
struct A {
  double a = 1;
};
struct B {
  int b = 2;
};
struct C : A, B {
  double c = 3;
  double sum() const { return a + b + c; }
};
struct D : C {
  double d = 4;
};
}  // namespace deep
double from_base(const Base& b, double x) {
  if (x > b.scale) return b.scaled(x);
  return x;
}
void change_base(Base& b, double x) {
  if (x > 1) b.scale += x;
}
Base made_of(double x) {
  Opt o;
  o.scale = x;
  return o;
}
Opt derived(double x) {
  Opt o{{x, 2}, 0.25};
  if (x > 0) o.rate = 1;
  return o;
}
class Keeper {
 protected:
  double kept = 0;

 public:
  void keep(double x) {
    if (x > kept) kept = x;
  }
};
class Reader : public Keeper {
 public:
  double read() const { return kept * 2; }
  int reads = 0;
  double again(double x) {
    keep(x);
    ++reads;
    return read();
  }
};
AG_FUNCTION Tensor steps_of_derived(Tensor t) {
  Opt o;
  double x = double(t);
  while (x > 0) {
    x = o.step(x);
    if (x > 1) o.scale *= 0.5;
  }
  return t + x + o.n + o.scale;
}
AG_FUNCTION Tensor options_as_base(Tensor t) {
  Newton w{{.tol = 1e-6}, t};
  double y = w.solve(double(ag::abs(t)));
  return w.start + y + w.last;
}
AG_FUNCTION Tensor constructors_of_both(Tensor t) {
  Weighted w(0.5);
  Tensor i = 0;
  while (i < 5) {
    w.put(double(t - i));
    i += 1;
  }
  return t + w.mean() + w.weight;
}
AG_FUNCTION Tensor several_bases(Tensor t) {
  deep::D d;
  if (t > 1) {
    d.a = double(t);
    d.b += 3;
    d.d -= 1;
  }
  deep::C c = d;
  c.c += double(t);
  return t + d.sum() + d.d + c.sum();
}
AG_FUNCTION Tensor given_as_base(Tensor t) {
  Opt o;
  o.scale = double(t);
  change_base(o, double(t));
  Base b = made_of(double(t));
  Opt d = derived(double(t));
  return t + from_base(o, double(t)) + b.scale + d.rate + d.n;
}
AG_FUNCTION Tensor kept_by_the_base(Tensor t) {
  Reader r;
  for (int i = 0; i < 3; ++i) {
    if (t > i) t = t - r.again(double(t) / 3);
  }
  return t + r.read() + r.reads;
}
AG_FUNCTION Opt handed_back_whole(Opt o, Tensor t) {
  if (t > 1) {
    o.scale += double(t);
    o.rate = 2;
  }
  return o;
}
AG_FUNCTION Tensor traced_argument(Tensor t, Newton w) {
  if (t > 1) w.tol = 1;
  return t + w.solve(3) + w.start;
}

struct Count {
  int n = 0;
  void add(int by, bool = false) { n += by; }
  int& last() { return n; }
};
struct Sum : Count {
  double total = 0;
  void add(double x) {
    total += x;
    Count::add(1);
    if (x > 2) Count::last() += 1;
  }
};
double halved(double x, int) { return x / 2; }
AG_FUNCTION double counted(Tensor t) {
  Sum sum;
  while (t > 0) {
    sum.add(double(t));
    sum.Count::add(2, true);
    t = t - 1;
  }
  return sum.total + halved(sum.n, 3);
}

// Members that start as objects with numbers.
struct Mixed {
  Tensor a;
  int b = 0;
};
Mixed mixed(int b) { return Mixed{ag::tensor(1.0), b}; }
struct Holder {
  Mixed first = Mixed{ag::tensor(2.0), int(4)}, second = mixed(3), third = {ag::tensor(0.5), 2},
        fourth{ag::tensor(0.25)};
  double rate = 0.5;
  Tensor step(Tensor x, int n) {
    if (x > n) first.b += n;
    second.b += first.b;
    return x * rate + first.a * first.b + second.a * second.b + third.a * third.b + fourth.a;
  }
};
AG_FUNCTION Tensor held_objects(Tensor x) {
  Holder holder;
  int n = 1;
  if (x > 1) n = 2;
  for (int k = 0; k < 3; ++k) x = holder.step(x, n);
  return x + holder.second.b;
}

// A base that calls methods of the class that derives from it.
template <class D>
class Repeated {
 public:
  double solve(double x, Tensor limit) {
    while (x < limit && steps_ < D::most(10)) {
      x = self().next(x);
      steps_ += this->weight()->cost();
    }
    return x + bound() + steps_;
  }
  int bound() const { return self().cost() * 2; }

 private:
  D& self() { return static_cast<D&>(*this); }
  const D& self() const { return static_cast<const D&>(*this); }
  const D* weight() const { return static_cast<const D*>(this); }
  int steps_ = 0;
};
struct Doubling : Repeated<Doubling> {
  double rate = 2;
  double next(double x) const { return rate * x; }
  int cost() const { return 1; }
  static int most(int n) { return n - 1; }
};
struct Adding : Repeated<Adding> {
  double next(double x) const { return x + 1.5; }
  int cost() const { return 2; }
  static int most(int n) { return 3 * n; }
};
AG_FUNCTION Tensor by_derived(Tensor x) {
  Doubling first;
  Adding second;
  if (x > 1) first.rate = 3;
  return x + first.solve(0.5, x * 10) + second.solve(0.5, x * 5) + first.bound();
}

// Loops over objects that give the iterators of a member.
class Series {
 public:
  void add(double value) { values_.push_back(value); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  std::vector<double>::iterator begin() { return values_.begin(); }
  std::vector<double>::iterator end() { return values_.end(); }

 private:
  std::vector<double> values_;
};
AG_FUNCTION Tensor over_object(Tensor x) {
  Series series;
  for (int k = 0; k < 3; ++k) series.add(double(x) - k);
  for (double& value : series) value *= 2;
  double sum = 0;
  const Series& same = series;
  for (double value : same) {
    if (value < -4) break;
    sum += value > 1 ? value : 1;
  }
  return x + sum;
}

}  // namespace
}  // namespace derived_classes_programs

void e2e::derived_classes() {
  using namespace derived_classes_programs;
  for (const double x : {0.5, 2.0, 3.25, -1.5}) {
    run("steps_of_derived", steps_of_derived, f64(x));
    run("options_as_base", options_as_base, f64(x));
    run("constructors_of_both", constructors_of_both, f64(x));
    run("several_bases", several_bases, f64(x));
    run("given_as_base", given_as_base, f64(x));
    run("counted", counted, f64(x));
    run("held_objects", held_objects, f64(x));
    run("by_derived", by_derived, f64(x));
    run("over_object", over_object, f64(x));
    run("kept_by_the_base", kept_by_the_base, f64(x));
    run(
        "handed_back_whole",
        [](Tensor t) {
          const Opt o = handed_back_whole(Opt{{2, 1}, 3}, t);
          return ag::tensor({o.scale, double(o.n), o.rate});
        },
        f64(x));
    run("traced_argument", [](Tensor t) { return traced_argument(t, Newton{{}, t, 0}); }, f64(x));
  }
  std::cout << from_base(Opt{}, 3) << " " << made_of(2).scale << " " << derived(2).rate << "\n";
}
