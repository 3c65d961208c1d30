#include "arguments.h"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <sstream>

namespace agc::tool {
namespace {

// A response file may name others; one that names itself must end somewhere.
constexpr int kMaxDepth = 16;

bool expand(const std::vector<std::string>& arguments, int depth, std::vector<std::string>& result,
            std::string& error) {
  for (const std::string& argument : arguments) {
    if (argument.size() < 2 || argument[0] != '@') {
      result.push_back(argument);
      continue;
    }
    std::ifstream stream(argument.substr(1), std::ios::binary);
    std::ostringstream text;
    if (!stream || !(text << stream.rdbuf())) {
      error = "cannot read the response file '" + argument.substr(1) + "'";
      return false;
    }
    if (depth == kMaxDepth) {
      error = "the response file '" + argument.substr(1) + "' is nested too deeply; does it name itself?";
      return false;
    }
    if (!expand(response_words(text.str()), depth + 1, result, error)) return false;
  }
  return true;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments, std::string& error) {
  std::vector<std::string> result;
  expand(arguments, 0, result, error);
  return result;
}

std::vector<std::string> response_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size() && quote != '\'') {
      word += text[++i];
      in_word = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        word += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

Arguments split_arguments(const std::vector<std::string>& arguments) {
  Arguments result;
  // Only before `--` of the command line itself: a program's own arguments are not looked into.
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  result.has_dashes = dashes != arguments.end();
  if (result.has_dashes) result.after_dashes.assign(dashes + 1, arguments.end());

  std::vector<std::string> own;
  if (!expand({arguments.begin(), dashes}, 0, own, result.error)) return result;
  if (!result.has_dashes) {
    const auto from_file = std::find(own.begin(), own.end(), "--");
    if (from_file != own.end()) {
      result.has_dashes = true;
      result.after_dashes.assign(from_file + 1, own.end());
      own.erase(from_file, own.end());
    }
  }
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] == "--extra-arg" && i + 1 < own.size()) {
      result.own.push_back("--extra-arg=" + own[i + 1]);
      ++i;
    } else {
      result.own.push_back(own[i]);
    }
  }
  return result;
}

std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace agc::tool
