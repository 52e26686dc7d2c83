// Outputs of several inputs that would have one name: in a folder they are kept apart, elsewhere that is refused.
#pragma once
#include "batch/plan/job.h"
#include <cstddef>
#include <string>
#include <vector>

namespace atrous {

/// What was done, for a message.
struct KeptApart {
    std::size_t count = 0;                ///< outputs that have another name now
    std::filesystem::path one{}, other{}; ///< inputs that would have had the same output
    std::filesystem::path shared{}, now{};
};

/// Of outputs with one name, those of inputs that are called differently get the input's extension, too: IMG_1.psd becomes
/// IMG_1.psd.tif beside IMG_1.tif, which keeps its name; beside IMG_1.NEF alone both get theirs. The order of the jobs does
/// not matter. What this does not keep apart (inputs of one name in several folders) stays as it is.
KeptApart keep_apart(std::vector<Job>& jobs);
/// The same of a job whose output is that of an earlier input, which has its name for good: where the extensions differ.
KeptApart keep_apart_from(const std::filesystem::path& earlier, Job& job);

/// Says once what was done, if anything was.
void tell(const KeptApart& kept);

/// Throws usage errors: two inputs with one output (names both, and what keeps them apart), an output that is an input
/// (its own only with `overwrite`).
void check_clashes(const std::vector<Job>& jobs, bool overwrite);

} // namespace atrous
