// The refused examples of docs/reference/diagnostics.md with their remedies applied, one namespace for each diagnostic.
// Built plainly and converted, the program prints the same.
#include <ag/ag.h>

#include <deque>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <vector>

using ag::Tensor;

void show(const char* name, const Tensor& value) { std::cout << name << " " << value << "\n"; }

// Statements

namespace switch_unsupported {
AG_FUNCTION Tensor shared(Tensor x) {
  int t = 0;
  if (int(x) == 0) {
    t = 1;
    x += t;
  } else {
    t = 2;
    x -= t;
  }
  return x;
}
void run() { show("switch", shared(0) + shared(5)); }
}  // namespace switch_unsupported

namespace goto_unsupported {
AG_FUNCTION Tensor jumps_back(Tensor n) {
  do {
    n -= 1;
  } while (n > 0);
  return n;
}
void run() { show("goto", jumps_back(4)); }
}  // namespace goto_unsupported

namespace label_unsupported {
AG_FUNCTION Tensor labelled(Tensor n, int k) {
  if (k > 0) {
    goto again;
  again:
    n -= 1;
  }
  return n;
}
void run() { show("label", labelled(4, 2)); }
}  // namespace label_unsupported

namespace asm_unsupported {
AG_DO_NOT_CONVERT int assembled() {
  asm("nop");
  return 2;
}
AG_FUNCTION Tensor scaled(Tensor n) { return n * assembled(); }
void run() { show("asm", scaled(4)); }
}  // namespace asm_unsupported

namespace coroutine_unsupported {
AG_FUNCTION Tensor at_the_end(Tensor n) {
  ag::print(n);
  return n;
}
void run() { show("coroutine", at_the_end(4)); }
}  // namespace coroutine_unsupported

namespace try_unsupported {
AG_FUNCTION Tensor divided(Tensor n, Tensor m) { return n / m; }
Tensor guarded(Tensor n, Tensor m) {
  try {
    return divided(n, m);
  } catch (const ag::Error&) {
    return 0;
  }
}
void run() { show("try", guarded(4, 2) + guarded(4, 0)); }
}  // namespace try_unsupported

namespace throw_unsupported {
AG_FUNCTION Tensor thrown(Tensor n) {
  if (n < 0) throw std::domain_error("negative");
  return n;
}
Tensor guarded(Tensor n) {
  try {
    return thrown(n);
  } catch (const std::domain_error&) {
    return 0;
  }
}
void run() { show("throw", guarded(4) + guarded(-4)); }
}  // namespace throw_unsupported

namespace noreturn_call {
AG_FUNCTION Tensor checked(Tensor x) {
  ag::check(x >= 0, "negative");
  if (x > 100) throw std::range_error("too large");
  return x;
}
void run() { show("noreturn", checked(4)); }
}  // namespace noreturn_call

namespace condition_declaration {
AG_FUNCTION Tensor drained(Tensor n) {
  Tensor left = 3, t;
  while ((t = left)) {
    left -= 1;
    n += left;
  }
  return n;
}
void run() { show("condition", drained(4)); }
}  // namespace condition_declaration

namespace loop_options {
AG_FUNCTION Tensor halved(Tensor x) {
  while (x > 1) {
    ag::set_loop_options({.maximum_iterations = 100});
    x = x / 2;
  }
  return x;
}
void run() { show("options", halved(40)); }
}  // namespace loop_options

namespace range_changed {
AG_FUNCTION Tensor changed(Tensor x) {
  Tensor rows = x;
  for (Tensor row : rows) {
    if (row > 0) x = x * 2;
  }
  return x;
}
void run() { show("range", changed(ag::tensor({1, -1, 2}))); }
}  // namespace range_changed

namespace statement_unsupported {
AG_DO_NOT_CONVERT int or_one(int* p) { return p ? *p : 1; }
AG_FUNCTION Tensor or_else(Tensor x) { return x + or_one(nullptr); }
void run() { show("statement", or_else(4)); }
}  // namespace statement_unsupported

