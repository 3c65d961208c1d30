// Strings outside of a function are followed as tensors are: written by assignments, and by +=.
#include <ag/ag.h>

#include <vector>
using ag::Tensor;
using ag::Text;

Text title = "a";
std::vector<Text> lines{"p", "q"};

struct Log {
  Text notes = "n";
  AG_FUNCTION Text operator()(Tensor x) {
    if (x > 0) notes = notes + "!";
    return notes;
  }
};

AG_FUNCTION Text f(Tensor x) {
  static Text seen = "s";
  for (Text& line : lines) {
    if (x > 1) line += "v";
  }
  for (const Text& line : lines) title = title + line;
  if (x > 0) seen += title;
  Text last = lines[1] = seen;
  return last + title;
}
