#include <ag/ag.h>
using ag::Tensor;

/// Its copies are counted.
struct Counted {
  int copies = 0;
  Counted() = default;
  Counted(const Counted& other) : copies(other.copies + 1) {}
};

/// Only one of its members is copied.
struct Partial {
  double kept = 0, own = 0;
  Partial& operator=(const Partial& other) {
    kept = other.kept;
    return *this;
  }
};
struct Loud {
  double number = 0;
  ~Loud() { number = -1; }
};

AG_FUNCTION Tensor g(Tensor x) {
  Counted counted;
  if (x > 0) counted.copies = 3;
  return x + counted.copies;
}
AG_FUNCTION Tensor h(Tensor x) {
  Partial partial;
  Loud loud;
  if (x > 0) partial.kept = 3;
  if (x > 1) loud.number = 3;
  return x + partial.kept + loud.number;
}