namespace missing_return {
AG_FUNCTION Tensor positive_only(Tensor a) {
  if (a > 0) return a;
  return 0;
}
void run() { show("return", positive_only(4) + positive_only(-4)); }
}  // namespace missing_return

namespace return_reference_staged {
AG_FUNCTION Tensor larger(Tensor a, Tensor b) {
  if (ag::sum(a) > ag::sum(b)) return a;
  return b;
}
void run() { show("reference", larger(4, 5)); }
}  // namespace return_reference_staged

// Values and variables

namespace host_variable {
AG_FUNCTION Tensor halved(Tensor x) {
  Tensor total = 0.0;
  while (x > 1) {
    x = x / 2;
    total += 0.5;
  }
  return x + total;
}
void run() { show("host variable", halved(8.0)); }
}  // namespace host_variable

namespace unstageable_state {
struct Log {
  Tensor lines = 0;
};
AG_FUNCTION Tensor logged(Tensor x) {
  Log log;
  if (x > 0) log = Log{1};
  return log.lines + x;
}
void run() { show("state", logged(4)); }
}  // namespace unstageable_state

namespace staged_exit {
AG_FUNCTION Tensor labelled(Tensor x) {
  int steps = 0;
  while (x > 1) {
    x = x / 2;
    ++steps;
  }
  ag::print(steps);
  return x;
}
void run() { show("exit", labelled(8)); }
}  // namespace staged_exit

