// What a user sees of a mistake that only shows when a function is traced. The lines are expected by run.sh.
#include <ag/ag.h>

#include <cstdio>
#include <stdexcept>
#include <vector>

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

// A handler of a function that is traced gets nothing that a graph throws when it runs, and swallows no error of
// tracing.
int limited_number(int k) {
  if (k > 3) throw std::out_of_range("k");
  return k;
}
AG_FUNCTION Tensor throws_later(Tensor x) {
  int k = 2, t = 0;
  if (x > 2) k = 5;
  try {
    t = limited_number(k);
  } catch (const std::exception&) {
    t = -1;
  }
  return x + t;
}
void check_small(int k) { ag::check(k < 4, "small"); }
AG_FUNCTION Tensor checks_later(Tensor x) {
  int k = 2, t = 0;
  if (x > 2) k = 5;
  try {
    check_small(k);
  } catch (...) {
    throw std::runtime_error("another");
  }
  return x + t;
}
int length(int k) {
  try {
    return static_cast<int>(std::vector<int>(static_cast<size_t>(k)).size());
  } catch (const std::exception&) {
    return -1;
  }
}
AG_FUNCTION Tensor needs_value(Tensor x) {
  int k = 2;
  if (x > 2) k = 5;
  return x + length(k);
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
  report(throws_later);
  report(checks_later);
  report(needs_value);
}
