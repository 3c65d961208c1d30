#include <ag/ag.h>

#include <utility>
#include <vector>
using ag::Tensor;

struct Point {
  double x = 0, y = 0;
};
struct Particle {
  Point place;
  int hits = 0;
};

// A member of an element that the graph chooses, and the element as a whole.
AG_FUNCTION double moved(Tensor t) {
  std::vector<Particle> all(4);
  const int k = int(t) % 4;
  all[k].hits++;
  all[k].place.x += double(t);
  all[k].place = Point{1, all[k].place.x};
  Particle copy = all[k];
  copy.hits *= 2;
  all[(k + 1) % 4] = copy;
  all[2].hits = 5;
  double sum = 0;
  for (auto& one : std::as_const(all)) sum += one.place.x * one.hits;
  return sum + all[k].place.y;
}
