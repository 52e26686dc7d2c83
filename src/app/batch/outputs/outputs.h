// Where each image goes: a file, a folder that mirrors the inputs, or a template.
#pragma once
#include "app/batch/inputs/inputs.h"
#include "app/batch/job.h"

namespace atrous {

struct OutputPlan {
    std::vector<Job> jobs;
    std::filesystem::path folder;        ///< when the output is a folder, else empty
    std::vector<std::string> patterns{}; ///< of the inputs: that of the jobs of shot 1 comes first
};

/// The output of every input; a file that can be read but not written (RAW) becomes .tif where the input's
/// name gives the extension. Throws usage errors before any work: two inputs with one output (names both), an
/// output that is an input (its own only with `overwrite`), a format that was named and cannot be written, a
/// folder that cannot be written into, an unknown {field}.
OutputPlan plan_outputs(const Inputs& inputs, const std::string& output, bool overwrite);

/// Throws a usage error when the output's extension is of no format that can be written.
void check_format(const std::filesystem::path& output);

/// One spelling for each file, symbolic links resolved as far as the path exists.
std::string identity(const std::filesystem::path& path);

} // namespace atrous
