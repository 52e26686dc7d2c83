// A batch as data: its jobs, their command, and the options of all commands that make files from files.
#pragma once
#include "base/error.h"
#include "batch/log/progress.h"
#include "batch/pipeline/command.h"
#include "batch/plan/chunk.h"
#include "batch/plan/needs.h"
#include "batch/plan/outputs.h"
#include "batch/plan/plan_files.h"
#include "supervisor/protocol/worker_protocol.h"
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace atrous {

struct BatchOptions {
    int jobs = 0;             ///< frames in flight, 0 = one per core, at least 3 (reading, device, writing)
    std::uint64_t memory = 0; ///< bytes for frames in flight, 0 = half of the machine's
    std::uint64_t device_memory = 0; ///< bytes that a filter's plan may take, 0 = memory of the device
    WriteOptions write;
    bool skip_existing = false;                ///< outputs that exist and are complete are left
    std::shared_ptr<LoggedChecksums> logged{}; ///< outputs of earlier runs, or null if unknown
    bool newer = false;                        ///< replace outputs that are older than an input
    bool keep_times = false;                   ///< outputs get their inputs' times
    bool fail_fast = false;
    bool can_fall_back =
        false;                 ///< a device that fails ends the batch with all that it has not done left open
    bool missing_fails = true; ///< missing frames count like failed ones in the exit code
    ReadOptions read{};
    std::map<std::string, ReadOptions> role_reads{}; ///< of inputs by their role. Other inputs use `read`

    const ReadOptions& read_of(const RoleFile& input) const;
    /// True if the output takes the input's place, of which no backup is kept.
    bool replaces(const RoleFile& input, const RoleFile& output) const;
    /// Returns the read options of a job's input. An input that an output replaces for good is read only
    /// without loss.
    ReadOptions read_of(const Job& job, const RoleFile& input) const;
    /// Returns the write options of one of a job's outputs.
    WriteOptions write_of(const Job& job, std::size_t output) const;
    /// Returns the handling of existing outputs.
    Existing existing() const;
    /// True if after this error another worker goes on.
    bool is_left_to_another(const Error& error) const;
};

struct Batch {
    FileCommand& command; ///< processes each job
    RunResources& resources;
    /// With a reach, jobs of a shot are adjacent, in the order of their numbers.
    std::vector<Job> jobs{};
    BatchOptions options{};
    /// Called for every frame, with its result or failure.
    std::function<void(const FrameRecord&)> done{};
};

/// Runs the batch: reads, processes and writes many frames at once. Returns ok (all written or skipped),
/// some_failed (or missing ones left out), out_of_memory (some failed, at least one due to lack of memory),
/// interrupted or terminated. Throws errors that end the batch, and a device's error if the batch can fall
/// back. A neighbour that is missing or cannot be read or prepared is a hole in the window. If --fail-fast
/// stops before a frame's window is whole, the frame is left undone.
Exit run_batch(const Batch& batch);

/// Returns the warnings of an output: a format that its name does not have, and a compression of OpenEXR that changes samples.
/// `compression`: see compression_of().
Messages format_warnings(const std::string& compression, const std::filesystem::path& path,
                         const WriteOptions& options);

/// Throws a file error if an output's format cannot be written, or cannot hold an image of the record's size
/// (if that is also the size of the result).
void check_outputs(const Batch& batch, const Frame& frame);

/// Options that all of these commands have.
struct SessionOptions : PlanOptions {
    BatchOptions batch{};
    bool dry_run = false;
    std::string device = "auto";
    std::string device_fallback{};         ///< as given, or empty
    std::optional<std::string> log_file{}; ///< as given with --log
    bool no_log = false;
    std::optional<std::string> report{}; ///< as given with --report
    ProgressMode progress = ProgressMode::automatic;
    std::vector<std::string> arguments{}; ///< all, as given, for the log

    /// True if companion files replace existing ones.
    bool replaces_companions() const { return overwrite || batch.newer; }
};

} // namespace atrous
