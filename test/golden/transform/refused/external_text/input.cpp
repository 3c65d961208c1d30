#include <ag/ag.h>
using ag::Tensor;
using ag::Text;

Text title = "a";

AG_CONVERT void append(Text& text, Tensor x) {
  if (x > 0) text = text + "+";
}

struct Log {
  Text notes = "n";
  const Text& get() const { return notes; }
  AG_FUNCTION Text operator()(Tensor x) {
    append(notes, x);
    return get();
  }
};

AG_FUNCTION void f(Tensor x) {
  append(title, x);
  Text& same = title;
  if (x > 0) same = "b";
  auto change = [](Text& text) { text += "c"; };
  change(title);
}