namespace staged_growth {
AG_FUNCTION Tensor into_fixed(Tensor x) {
  Tensor rows = ag::zeros({8}, ag::int32), k = 0;
  while (x > 1) {
    rows[k] = x;
    x = x / 2;
    k += 1;
  }
  return rows;
}
AG_FUNCTION Tensor in_a_local_vector(Tensor x) {
  std::vector<Tensor> rows;
  while (x > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  return ag::stack(rows);
}
void run() {
  show("growth", ag::sum(into_fixed(8)));
  show("growth", ag::sum(in_a_local_vector(8)));
}
}  // namespace staged_growth

namespace staged_list_use {
AG_DO_NOT_CONVERT Tensor longest(const Tensor& rows) { return ag::max(rows); }
AG_FUNCTION Tensor traced_back(Tensor x) {
  std::vector<Tensor> rows;
  while (x > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  Tensor all = ag::stack(rows);
  return longest(all) + rows.back() + rows.size();
}
void run() { show("list", traced_back(8)); }
}  // namespace staged_list_use

namespace undefined_read {
AG_FUNCTION Tensor shifted(Tensor x) {
  Tensor offset = 1;
  return x + offset;
}
void run() { show("undefined", shifted(4)); }
}  // namespace undefined_read

namespace staged_reference {
AG_CONVERT void next(int& n) { ++n; }
int after(int n) { return n + 1; }
AG_FUNCTION Tensor numbered(Tensor x) {
  int n = 0;
  if (x > 1) n = 1;
  next(n);
  n = after(n);
  return x + n;
}
void run() { show("staged reference", numbered(4)); }
}  // namespace staged_reference

namespace unfollowed_function {
double halved(double x) { return x / 2; }
AG_FUNCTION Tensor solved(Tensor x) {
  std::function<double(double)> f = [](double y) { return y + 1; };
  return f(double(x)) + halved(double(x));
}
void run() { show("function", solved(4.0)); }
}  // namespace unfollowed_function

namespace staged_storage {
AG_FUNCTION Tensor kept(Tensor x) {
  int n = 0;
  n = static_cast<int>(x);
  return x + n;
}
void run() { show("storage", kept(4)); }
}  // namespace staged_storage

namespace condition_to_host {
AG_FUNCTION Tensor named(Tensor x) {
  if (x > 0) {
    ag::print("positive", x);
  } else {
    ag::print("negative", x);
  }
  return x;
}
void run() { show("choice", named(4) + named(-4)); }
}  // namespace condition_to_host

namespace dependent_choice {
template <class T>
T halved_twice(T x) {
  int steps = 0;
  while (x > 1) {
    x = x / 2;
    ++steps;
  }
  if (steps < 3) {
    return x;
  } else {
    return 2 * x;
  }
}
AG_FUNCTION Tensor halves(Tensor x) { return halved_twice(x) + halved_twice(8.0); }
void run() { show("dependent", halves(4.0)); }
}  // namespace dependent_choice

namespace conditional_target {
AG_FUNCTION Tensor assigned(Tensor a, Tensor b) {
  if (a > 0) {
    a = 3;
  } else {
    b = 3;
  }
  return a + b;
}
void run() { show("target", assigned(4, 5)); }
}  // namespace conditional_target

namespace live_capture {
std::deque<int> table{1, 2, 3};
int offset_of_all = 2;
AG_FUNCTION Tensor offset(Tensor x, int by) { return x + by + offset_of_all; }
void run() {
  show("capture", offset(4, table[1]));
  offset_of_all = 20;
  show("capture", offset(4, table[1]));
}
}  // namespace live_capture

namespace changed_argument {
double scale = 1;
double doubled(double factor) {
  scale += 1;
  return 2 * factor;
}
AG_FUNCTION Tensor scaled(Tensor x) { return x * doubled(scale); }
void run() { show("argument", scaled(4.0) + scaled(4.0)); }
}  // namespace changed_argument

namespace changing_function {
template <class F>
Tensor twice_where_large(F f, Tensor x) {
  if (x > 2) x = f(f(x));
  return x;
}
AG_FUNCTION Tensor logged(Tensor x) {
  int steps = 0;
  auto step = [&](Tensor y) {
    ++steps;
    return y + 1;
  };
  return twice_where_large(step, x) * 10 + steps;
}
void run() { show("changing", logged(4)); }
}  // namespace changing_function

namespace outside_use {
int calls = 0;
AG_FUNCTION Tensor guarded(Tensor x) {
  x = x + 1;
  ++calls;
  return x;
}
void run() {
  show("outside", guarded(4) + guarded(4));
  std::cout << calls << "\n";
}
}  // namespace outside_use

namespace stream_output {
AG_FUNCTION Tensor announced(Tensor x) {
  if (x > 0) std::cout << "positive\n";
  ag::print(x);
  return x;
}
void run() { show("stream", announced(4)); }
}  // namespace stream_output

namespace alias_write {
AG_FUNCTION Tensor through_name(Tensor x, Tensor y) {
  Tensor& r = x;
  if (y > 0) r = 3;
  return x;
}
void run() { show("alias", through_name(4, 5)); }
}  // namespace alias_write

namespace address_of {
Tensor next(const Tensor& x) { return x + 1; }
AG_FUNCTION Tensor passed(Tensor x) { return next(x); }
void run() { show("address", passed(4)); }
}  // namespace address_of

namespace bit_field {
struct Bits {
  int low = 0;
};
AG_FUNCTION Tensor packed(Tensor x) {
  Bits bits{1};
  if (x > 0) bits.low = 2;
  return x + bits.low;
}
void run() { show("bits", packed(4)); }
}  // namespace bit_field

int main() {
  switch_unsupported::run();
  goto_unsupported::run();
  label_unsupported::run();
  asm_unsupported::run();
  coroutine_unsupported::run();
  try_unsupported::run();
  throw_unsupported::run();
  noreturn_call::run();
  condition_declaration::run();
  loop_options::run();
  range_changed::run();
  statement_unsupported::run();
  missing_return::run();
  return_reference_staged::run();
  host_variable::run();
  unstageable_state::run();
  staged_exit::run();
  staged_growth::run();
  staged_list_use::run();
  undefined_read::run();
  staged_reference::run();
  unfollowed_function::run();
  staged_storage::run();
  condition_to_host::run();
  dependent_choice::run();
  conditional_target::run();
  live_capture::run();
  changed_argument::run();
  changing_function::run();
  outside_use::run();
  stream_output::run();
  alias_write::run();
  address_of::run();
  bit_field::run();
}
