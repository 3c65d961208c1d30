#pragma once
/// A collector of all files that Clang reads, those of the system included.
#include <clang/Frontend/Utils.h>

namespace agc::parse {

class AllDependencies final : public clang::DependencyCollector {
 public:
  bool needSystemDependencies() override { return true; }
};

}  // namespace agc::parse
