// The folder of a run that made none of its pictures.
#pragma once
#include "batch/plan/outputs.h"
#include <filesystem>
#include <string>

namespace atrous {

/// Removes what the run made for its outputs, where that is nothing but `log`, of this run alone, and empty folders: what was
/// in the log has been said. Leaves all where anybody else has put something there.
void remove_failed_folder(const OutputPlan& plan, const std::filesystem::path& log, const std::string& run);

} // namespace atrous
