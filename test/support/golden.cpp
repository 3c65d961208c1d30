#include "support/golden.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace ag_test {

namespace fs = std::filesystem;

std::vector<fs::path> find_cases(const fs::path& root, const std::string& input) {
  std::vector<fs::path> result;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().filename() == input) result.push_back(entry.path().parent_path());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::string compare_golden(const fs::path& expected, const std::string& actual, bool accept) {
  const std::string wanted = read_file(expected);
  if (wanted == actual) return {};
  if (accept) {
    if (actual.empty()) {
      fs::remove(expected);
    } else {
      std::ofstream(expected, std::ios::binary) << actual;
    }
    return {};
  }
  std::istringstream left(wanted), right(actual);
  std::string wanted_line, actual_line;
  for (int number = 1;; ++number) {
    const bool more_left = bool(std::getline(left, wanted_line)), more_right = bool(std::getline(right, actual_line));
    if (!more_left) wanted_line = "(end of file)";
    if (!more_right) actual_line = "(end of file)";
    if (wanted_line != actual_line || !more_left || !more_right) {
      return expected.filename().string() + ", line " + std::to_string(number) + "\n    expected: " + wanted_line +
             "\n    actual:   " + actual_line + "\n";
    }
  }
}

}  // namespace ag_test
