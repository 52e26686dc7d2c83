// A command that makes files of files, as a struct: it fills in what is its own; what all of them do around that is done once.
#pragma once
#include "batch/pipeline/frame_costs.h"
#include "batch/run_device.h"
#include "batch/session.h"

namespace atrous {

/// What is done with frames, as Batch has it. `limits`: those of limits_of() for the frame.
struct FrameWork {
    std::function<void(Frame&, const MemoryLimits& limits)> prepare{}; ///< may be empty
    std::function<void(Engine&, const Window&, const MemoryLimits& limits)> process;
};

struct FileCommand {
    const char* name;
    SessionOptions& options;       ///< those of all commands among its own
    Around around = 0;             ///< frames that the results of others need
    bool on_one_device = false;    ///< frames follow one another
    ShownPart shown{};             ///< as Batch::shown
    std::vector<OptionFile> own{}; ///< files that it reads beside its images
    /// Adds to the plan what the jobs need beside their images; may be empty.
    std::function<void(OutputPlan&)> complete{};
    /// Throws usage errors of what the command writes and reads beside its images; may be empty.
    std::function<void(const OutputPlan&)> check{};
    /// Of options of its own that change nothing for these jobs, a line each, which is said once; may be empty.
    std::function<std::vector<std::string>(const OutputPlan&)> warnings{};
    /// Adds to the run's first object in the log.
    std::function<void(Json&)> describe{};
    /// For the device, or one of those that are all alike.
    std::function<FrameCosts(const DeviceInfo&, const OutputPlan&)> costs{};
    /// Called once before the first frame; what it returns goes away before the engines do.
    std::function<FrameWork(Engines&, const OutputPlan&)> begin{};
};

/// Checks all that can be checked before any work, and runs the jobs, or shows what would be done. Throws usage errors, and what
/// ends a batch.
Exit run_file_command(const FileCommand& command, const OutputPlan& planned);

} // namespace atrous
