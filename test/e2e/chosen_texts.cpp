// Texts and characters that a tensor chooses.
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace chosen_texts_programs {
namespace {

const char kKeys[] = "ABCD";
const char* kNames[] = {"zero", "one", "two", "a rather long name"};

const char* sign(double v) { return v > 0 ? "positive" : v < 0 ? "negative" : "zero"; }
std::string described(double v) {
  std::string text = "it is ";
  if (v > 1)
    text += "large";
  else
    text += "small";
  return text + "!";
}

AG_FUNCTION const char* chosen(Tensor x) { return x > 0 ? "above" : "below"; }
AG_FUNCTION std::string marks(Tensor xs) {
  std::string text;
  for (Tensor x : xs) text += x > 0 ? '+' : '-';
  return text;
}
AG_FUNCTION char key(Tensor x) {
  int code = -1;
  if (x > 0) code = 3;
  return code < 0 ? '?' : kKeys[code];
}
AG_FUNCTION char base(Tensor x) { return "ACGT"[int(x) % 4]; }
AG_FUNCTION std::string named(Tensor x) {
  int k = int(x) % 4;
  return std::string("n=") + std::to_string(k) + " " + kNames[k];
}
AG_FUNCTION double printed(Tensor x) {
  double v = double(x);
  const char* text = v > 1 ? "above" : "below";
  std::cout << text << " " << (v > 2 ? "yes" : "no") << std::endl;
  if (v > 2) text = "far above";
  std::printf("[%12s] %s\n", text, sign(v));
  return v;
}
AG_FUNCTION std::string composed(Tensor x) {
  std::string text = described(double(x));
  text += " ";
  text += sign(double(x));
  if (text == "it is large! positive") return "both";
  return text;
}
AG_FUNCTION int compared(Tensor x) {
  std::string mode = x > 1 ? "fast" : "slow";
  if (mode == "fast") return 1;
  return 0;
}
AG_FUNCTION std::string binary(Tensor x) {
  std::string bits;
  int n = int(x);
  while (n > 0) {
    bits = (n % 2 == 1 ? "1" : "0") + bits;
    n /= 2;
  }
  return bits;
}

AG_FUNCTION std::string added(Tensor xs) {
  std::string text;
  for (Tensor x : xs) {
    text.push_back(x > 2 ? '#' : '.');
    if (x < 0) text.append(x < -1 ? "<<" : "<");
  }
  return text;
}
AG_FUNCTION int lengths(Tensor x) {
  std::string text = "a";
  std::string none;
  if (x > 1) text += "bc";
  if (x > 3) none = text;
  return int(text.size()) + (none.empty() ? 10 : 0);
}
AG_FUNCTION int from_characters(Tensor x) {
  const char* text = x > 1 ? "up" : "down";
  return std::string(text) == "up" ? 1 : 2;
}
AG_FUNCTION std::string looked_up(Tensor x) {
  static const std::vector<std::string> more{"a", "b", "c", "d"};
  int k = int(x) % 4;
  return std::string(kNames[k]) + "/" + more[k];
}
AG_FUNCTION std::tuple<Tensor, int, std::string> solved(Tensor x, int limit) {
  std::string outcome = "limit";
  int k = 0;
  while (k < limit) {
    x = x / 2;
    ++k;
    if (x < 1) {
      outcome = "converged";
      break;
    }
  }
  return {x, k, outcome};
}
AG_FUNCTION std::pair<std::string, double> graded(Tensor x) {
  if (x < 0) return {"negative", x.item<double>()};
  std::string sign = x > 10 ? "large" : "small";
  if (x == 3) sign += "!";
  return std::make_pair(sign, 2.0);
}
AG_FUNCTION std::pair<std::vector<double>, std::string> with_a_vector(Tensor x) {
  std::vector<double> v{1, 2};
  std::string level = "low";
  if (x > 2) {
    v[1] = x.item<double>();
    level = "high";
  }
  return {v, level};
}
std::pair<Tensor, std::string> labelled(Tensor x, bool doubles) {
  std::string label = "once";
  if (doubles) label = "twice";
  while (x > 8) x = x / 2;
  return {x, label};
}
AG_FUNCTION Tensor by_label(Tensor x, int k) {
  const auto [y, label] = labelled(x, k > 2);
  return label == "twice" ? y * 2 : y;
}
AG_FUNCTION double alike(Tensor x) {  // two literals of one length
  std::printf("%s %s\n", x > 1 ? "above" : "below", x > 3 ? "yes" : "no");
  return double(x);
}

const char* size_of(Tensor x) {
  if (x > 5) return "high";
  return x < 1 ? "low" : "middle";
}
std::string_view seen(Tensor x) { return x > 2 ? "high" : "low"; }
AG_FUNCTION Tensor views(Tensor x) {
  std::string_view text = (x > 1) ? "yes" : "no";
  const std::string_view other = bool(x > 3) ? "high" : "low";
  std::cout << text << " " << other << " " << (other != "low") << (text == seen(x)) << "\n";
  std::string_view copy = other;
  text = "none";
  if (x > 2) text = copy;
  const std::string_view known = "high";
  return x + text.size() + (known == text ? 10 : 20) + (text != known ? 1 : 2);
}
AG_FUNCTION Tensor made_texts(Tensor x) {
  std::string named(size_of(x));
  std::string braced{size_of(x + 1)};
  std::string_view view{x > 2 ? "yes" : "no"};
  std::string copied(view);
  copied += "!";
  const std::string fixed = x > 1 ? "one" : "none";
  std::string_view shown = fixed;
  std::cout << named << braced << view << copied << shown << std::string(seen(x)) + "." << "\n";
  if (std::string{size_of(x)} == "low" || std::string_view(size_of(x)) == "high") x += 1;
  return x + std::string(size_of(x)).length() + (std::string_view(seen(x)).empty() ? 1 : 0);
}
template <class T>
T told(T x) {
  if (std::string(size_of(x)) == "low") std::cout << "low\n";
  std::string_view text = (x > 2) ? "yes" : "no";
  std::cout << text << "\n";
  return x;
}
AG_FUNCTION Tensor told_by_template(Tensor x) { return told(x) + told(x + 1); }
AG_FUNCTION Tensor unequal(Tensor x) {
  std::string text = x > 1 ? "yes" : "no";
  if (text != "no") x += 1;
  return x;
}

}  // namespace
}  // namespace chosen_texts_programs

