#pragma once
/// Staged variants of instantiations of function templates: each is declared after the template, and defined at the end
/// of the file with the line numbers of the template.
#include "emit/staged_classes.h"

namespace agc::emit {

void emit_instances(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits);

/// Returns the definitions of these variants, in order of the source.
std::vector<StagedMethodDefinition> instance_definitions(const model::SourceFile& source,
                                                         const std::vector<model::LoweredFunction>& lowered);

}  // namespace agc::emit
