#include <ag/ag.h>

#include <cstdio>
#include <iostream>
#include <string>
using ag::Tensor;

static const char* kNames[] = {"zero", "one", "two"};

const char* sign(double v) { return v > 0 ? "positive" : "negative"; }
std::string described(double v);

AG_FUNCTION const char* chosen(Tensor x) { return x > 0 ? "above" : "below"; }
AG_FUNCTION std::string marks(Tensor xs) {
  std::string text;
  for (Tensor x : xs) text += x > 0 ? '+' : '-';
  return text;
}
AG_FUNCTION int printed(Tensor x) {
  const char* text = x > 1 ? "above" : "below";
  std::cout << text << (x > 2 ? "yes" : "no") << "\n";
  std::string more = described(double(x));
  std::printf("%s %s %s\n", text, more.c_str(), sign(double(x)));
  return more == "large" ? 1 : 0;
}
AG_FUNCTION char letter(Tensor x) {
  std::cout << kNames[int(x)] << std::to_string(int(x));
  return "ACGT"[int(x)];
}
std::string described(double v) {
  std::string text = "small";
  if (v > 1) text = "large";
  return text;
}
