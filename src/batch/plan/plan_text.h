// A plan as bytes, for the worker that goes on where another one died: folders have changed since, and a list on the standard
// input is read.
#pragma once
#include "batch/plan/outputs.h"

namespace atrous {

/// Any names, whatever their bytes.
std::string pack(const OutputPlan& plan);
/// What pack() packed.
OutputPlan unpack(const std::string& bytes);

} // namespace atrous
