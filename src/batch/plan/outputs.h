// Where each image goes: a file, a folder that mirrors the inputs, or a template.
#pragma once
#include "batch/plan/inputs.h"
#include "batch/plan/job.h"
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// What was asked of the outputs' names.
struct OutputOptions {
    std::string output;      ///< as given; "-" is the standard output
    bool overwrite = false;  ///< --existing replace
    std::string format = {}; ///< the extension of all outputs; empty: the input's, or what the output says
    bool in_place = false;   ///< each input is its own output; `output` is empty
};

struct OutputPlan {
    std::vector<Job> jobs;
    std::filesystem::path folder; ///< when the output is a folder, else empty
    /// Where the log goes by default: `folder`, or the folder that the outputs of a template have in common; empty: there is none.
    std::filesystem::path log_folder{};
    std::filesystem::path fresh{}; ///< the uppermost of it and those above that was not there before the run
    std::vector<std::string> patterns{}; ///< of the inputs: that of the jobs of shot 1 comes first
    Around around = 0;                   ///< frames that the results of others need
    double samples = 0;                  ///< of the first file, as window_of() has it
    bool open_ended = false;             ///< more jobs may follow, see ArrivingJobs
    std::size_t before = 0;              ///< images of the run in front of these
};

/// How many images of the plan are written.
std::size_t images_of(const OutputPlan& plan);

/// Returns the output of every input, except of neighbours of the requested frames, which have none; a file that can be read but not written (RAW) becomes .tif where the input's name gives the
/// extension, and is refused in place. What was found in a folder and is the output of another input, its comparison, or in
/// the output folder below the folder that was named, is an output of an earlier run: it is left
/// out, and a message says so. Throws usage errors before any work: two inputs with one output (names both), an output that is
/// an input (its own only with `overwrite`), a format that was named and cannot be written, a folder that cannot be written
/// into, an unknown {field}; a --format that the output's own name contradicts; a standard output for several inputs; a standard
/// input where its name is asked for.
OutputPlan plan_outputs(const Inputs& inputs, const OutputOptions& options);

/// What a comparison's name has at the end of its stem.
constexpr const char* comparison_ending = "_compare";
/// The identity of the output that a file accompanies by its name; empty where it has no such ending.
std::string accompanied(const std::filesystem::path& path);

/// Throws a usage error where --format is no extension of a format that can be written.
void check_format_option(const std::string& format);

/// Throws a usage error when the output's extension is of no format that can be written.
void check_format(const std::filesystem::path& output);

/// The extension of outputs whose name is made from the input's: that of --format, else its own, or of a file that is only read that
/// of what it becomes: PNG, of a GIF of one frame, or TIFF.
std::string written_extension(const std::filesystem::path& input, const std::string& format);

/// The extension of a picture on the standard output: that of its input where that says the format, which its bytes show. Throws a
/// usage error: they do not.
std::string extension_of_input(const std::filesystem::path& input);

/// Why a named input cannot be read, as far as its name shows it: a video, a folder that is not there, a pattern that the shell
/// should expand, or a range of frames in a name that is no file; otherwise empty.
Message input_refusal(const Input& input);

/// Keeps the format of a file that is replaced, whatever its extension; refuses a format that atrous only reads.
void say_format(Job& job);

/// Returns a warning if the file has another format than its extension, which its output has too: the output
/// is written in the format of the extension. Otherwise empty.
Message renamed_format(const Job& job, const std::string& format);

/// Whether the output is no plain file or folder, but is filled in for every input: it has {fields}, or its file name is
/// a pattern of a sequence (renders/sequence.h). A folder of that name is a folder.
bool is_template(const std::string& output);

/// The template with {dir} {stem} {ext} {inext} {frame} filled in from `path`, and the place of a pattern with the frame: that of
/// a pattern's file, else the one that the name says (frame_in). {ext} is `extension` (with its dot), where the output has
/// another one than the input; {inext} is always the input's. {frame} keeps sign and digits as the input has them, a
/// pattern has its own number of digits. Throws usage errors: an unknown field, no number where one is wanted.
std::string expand_template(const std::string& output, const std::filesystem::path& path,
                            const std::optional<Input::Frame>& frame = {},
                            const std::optional<std::string>& extension = {});

/// Throws usage errors: two inputs with one output, also if the names differ only in letter case, which memory cards and
/// network disks ignore (names both, and what keeps them apart); an output that is an input (its own only with
/// `overwrite`). A file that is named twice is done once; the frame of a pattern stays, since it has neighbours.
void check_clashes(std::vector<Job>& jobs, bool overwrite);

} // namespace atrous
