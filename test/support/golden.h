#pragma once
/// Golden tests: folders with an input and the expected outputs, found when the test runs.
#include <filesystem>
#include <string>
#include <vector>

namespace ag_test {

/// Every folder below `root` with a file named `input`, in order of its name.
std::vector<std::filesystem::path> find_cases(const std::filesystem::path& root, const std::string& input);

/// The whole file; empty where there is none.
std::string read_file(const std::filesystem::path& file);

/// Compares `actual` with the file `expected`, or rewrites the file if `accept`. An empty text stands for no file.
/// Gives what is wrong: the first line that differs, from both sides; empty where nothing is.
std::string compare_golden(const std::filesystem::path& expected, const std::string& actual, bool accept);

}  // namespace ag_test
