// Folders that do not tell capitals from small letters, as those of memory cards and USB sticks.
#pragma once
#include "batch/plan/job.h"
#include <filesystem>
#include <vector>

namespace atrous {

/// Whether names that differ in case alone are one file in the folder, or will be where it is not there yet.
bool folds_case(const std::filesystem::path& folder);

/// Of outputs that such a folder has one file for, the first by its bytes stays; the jobs of the others are refused, each by
/// itself: they would replace it, or be skipped for its sake.
void refuse_other_cases(std::vector<Job>& jobs);

} // namespace atrous
