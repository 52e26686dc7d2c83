// The plan of a command that makes files of files: made once by the program, before any worker. For `denoise` with the frames around
// each, before any file is opened but the first, whose header may say how many.
#pragma once
#include "batch/plan/chunk.h"
#include "batch/plan/inputs.h"
#include "batch/plan/outputs.h"
#include "cli/options.h"
#include "formats/exr/exr_header.h"
#include "renders/layers.h"
#include <optional>

namespace atrous {

/// What the command line says of inputs and outputs.
struct PlanOptions : OutputOptions {
    InputOptions inputs{};
    MissingFrames missing = MissingFrames::error;
    std::optional<Chunk> chunk{};
    bool handles = true; ///< frames around those of --frames are read where results need them
};
/// Whether a command with this table and line makes files of files, which are planned.
bool plans_files(const OptionTable& table, const CommandLine& line);
/// Throws usage errors.
PlanOptions plan_options(const CommandLine& line);

/// Inputs, outputs, and what the chunk leaves of them for results that need frames around them. No jobs: the chunk is past
/// the end, which was said. `arriving`: the names that --files-from - brings; null: the run waits for all of them. Throws a
/// usage error where there are no inputs, or no output, and what find_inputs, plan_outputs and check_missing throw.
OutputPlan plan_files(const std::string& command, const CommandLine& line, const PlanOptions& options,
                      NameStream* arriving);

struct FrameWindow {
    Around around = 0;
    double samples = 0; ///< per pixel of the first file where these decide, 0: they do not, or are not known
};

/// `inputs`: all that are named, whatever part of them this run does, since chunks have one window.
FrameWindow window_of(const CommandLine& line, const InputOptions& inputs);

/// What the headers of an OpenEXR file say of its parts.
std::vector<PartNames> part_names(const std::vector<ExrPartHeader>& headers);

} // namespace atrous
