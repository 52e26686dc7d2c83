// Writes the timing log: JSON Lines, one object about the run, then one per image.
#pragma once
#include "base/json.h"
#include "base/message.h"
#include "base/size.h"
#include "batch/plan/job.h"
#include "files/checksum.h"
#include "formats/common/image_file.h"
#include "formats/common/write_options.h"
#include "image/pixels.h"
#include "opencl/engine.h"
#include <filesystem>
#include <optional>

namespace atrous {

/// The device's run on one part of an image.
struct PartRun {
    Size size;
    Json settings; ///< resolved, with "profile", for tile with "tile", for several regions with "regions"
    RunReport report;
    std::uint64_t replaced = 0; ///< samples that were NaN or infinite
};

enum class Status { ok, failed, skipped, interrupted, missing };
constexpr std::size_t statuses = 5; ///< how many there are

/// A file that was written, as it must be read.
struct WrittenFile {
    std::filesystem::path path;
    FileShape shape;
    std::optional<FileChecksum> checksum{}; ///< none for the standard output
};

/// The record of one frame. Times are in milliseconds, by the wall clock for reading and writing.
struct FrameRecord {
    Job job;
    Size size; ///< of the first part, or 0x0 if it was not opened
    Status status = Status::ok;
    Message error;
    std::string compression;               ///< of the output: "jpeg:80 4:2:0"
    std::optional<GainMapNote> gain_map{}; ///< of the output
    std::vector<WrittenFile> written{};    ///< the job's outputs
    std::vector<WrittenFile> companions{}; ///< companion files
    Messages warnings;                     ///< each led by the file that it is about
    double read_ms = 0, write_ms = 0, total_ms = 0;
    std::vector<PartRun> parts;
    int device = -1; ///< index of the device that processed it, or -1
    std::optional<bool>
        has_noise{}; ///< true if --denoise found noise in any of its images, empty if it did not look
    /// True if --denoise looked and found none.
    bool noiseless() const { return has_noise == false; }
    bool neighbour = false; ///< read only for other frames, without its own output
    /// Numbers of frames that its window should have had, but were missing or failed.
    std::vector<int> holes{};
    /// Its object in the log if an earlier worker that died made it. If empty, frame_json() makes it.
    std::string logged{};
};

/// Milliseconds of all passes of that stage.
double stage_ms(const std::vector<PartRun>& parts, Stage stage);
/// Rates of a pass, or 0 if it took no time.
double mpixel_per_s(const PassTime& pass);
double gb_per_s(const PassTime& pass);

/// "ok", "failed", "skipped", "interrupted", "missing".
const char* to_string(Status status);

/// The object of a frame that is about to be in the log, followed by the keys of its warnings, for the worker that reports it
/// if this one ends before.
std::string with_keys(const Json& frame, const Messages& warnings);
/// Takes from what with_keys() made what progress and messages need of it.
void take_logged(FrameRecord& record, const std::string& logged);
/// The object of one frame in the log.
Json frame_json(const FrameRecord& record);
/// The same for people: a table of stages, for -v.
std::string frame_table(const FrameRecord& record);

/// The log name that stands for the standard error.
constexpr const char* log_to_stderr = "-";

/// The log file. Each line is written by one call at the file's end, so that a crash keeps the earlier lines,
/// and lines of several processes stay whole.
class RecordFile {
  public:
    /// Appends to the file if it exists. "-" is the standard error. Throws a usage error if it cannot, and
    /// for other files than regular ones and /dev/null, since a pipe would wait for a reader. Follows a link
    /// only if the user `named` it, since in a shared folder other users may have put it there.
    RecordFile(const std::filesystem::path& path, bool named);
    ~RecordFile();
    RecordFile(const RecordFile&) = delete;
    RecordFile& operator=(const RecordFile&) = delete;
    /// Adds a line. Warns at the first failed write, and the batch continues.
    void write(const Json& object);
    bool is_complete() const { return is_complete_; }
    /// The file's descriptor, for a signal handler, which can only write bytes.
    int descriptor() const { return file_; }

  private:
    std::filesystem::path path_;
    int file_ = -1;
    bool begins_line_ = false; ///< the file's last line has no end
    bool is_complete_ = true;  ///< all lines were written
};

/// Describes the profile of the pixels: name, origin (embedded, exif, assumed, default) and the transfer that
/// applies it.
Json profile_json(const Pixels& pixels);

} // namespace atrous
