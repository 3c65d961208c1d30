#pragma once
/// The command line before the option parser sees it: response files put in their place, and what follows `--` set
/// apart.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agc::tool {

struct Arguments {
  std::vector<std::string> own;           // for agc
  std::vector<std::string> after_dashes;  // for the compiler or the program
  bool has_dashes = false;
  std::string error;  // why the command line cannot be used
};

/// `arguments` without the program name. `@file` stands for the words in that file; `--extra-arg X` takes X even where
/// it begins with a dash.
Arguments split_arguments(const std::vector<std::string>& arguments);

/// `arguments` with every `@file` replaced by the words in that file; `error` says which one cannot be read.
std::vector<std::string> expand_response_files(const std::vector<std::string>& arguments, std::string& error);

/// The words of a response file, in the rules of GCC and Clang: white space separates, quotes and backslashes protect.
std::vector<std::string> response_words(std::string_view text);

/// The candidate that is most like `word`, if one is like it at all.
std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace agc::tool
