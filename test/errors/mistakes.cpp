// What a user sees of a mistake that only shows when a function is traced. The lines are expected by run.sh.
#include <ag/ag.h>

#include <cstdio>

using ag::Tensor;

Tensor limited(Tensor x);
AG_FUNCTION Tensor no_annotation(Tensor x) { return limited(x) * 2; }

AG_FUNCTION Tensor wrong_dtype(Tensor x) {
  Tensor y;
  if (x > 0) {
    y = ag::astype(x, ag::float32);
  } else {
    y = ag::astype(x, ag::int32);
  }
  return y + 1;
}

AG_FUNCTION Tensor changes_in_loop(Tensor x) {
  while (x < 10) {
    x = ag::astype(x, ag::float64) + 1;
  }
  return x;
}

template <class F>
void report(F function) {
  try {
    function(ag::tensor(1, ag::int64));
    std::puts("no error");
  } catch (const ag::Error& error) {
    std::puts(error.what());
    for (const std::string& note : error.notes()) std::printf("note: %s\n", note.c_str());
  }
}

int main() {
  report(no_annotation);
  report(wrong_dtype);
  report(changes_in_loop);
}
