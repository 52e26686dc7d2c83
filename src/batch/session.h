// What every command that works on files does around its filter: the log and its checks, progress, the batch.
#pragma once
#include "batch/pipeline/batch.h"
#include "cli/file_rows.h"
#include "opencl/device.h"

namespace atrous {

/// Reads the options of file_rows() and running_rows() and sets the verbosity. Throws usage errors.
void read_session_options(const CommandLine& line, const std::vector<std::string>& arguments,
                          SessionOptions& options);

/// Reads those of picture_file_rows(). Throws a usage error for a profile that there is not.
void read_picture_options(const CommandLine& line, BatchOptions& options);

/// Has a job fail whose output's format cannot hold the depth or the profile that was asked for.
void refuse_unwritable(const WriteOptions& options, Job& job);

/// Throws a usage error for a depth that an output's format cannot hold, or a profile, or a compression that no output has;
/// warns of options of writing that change nothing.
void check_writing(const WriteOptions& options, const OutputPlan& plan);

/// Throws a usage error for a log that would be written into a file of the run, or has the name of an image.
void check_log(const SessionOptions& options, const OutputPlan& plan, const std::vector<OptionFile>& files);

/// The page of --report.
std::filesystem::path report_path(const SessionOptions& options);

/// Throws a usage error for a report that would be written into another file of the run, or where it cannot be, and one for a
/// name that is there already without --existing replace. A dry run prints where it would be.
void check_report(const SessionOptions& options, const OutputPlan& plan);

/// The first object of a run in its log: schema, version, command, device, arguments; commands add their own. Of several
/// devices, which are alike, it says their indices, too.
Json run_json(const std::string& command, const SessionOptions& options,
              const std::vector<DeviceInfo>& devices);

/// Opens the log, writes its first object, runs the batch and tells log and progress of each frame. Throws what run_batch
/// throws, and a usage error when the log cannot be written.
Exit run_session(const SessionOptions& options, const OutputPlan& plan, Json run, FileCommand& command);

/// Checks all that can be checked before any work, and runs the planned jobs, or shows what would be done. Throws usage errors,
/// and what ends a batch.
Exit run_file_command(FileCommand& command, const SessionOptions& options, const OutputPlan& planned);

} // namespace atrous
