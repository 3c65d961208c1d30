#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <utility>
#include <vector>
using ag::Tensor;

struct Point {
  double x = 0, y = 0;
}; struct Point_staged { ag::Staged<double> x = 0; ag::Staged<double> y = 0; }; [[maybe_unused]] inline Point_staged ag_staged_class(const Point*) { return {}; }
struct Particle {
  Point place;
  int hits = 0;
}; struct Particle_staged { ag::staged_t<Point> place; ag::Staged<int> hits = 0; }; [[maybe_unused]] inline Particle_staged ag_staged_class(const Particle*) { return {}; }

// A member of an element that the graph chooses, and the element as a whole.
AG_FUNCTION ag::Staged<double> moved_staged(Tensor t) {
  ag::staged_t<std::vector<Particle>> all(4);
  const ag::Staged<int> k = ag::item<int>(t) % 4;
  ag::place(all, k, AG_PART(.hits))++;
  ag::place(all, k, AG_PART(.place.x)) += ag::item<double>(t);
  ag::place(all, k, AG_PART(.place)) = ag::staged_t<Point>{1, ag::element(all, k).place.x};
  ag::staged_t<Particle> copy = ag::element(all, k);
  copy.hits *= 2;
  ag::place(all, (k + 1) % 4) = copy;
  all[2].hits = 5;
  ag::Staged<double> sum = 0;
  for (const ag::staged_t<Particle>& one : ag::staged(std::as_const(all))) sum += one.place.x * one.hits;
  return sum + ag::element(all, k).place.y;
} double moved(Tensor t) { return ag::traced<&moved>(AG_STATE(t), [](Tensor t) { return moved_staged(t); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&moved, "AG_FUNCTION ag::Staged<double> moved_staged(Tensor t) {\n  ag::staged_t<std::vector<Particle>> all(4);\n  const ag::Staged<int> k = ag::item<int>(t) % 4;\n  ag::place(all, k, AG_PART(.hits))++;\n  ag::place(all, k, AG_PART(.place.x)) += ag::item<double>(t);\n  ag::place(all, k, AG_PART(.place)) = ag::staged_t<Point>{1, ag::element(all, k).place.x};\n  ag::staged_t<Particle> copy = ag::element(all, k);\n  copy.hits *= 2;\n  ag::place(all, (k + 1) % 4) = copy;\n  all[2].hits = 5;\n  ag::Staged<double> sum = 0;\n  for (const ag::staged_t<Particle>& one : ag::staged(std::as_const(all)))\n    sum += one.place.x * one.hits;\n  return sum + ag::element(all, k).place.y;\n}");
