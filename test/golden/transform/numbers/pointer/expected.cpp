#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Body {
  double place = 0, speed = 1;
  void step(double by) { place += speed * by; }
}; struct Body_staged; [[maybe_unused]] inline Body_staged ag_staged_class(const Body*); struct Body_staged { ag::Staged<double> place = 0; ag::Staged<double> speed = 1; void step(ag::Staged<double> by); }; inline Body_staged ag_staged_class(const Body*) { return {}; }

void count_staged(Tensor x, ag::Staged<int>* halvings) {
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, *halvings), [&] {
    x = x / 2;
    ++*halvings;
  });
} void count(Tensor x, int* halvings) { count_staged(x, ag::inout(halvings)); }
AG_FUNCTION ag::Staged<double> halved_staged(Tensor x, ag::Staged<int>* steps, ag::staged_t<Body>* body) {
  *steps = 0;
  count_staged(x, steps);
  body->place += *steps;
  return ag::item<double>(x);
} double halved(Tensor x, int* steps, Body* body) { return ag::traced<&halved>(AG_STATE(x, *steps, *body), [](Tensor x, ag::Staged<int>& steps, ag::staged_t<Body>& body) { return halved_staged(x, &steps, &body); }); }
AG_FUNCTION ag::Staged<int> outputs_staged(Tensor x) {
  ag::Staged<int> halvings = 0;
  count_staged(x, &halvings);
  return halvings;
} int outputs(Tensor x) { return ag::traced<&outputs>(AG_STATE(x), [](Tensor x) { return outputs_staged(x); }); }
AG_CONVERT Tensor to_a_tensor(Tensor x) {
  Tensor* p = &x;
  ag::if_stmt(x > 0, AG_STATE(x), [&] { *p = 3; });
  return x;
}
AG_FUNCTION ag::Staged<double> to_one_of_two_staged(Tensor x, ag::Staged<bool> first) {
  ag::Staged<double> a = 0, b = 0;
  ag::Pointer<double> p = ag::chosen_pointer<double>(first, [&] { return &a; }, [&] { return &b; });
  ag::if_stmt(x > 1, AG_STATE(a, b), [&] { ag::place(p) += ag::item<double>(x); });
  return a + 100 * b;
} double to_one_of_two(Tensor x, bool first) { return ag::traced<&to_one_of_two>(AG_STATE(x, first), [](Tensor x, bool first) { return to_one_of_two_staged(x, first); }); }
AG_FUNCTION ag::Staged<double> iterators_staged(Tensor x) {
  ag::staged_t<std::vector<Body>> bodies(3);
  bodies[0].place = ag::item<double>(x);
  for (auto it = bodies.begin(); it != bodies.end(); ++it) it->step(0.5);
  const ag::staged_t<Body>* last = &bodies[2];
  return bodies.begin()->place + last->place;
} double iterators(Tensor x) { return ag::traced<&iterators>(AG_STATE(x), [](Tensor x) { return iterators_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&halved, "AG_FUNCTION ag::Staged<double> halved_staged(\n    Tensor x, ag::Staged<int>* steps, ag::staged_t<Body>* body) {\n  *steps = 0;\n  count_staged(x, steps);\n  body->place += *steps;\n  return ag::item<double>(x);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&outputs, "AG_FUNCTION ag::Staged<int> outputs_staged(Tensor x) {\n  ag::Staged<int> halvings = 0;\n  count_staged(x, &halvings);\n  return halvings;\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&to_one_of_two, "AG_FUNCTION ag::Staged<double> to_one_of_two_staged(Tensor x, ag::Staged<bool> first) {\n  ag::Staged<double> a = 0, b = 0;\n  ag::Pointer<double> p = ag::chosen_pointer<double>(first, [&] { return &a; }, [&] { return &b; });\n  ag::if_stmt(x > 1, AG_STATE(a, b), [&] { ag::place(p) += ag::item<double>(x); });\n  return a + 100 * b;\n}");
static const ag::GeneratedCode ag_generated_code_input_4(&iterators, "AG_FUNCTION ag::Staged<double> iterators_staged(Tensor x) {\n  ag::staged_t<std::vector<Body>> bodies(3);\n  bodies[0].place = ag::item<double>(x);\n  for (auto it = bodies.begin(); it != bodies.end(); ++it) it->step(0.5);\n  const ag::staged_t<Body>* last = &bodies[2];\n  return bodies.begin()->place + last->place;\n}");
#line 8 "input.cpp"
inline void Body_staged::step(ag::Staged<double> by) { place += speed * by; }
