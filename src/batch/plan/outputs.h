// Determines the output of each image: a file, a place in a folder that mirrors the inputs, or a filled-in
// template.
#pragma once
#include "batch/plan/inputs.h"
#include "batch/plan/job.h"
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// Options for the outputs' names.
struct OutputOptions {
    std::string output;      ///< as given ("-" is the standard output)
    bool overwrite = false;  ///< --existing replace
    std::string format = {}; ///< the extension of all outputs, or empty for the input's or the output's
    bool in_place = false;   ///< each input is its own output, and `output` is empty
};

struct OutputPlan {
    std::vector<Job> jobs;
    std::filesystem::path folder; ///< if the output is a folder, otherwise empty
    /// Default folder of the log: `folder`, or the common folder of a template's outputs, or empty if there
    /// is none.
    std::filesystem::path log_folder{};
    std::filesystem::path fresh{}; ///< the uppermost of it and those above that was not there before the run
    std::vector<std::string> patterns{}; ///< of the inputs, from the pattern of shot 1 on
    NeighbourRange around = 0;           ///< frames that the results of others need
    double samples = 0;                  ///< of the first file, as window_of() has it
};

/// Returns the number of written images in the plan.
std::size_t images_of(const OutputPlan& plan);

/// Returns the output of every input, except of neighbours of the requested frames, which have none. A
/// read-only format (RAW) becomes .tif if the input's name sets the extension, and is refused in place.
/// Leaves out outputs of earlier runs, with a message: files found in a folder that are the output of another
/// input, its comparison, or in the output folder below the named folder. Throws usage errors before any
/// work: two inputs with one output (names both), an output that is an input (its own only with `overwrite`),
/// a requested format that cannot be written, a folder that is not writable, an unknown {field}, a --format
/// that contradicts the output's name, a standard output for several inputs, and a standard input if its name
/// is needed.
OutputPlan plan_outputs(const Inputs& inputs, const OutputOptions& options);

/// The end of the stem in a comparison's name.
constexpr const char* comparison_ending = "_compare";

/// Throws a usage error if --format is not an extension of a writable format.
void check_format_option(const std::string& format);

/// Throws a usage error when the output's extension is of no format that can be written.
void check_format(const std::filesystem::path& output);

/// Returns the extension of outputs whose name is made from the input's: from --format, otherwise its own.
/// For an input in a read-only format: PNG for a GIF of one frame, otherwise TIFF.
std::string written_extension(const std::filesystem::path& input, const std::string& format);

/// Returns the extension of an image on the standard output: the input's, if it matches the format of its
/// bytes. Throws a usage error if the bytes show no format.
std::string extension_of_input(const std::filesystem::path& input);

/// Returns the reason why a named input cannot be read, as far as its name shows: a video, a missing folder,
/// a pattern that the shell should expand, or a range of frames in a name without a file. Otherwise empty.
Message input_refusal(const Input& input);

/// Keeps the format of a replaced file, whatever its extension. Refuses a read-only format.
void keep_format(Job& job);

/// Returns a warning if the file has another format than its extension, which its output has too: the output
/// is written in the format of the extension. Otherwise empty.
Message renamed_format(const Job& job, const std::string& format);

/// True if the output is not a plain file or folder, but is filled in for every input: it has {fields}, or
/// its file name is a pattern of a sequence (renders/sequence.h). An existing folder with that name is a
/// folder.
bool is_template(const std::string& output);

/// Returns the template with {dir} {stem} {ext} {inext} {frame} filled in from `path`, and the frame in the
/// place of a pattern: the frame of a pattern's file, otherwise the one in the name (frame_in). {ext} is
/// `extension` (with its dot), if the output has another one than the input. {inext} is always the input's.
/// {frame} keeps sign and digits of the input, a pattern has its own number of digits. Throws usage errors
/// for an unknown field, or for a missing number.
std::string expand_template(const std::string& output, const std::filesystem::path& path,
                            const std::optional<Input::Frame>& frame = {},
                            const std::optional<std::string>& extension = {});

/// Throws usage errors for two inputs with one output, also if the names differ only in letter case, which
/// memory cards and network disks ignore (names both, and a remedy), and for an output that is an input (its
/// own only with `overwrite`). A file that is named twice is done once. The frame of a pattern stays, since
/// it has neighbours.
void check_clashes(std::vector<Job>& jobs, bool overwrite);

} // namespace atrous
