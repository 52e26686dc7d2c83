// Runs the common part of all commands on files: the log and its checks, progress, the batch.
#pragma once
#include "batch/pipeline/batch.h"
#include "cli/file_rows.h"
#include "cli/tables.h"
#include "opencl/device.h"

namespace atrous {

/// Reads the options of file_rows() and running_rows(), takes options of the plan from it, and sets the
/// verbosity. Throws usage errors.
void read_session_options(const CommandCall& call, SessionOptions& options);

/// Reads the options of picture_file_rows(). Throws a usage error for an unknown profile.
void read_picture_options(const CommandLine& line, BatchOptions& options);

/// Refuses jobs whose output's format cannot hold the profile. Throws a usage error if no job is left, for a depth that an output's
/// format cannot hold, or a compression that no output has. Warns of write options without effect.
void check_writing(const WriteOptions& options, OutputPlan& plan);

/// Throws the usage error `row` if a file that the run writes in addition to its images has too long a name, or
/// is its list of names, one of `files`, an input or an output.
void check_is_free(const std::filesystem::path& path, const MessageRow& row, const SessionOptions& options,
                   const OutputPlan& plan, const std::vector<OptionFile>& files);

/// Throws a usage error for a log that would be written into a file of the run, or has the name of an image.
void check_log(const SessionOptions& options, const OutputPlan& plan, const std::vector<OptionFile>& files);

/// The page of --report.
std::filesystem::path report_path(const SessionOptions& options);

/// Throws a usage error for a report that would replace another file of the run, or is not writable, or
/// exists already without --existing replace. A dry run prints its path.
void check_report(const SessionOptions& options, const OutputPlan& plan,
                  const std::vector<OptionFile>& files);

/// Returns the first object of a run in its log: schema, version, command, device, arguments. Commands add
/// their own. Several devices, which are alike, also have their indices in it.
Json run_json(const std::string& command, const SessionOptions& options,
              const std::vector<DeviceInfo>& devices);

/// Opens the log, writes its first object, runs the batch and reports each frame to log and progress. Throws
/// the errors of run_batch, and a usage error when the log cannot be written.
Exit run_session(const SessionOptions& options, RunResources& resources, Json run, FileCommand& command);

/// Checks everything that can be checked before any work, and runs the planned jobs, or shows the plan of a
/// dry run. Throws usage errors, and errors that end a batch.
Exit run_file_command(FileCommand& command, const SessionOptions& options, const OutputPlan& planned);

} // namespace atrous
