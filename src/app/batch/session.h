// What every command that works on files does around its filter: the log and its checks, progress, the batch.
#pragma once
#include "app/batch/batch.h"
#include "app/batch/inputs/chunk.h"
#include "app/batch/inputs/name_stream.h"
#include "app/batch/outputs/outputs.h"
#include "app/batch/progress.h"
#include "app/cli/file_rows.h"
#include "gpu/device.h"
#include <optional>

namespace atrous {

/// Small copies beside outputs.
struct ProxyOptions {
    Size factor{1, 1};
    std::filesystem::path folder{}; ///< empty: beside the outputs
};

/// Options that all of these commands have.
struct SessionOptions {
    InputOptions inputs{};
    std::string output{};
    bool in_place = false;          ///< instead of `output`
    std::string format{};           ///< extension of the outputs; empty: by their names
    bool begins_with_first = false; ///< work begins before all names of --files-from - have arrived
    BatchOptions batch{};
    bool dry_run = false;
    std::string device = "auto";
    std::string device_fallback{};         ///< as given; empty: there is none
    std::uint64_t device_memory = 0;       ///< bytes that a plan may take, 0 = what the device has
    std::optional<std::string> log_file{}; ///< as given with --log
    bool no_log = false;
    std::optional<std::string> report{}; ///< as given with --report
    ProgressMode progress = ProgressMode::automatic;
    MissingFrames missing = MissingFrames::error;
    std::optional<Chunk> chunk{};
    bool overwrite_given = false; ///< --overwrite; inputs that are their own outputs are replaced without it
    std::optional<ProxyOptions> proxy{};  ///< of commands that have --proxy
    std::vector<std::string> arguments{}; ///< all, as given, for the log
};

/// Reads the options of file_rows() and running_rows() and sets the verbosity. Throws usage errors.
void read_session_options(const CommandLine& line, const std::vector<std::string>& arguments,
                          SessionOptions& options);

/// Reads those of picture_file_rows(). Throws a usage error for a profile that there is not.
void read_picture_options(const CommandLine& line, BatchOptions& options);

/// What a command asks for where it gets none.
struct FileWords {
    const char* command;
    const char* inputs = "files or folders";
    const char* outputs = "-o FILE, -o FOLDER/ or a template like -o '{dir}/{stem}_atrous.{ext}'";
};
/// Throws a usage error where there are no inputs, or no output.
void check_has_files(const SessionOptions& options, const FileWords& words);

/// How companions are written: what is there is replaced by --overwrite alone, or by --newer.
WriteOptions companion_options(const SessionOptions& options);

/// What was asked of the outputs' names.
OutputOptions output_options(const SessionOptions& options);

/// Inputs, outputs, and what the chunk leaves of them for results that need frames around them. No jobs: the chunk is past
/// the end, which was said. Where names still arrive: the first ones, see ArrivingJobs. Throws what find_inputs, plan_outputs
/// and check_missing throw.
OutputPlan plan_session(const SessionOptions& options, const Around& around);

/// A file that the command reads beside its images, and what it is to the user.
struct OwnFile {
    std::filesystem::path path;
    std::string what; ///< "the preset file"
};

/// Throws a usage error for a log that would be written into a file of the run, or has the name of an image.
void check_log(const SessionOptions& options, const OutputPlan& plan, const std::vector<OwnFile>& own);

/// The first object of a run in its log: schema, version, command, device, arguments; commands add their own. Of several
/// devices, which are alike, it says their indices, too.
Json run_json(const std::string& command, const SessionOptions& options,
              const std::vector<DeviceInfo>& devices);

/// Opens the log, writes its first object, runs the batch and tells log, report and progress of each frame. Throws what
/// run_batch throws, and a usage error when the log cannot be written.
Exit run_session(const SessionOptions& options, const OutputPlan& plan, const Json& run, Batch batch);

} // namespace atrous
