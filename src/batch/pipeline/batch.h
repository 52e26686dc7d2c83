// A list of frames as data: their jobs, what is done with them, and how; and the options that all commands have that work on files.
#pragma once
#include "base/error.h"
#include "batch/log/progress.h"
#include "batch/pipeline/frame.h"
#include "batch/plan/chunk.h"
#include "batch/plan/needs.h"
#include "batch/plan/outputs.h"
#include "formats/write/small_copy.h"
#include "supervisor/protocol/worker_protocol.h"
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace atrous {

struct BatchOptions {
    int jobs = 0;             ///< frames in flight, 0 = one per core, at least 3 (reading, device, writing)
    int devices = 1;          ///< frames in `process` at once, each on a device of its own
    std::uint64_t memory = 0; ///< bytes for frames in flight, 0 = half of the machine's
    WriteOptions write;
    bool skip_existing = false;                ///< outputs that exist and are complete are left
    std::shared_ptr<LoggedChecksums> logged{}; ///< what earlier runs wrote; null: it is not known
    bool newer = false;                        ///< outputs are replaced where an input is newer, else left
    bool keep_times = false;                   ///< outputs get their inputs' times
    bool fail_fast = false;
    bool can_fall_back =
        false;                 ///< a device that fails ends the batch with all that it has not done left open
    bool missing_fails = true; ///< missing frames count like failed ones in the exit code
    ReadOptions read{};
    std::map<std::string, ReadOptions> role_reads{}; ///< of inputs by their role; of others: `read`

    const ReadOptions& read_of(const RoleFile& input) const;
    /// Whether the output takes the input's place, of which no backup is kept.
    bool replaces(const RoleFile& input, const RoleFile& output) const;
    /// How a job's input is read; one that an output replaces for good, only if nothing of it is lost.
    ReadOptions read_of(const Job& job, const RoleFile& input) const;
    /// How one of a job's outputs is written.
    WriteOptions write_of(const Job& job, std::size_t output) const;
    /// What becomes of outputs that exist.
    Existing existing() const;
    /// Whether after this error another worker goes on.
    bool is_left_to_another(const Error& error) const;
};

/// Memory of this machine, in bytes, that a frame takes beside its files.
struct Cost {
    std::uint64_t own = 0;    ///< while it lasts
    std::uint64_t shared = 0; ///< while it is processed: frames use it in turn
};

/// Which pixels of a part of a file a result shows.
using ShownPart = std::function<PixelsPart(const ImageFile& file, std::size_t part)>;

/// The parts of a batch that a command brings along. `prepare`, `process` and `done` are called by one thread at a
/// time, in the order of the jobs; `process` by as many as there are devices, in any order, where there is neither a reach
/// nor a `prepare`. In `prepare` and `process` an Error of kind no_device or internal ends the batch,
/// one of kind interrupted leaves the frame undone, any other exception fails it (std::bad_alloc as out_of_memory).
struct Batch {
    /// With a reach: those of a shot stand together, in the order of their numbers.
    std::vector<Job> jobs;
    BatchOptions options;
    /// Frames on each side that a result needs.
    int reach = 0;
    /// Frames that are prepared for results of others, where these are not those of the window: in `prepare` a frame may
    /// leave something to the next one. With a reach of 0, frames before a result's do not stay.
    std::optional<Around> around{};
    /// How often this machine holds a frame's files at once (of those in bands: their disk does): themselves, results of their
    /// own, and while they are encoded.
    std::uint64_t copies = 2;
    /// Bytes of the pixels of a frame's result, where these may be more than those of its files; empty: they are not.
    std::function<std::uint64_t(const Frame&)> result_bytes{};
    /// Whether a frame that needs more than `options.memory` is worked on in bands, its samples in scratch files, and fails
    /// where it cannot be; else it runs alone. With a reach no frame is worked on so: `whole_only` says why.
    bool bounded = false;
    std::string
        whole_only{}; ///< why no frame can be worked on in bands, for the message; empty: those of some formats can
    /// Asked once for each frame that is opened. Throws a file error where there is no way to process it.
    std::function<Cost(const Frame&)> cost;
    /// Called once for each frame that was read, before any result that needs it. May be empty.
    std::function<void(Frame&)> prepare;
    /// Makes the results of the window's frame; with a reach the sources stay as they are.
    std::function<void(const Window&)> process;
    /// Called once all frames are processed, while the last ones are encoded; not where more of them may come. May be empty.
    std::function<void()> processed{};
    /// For a report; empty: all of them.
    ShownPart shown{};
    /// Told already of what is said once in a run; all batches of a run share it.
    std::shared_ptr<std::set<std::string>> said = std::make_shared<std::set<std::string>>(resumed().said);
    /// Folders that the run has written to; shared likewise.
    std::shared_ptr<std::set<std::string>> folders = std::make_shared<std::set<std::string>>();
    bool goes_on = false; ///< another batch of the run was before
    /// Told about every frame, whatever became of it.
    std::function<void(const FrameRecord&)> done;

    /// The frames that the results of others need.
    Around frames_around() const { return around.value_or(Around(reach)); }
};

/// Throws a file error where an output's format cannot be written, or cannot hold a picture of the size of the record, if that is
/// the result's, too.
void check_outputs(const Batch& batch, const Frame& frame);

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
    bool handles = true; ///< frames around those of --frames are read where results need them
    bool overwrite_given =
        false; ///< --existing replace; inputs that are their own outputs are replaced without it
    std::vector<std::string> arguments{}; ///< all, as given, for the log
};

/// How companions are written: what is there is replaced by --existing replace alone, or newer.
WriteOptions companion_options(const SessionOptions& options);

/// What was asked of the outputs' names.
OutputOptions output_options(const SessionOptions& options);

} // namespace atrous
