#pragma once
/// Subscripts as data: kernel/index_spec.h, under the names that operations use.
#include "kernel/index_spec.h"

namespace ag::ops {

using kernel::checked_index;
using kernel::decode;
using kernel::encode;
using kernel::Fault;
using kernel::IndexItem;
using kernel::IndexItems;
using kernel::kWholeAxis;
using kernel::located;
using kernel::operand_count;
using kernel::select;
using kernel::Selection;
using kernel::str;

}  // namespace ag::ops
