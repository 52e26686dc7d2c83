// Where each image goes: a file, a folder that mirrors the inputs, or a template.
#pragma once
#include "batch/plan/inputs.h"
#include "batch/plan/job.h"
#include "colour/profile.h"
#include "image/pixels.h"
#include <optional>

namespace atrous {

/// What was asked of the outputs' names.
struct OutputOptions {
    std::string output; ///< as given; "-" is the standard output
    bool overwrite = false;
    std::string format = {}; ///< the extension of all outputs; empty: the input's, or what the output says
    std::optional<PixelType> depth = {};                    ///< that all of them are to hold
    std::shared_ptr<const OutputColours> colours = nullptr; ///< the same; null: their own
    bool in_place = false; ///< each input is its own output; `output` is empty
};

struct OutputPlan {
    std::vector<Job> jobs;
    std::filesystem::path folder;  ///< when the output is a folder, else empty
    std::filesystem::path fresh{}; ///< the uppermost of it and those above that was not there before the run
    std::vector<std::string> patterns{}; ///< of the inputs: that of the jobs of shot 1 comes first
    bool open_ended = false;             ///< more jobs may follow, see ArrivingJobs
    std::string rest{};                  ///< of a name of which more is to arrive
    std::size_t before = 0;              ///< images of the run in front of these
};

/// How many images of the plan are written.
std::size_t images_of(const OutputPlan& plan);

/// The output of every input but of those beside the frames that were asked for, which have none; a file that can be read but not written (RAW) becomes .tif where the input's name gives the
/// extension, and is refused in place. What was found in a folder and is the output of another input, its comparison, or in
/// the output folder below the folder that was named, is an output of an earlier run: it is left
/// out, and a message says so. Throws usage errors before any work: two inputs with one output (names both), an output that is
/// an input (its own only with `overwrite`), a format that was named and cannot be written, a folder that cannot be written
/// into, an unknown {field}; a --format that the output's own name contradicts; a standard output for several inputs; a depth
/// that an output's format cannot hold, or a profile; a standard input where its name is asked for.
OutputPlan plan_outputs(const Inputs& inputs, const OutputOptions& options);

/// What a comparison's name has at the end of its stem.
constexpr const char* comparison_ending = "_compare";
/// The identity of the output that a file accompanies by its name; empty where it has no such ending.
std::string accompanied(const std::filesystem::path& path);

/// Throws a usage error where --format is no extension of a format that can be written.
void check_format_option(const std::string& format);

/// Throws a usage error when the output's extension is of no format that can be written.
void check_format(const std::filesystem::path& output);

} // namespace atrous