void e2e::chosen_texts() {
  using namespace chosen_texts_programs;
  std::cout << sign(-2) << " " << described(2) << "\n";
  for (const double x : {0.0, 1.0, 3.0, 10.0}) {
    std::cout << chosen(f64(x)) << chosen(f64(-x)) << "\n";
    run("key", key, f64(x));
    run("base", base, f64(x));
    run("named", named, f64(x));
    run("printed", printed, f64(x));
    run("composed", composed, f64(x));
    run("compared", compared, f64(x));
    run("binary", binary, f64(x));
  }
  for (const double x : {0.0, 2.0, 4.0}) {
    run("lengths", lengths, f64(x));
    run("from_characters", from_characters, f64(x));
    run("looked_up", looked_up, f64(x));
    run("alike", alike, f64(x));
    run("views", views, f64(x));
    run("made_texts", made_texts, f64(x));
    run("told_by_template", told_by_template, f64(x));
    run("unequal", unequal, f64(x));
    run("solved", solved, f64(x), 2);
    run("graded", graded, f64(x * x - 1));
    run("with_a_vector", with_a_vector, f64(x));
    run("by_label", by_label, f64(x * 10), 3);
  }
  run("added", added, ag::tensor({3.0, -1.0, 2.0, -2.0}, ag::float64));
  run("marks", marks, ag::tensor({3.0, -1.0, 2.0}, ag::float64));
}
