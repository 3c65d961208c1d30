#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Body {
  double place = 0, speed = 1;
  void step(double by) { place += speed * by; }
};

void count(Tensor x, int* halvings) {
  while (x > 1) {
    x = x / 2;
    ++*halvings;
  }
}
AG_FUNCTION double halved(Tensor x, int* steps, Body* body) {
  *steps = 0;
  count(x, steps);
  body->place += *steps;
  return double(x);
}
AG_FUNCTION int outputs(Tensor x) {
  int halvings = 0;
  count(x, &halvings);
  return halvings;
}
AG_CONVERT Tensor to_a_tensor(Tensor x) {
  Tensor* p = &x;
  if (x > 0) *p = 3;
  return x;
}
AG_FUNCTION double to_one_of_two(Tensor x, bool first) {
  double a = 0, b = 0;
  double* p = first ? &a : &b;
  if (x > 1) *p += double(x);
  return a + 100 * b;
}
AG_FUNCTION double iterators(Tensor x) {
  std::vector<Body> bodies(3);
  bodies[0].place = double(x);
  for (auto it = bodies.begin(); it != bodies.end(); ++it) it->step(0.5);
  const Body* last = &bodies[2];
  return bodies.begin()->place + last->place;
}
