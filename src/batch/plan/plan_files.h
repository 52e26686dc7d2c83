// Plans a command that makes files from files, once in the program, before any worker. For sequences,
// includes the frames around each. Opens only the first file, whose header may contain their number.
#pragma once
#include "batch/plan/chunk.h"
#include "batch/plan/inputs.h"
#include "batch/plan/outputs.h"
#include "cli/options.h"
#include "formats/exr/exr_header.h"
#include "renders/layers.h"
#include <optional>

namespace atrous {

/// Options of the command line for inputs and outputs.
struct PlanOptions : OutputOptions {
    InputOptions inputs{};
    MissingFrames missing = MissingFrames::error;
    std::optional<Chunk> chunk{};
    bool handles = true;       ///< frames around the frames of --frames are read if results need them
    std::string backup{};      ///< suffix of the copies that --in-place keeps, or empty
    std::string existing = ""; ///< the word of --existing, or empty
};

/// A plan with the options that it was made from.
struct FilePlan : OutputPlan {
    PlanOptions options{};
};

/// True if a command with this table and line makes files of files, which are planned.
bool plans_files(const OptionTable& table, const CommandLine& line);
/// Throws usage errors.
PlanOptions plan_options(const CommandLine& line);

/// Plans inputs, outputs, and the part of the chunk. Returns no jobs if the chunk is past the end, after a
/// message. Throws a usage error if there are no inputs, or no output, and the errors of plan_options,
/// find_inputs, plan_outputs and check_missing.
FilePlan plan_files(const OptionTable& table, const CommandLine& line);

struct FrameWindow {
    NeighbourRange around = 0;
    double samples = 0; ///< per pixel of the first file if the window depends on them, otherwise 0
};

/// `inputs`: all that are named, whatever part of them this run does, since chunks have one window.
FrameWindow window_of(const CommandLine& line, const InputOptions& inputs);

/// Names in the headers of an OpenEXR file, for each of its parts.
std::vector<PartNames> part_names(const std::vector<ExrPartHeader>& headers);

} // namespace atrous
