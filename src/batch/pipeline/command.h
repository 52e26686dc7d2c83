// Defines the interface of commands that make files from files (enhance, denoise, scale) for the batch
// engine.
#pragma once
#include "base/error.h"
#include "base/json.h"
#include "base/message.h"
#include "batch/log/record.h"
#include "batch/pipeline/messages.h"
#include "batch/plan/outputs.h"
#include "filters/atrous/regions.h"
#include "formats/read/decoder.h"
#include "formats/write/output_file.h"
#include "formats/write/small_copy.h"
#include "opencl/device.h"
#include "opencl/engine.h"
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace atrous {

/// An encoded file, and its later name.
struct HiddenFile {
    std::filesystem::path path;
    EncodedFile file;
};

/// Bytes that a frame takes, as its command counts them before anything is decoded.
struct FrameMemory {
    std::uint64_t host = 0;   ///< of this machine while the frame lasts, in addition to its files and results
    std::uint64_t device = 0; ///< of a device with separate memory
    std::uint64_t shared = 0; ///< of this machine while the frame is processed: frames use it in turn
};

/// Data that a command keeps for a frame, see FileCommandOf.
struct FrameWork {
    virtual ~FrameWork() = default;
};

/// A job in progress. Source (`opened`, `files`, `work`) and result have separate lifetimes: a frame may
/// be written already while later frames still need its source.
struct Frame {
    FrameRecord record;              ///< with the job
    std::vector<Decoder> opened{};   ///< one per input, until they are read
    std::vector<ImageFile> files{};  ///< one per input
    std::uint64_t decoded_bytes = 0; ///< memory that `files` take, in the type in which they are processed
    std::uint64_t result_bytes = 0;  ///< memory of the result's pixels, at least the memory of `files`
    std::uint64_t disk_bytes = 0;    ///< of scratch files, if it is processed in bands
    ScratchPtr scratch{};            ///< place of samples processed in bands, or null for memory
    FrameMemory memory{};
    MemoryLimits limits{};             ///< of filters' plans
    std::unique_ptr<FrameWork> work{}; ///< from FileCommand::estimate() to the end of the source
    std::vector<ImageFile> results{};  ///< one per output of the job
    bool unchanged = false;            ///< the results are the inputs as they were read
    /// Encoded files that get their names before the outputs.
    std::vector<HiddenFile> companions{};

    const Job& job() const { return record.job; }
};

/// Returns a copy of the file with its own pixels. The rest is shared.
inline ImageFile copy_of(const ImageFile& source) {
    ImageFile file{{},          source.metadata, source.format,   source.warnings,
                   source.aovs, source.appended, source.gain_map, source.left_out};
    for (const Part& part : source.parts) {
        file.parts.push_back(
            {part.name, part.pixels.copy(), part.pass_through, part.channels, {}, part.written, part.notes});
        for (const Picture& picture : part.more)
            file.parts.back().more.push_back({picture.channels, picture.pixels.copy()});
    }
    return file;
}

/// A frame whose turn it is, and its neighbours.
class Window {
  public:
    /// `frames`: 2 reach + 1 in the order of their numbers, null for a hole.
    Window(Frame& frame, std::vector<const Frame*> frames) : frame_(frame), frames_(std::move(frames)) {}

    /// The one to process.
    Frame& frame() const { return frame_; }
    /// The frame whose number is `offset` higher, only for its `files` and `work`: its result may be on its way
    /// to the disk. Null for a hole: no such job, another shot, or it could not be read or prepared. Throws an internal
    /// error beyond the reach.
    const Frame* at(int offset) const {
        if (std::abs(offset) > reach()) throw internal_error(messages::window_exceeded, offset, reach());
        return frames_[std::size_t(offset + reach())];
    }
    int reach() const { return int(frames_.size() / 2); }

  private:
    Frame& frame_;
    std::vector<const Frame*> frames_;
};

/// A file that the command reads in addition to its images, and its description for the user.
struct OptionFile {
    std::filesystem::path path;
    std::string what; ///< "the preset file"
};

/// Facts about a command that the batch needs before it starts.
struct CommandNeeds {
    const char* name;          ///< as the log has it
    int reach = 0;             ///< frames on each side that a result needs
    NeighbourRange around = 0; ///< frames read for the results of others, at least the reach
    bool in_order = false; ///< frames follow one another on one device: each is prepared before the next one
    /// The number of copies of a frame's files that this machine (or its disk, for frames in bands) holds at
    /// once: the files, their results, and these during encoding.
    std::uint64_t copies = 2;
    std::string whole_only{};  ///< the reason why no frame can be in bands, or empty
    bool resizes = false;      ///< results may have another size than their files
    bool crops = false;        ///< results are as large as the display window of result_place()
    bool leaves_out = false;   ///< results lack channels and parts, which ones is known after reading
    bool keeps_window = false; ///< this machine keeps a window's frames once more if these have regions
};

/// Outputs and devices of a run.
struct RunResources {
    const OutputPlan& outputs;
    std::vector<DeviceInfo> devices{std::size_t(1)}; ///< all alike
    std::vector<Engine> engines{};                   ///< one per device, none in a dry run
};

/// A command on files. Calls come from one thread at a time and in the order of the jobs, except where a
/// function documents otherwise.
class FileCommand {
  public:
    explicit FileCommand(CommandNeeds of) : needs(std::move(of)) {}
    FileCommand(const FileCommand&) = delete;
    virtual ~FileCommand() = default;

    const CommandNeeds needs;

    /// Adds data to the plan that the jobs need in addition to their images.
    virtual void complete(OutputPlan&) {}
    /// Returns the filters of the run whose kernels are checked, by the names of their folders.
    virtual std::vector<const char*> checked_filters() const { return {}; }
    /// Returns the files that no output of the run may replace.
    virtual std::vector<OptionFile> files() const { return {}; }
    /// Throws usage errors of files that the command writes and reads in addition to its images.
    virtual void check(const OutputPlan&) {}
    /// A line for each of the command's own options that changes nothing for these jobs.
    virtual Messages warnings(const OutputPlan&) const { return {}; }
    /// Adds to the run's first object in the log.
    virtual void describe(Json& run) const = 0;
    /// Called once before the first frame. The resources outlive the frames.
    virtual void begin(RunResources& resources) { resources_ = &resources; }

    /// Throws errors of a frame's files that opening does not find. For a dry run, which reads no pixels.
    virtual void check_files(const Frame&) const {}
    /// Gives files that were described, without samples, sizes and places of their results. Returns warnings of
    /// the run that headers show. For a dry run. Throws errors of headers that the run throws.
    virtual Messages describe_results(Frame&) { return {}; }
    /// True if images of a frame have 8 bits, and are processed with 16.
    virtual bool deepens(const Frame&) const { return false; }
    /// Bytes of the pixels of a frame's result, if they may be more than the file's.
    virtual std::uint64_t result_bytes(const Frame&) const { return 0; }
    /// The place of a part's result.
    virtual ImageWindow result_place(const ImageWindow& place) const { return place; }
    /// Returns Frame::work of a new frame.
    virtual std::unique_ptr<FrameWork> new_work() const = 0;
    /// Plans an opened frame within its `limits`. Returns the memory it takes in addition to its files and
    /// results. Throws a file error if there is no way to process it.
    virtual FrameMemory estimate(Frame&) = 0;
    /// Called for each frame that was read, before prepare() and process(), by several threads at once and in any
    /// order: for work that needs no device. Any exception fails the frame.
    virtual void examine(Frame&) {}
    /// Called for each frame that was read, before any result that needs it, if frames are `in_order`.
    virtual void prepare(Frame&) {}
    /// Makes the results of the window's frame. With a reach, the sources stay unchanged. If frames are not
    /// `in_order`, one thread per device calls it at the same time, in any order. In this function and
    /// prepare(), an Error of kind no_device or internal ends the batch, one of kind interrupted leaves the
    /// frame undone, and any other exception fails it (std::bad_alloc as out_of_memory).
    virtual void process(const Window&, std::size_t device) = 0;

    /// The command's columns in the table of a dry run.
    virtual std::vector<std::string> columns() const { return {}; }
    /// Adds a frame's cells in these columns, and returns the bytes of memory that it takes in all. Throws file errors.
    virtual std::uint64_t add_cells(Frame&, std::vector<std::string>& cells) = 0;

  protected:
    RunResources* resources_ = nullptr; ///< from begin() on
};

/// A command that keeps `Data` for each frame: its plans, then its prepared data.
template <class Data>
class FileCommandOf : public FileCommand {
    struct Work final : FrameWork {
        Data data{};
    };

  public:
    using FileCommand::FileCommand;
    std::unique_ptr<FrameWork> new_work() const final { return std::make_unique<Work>(); }
    /// The cast cannot fail: a run has one command, which makes the work of all frames.
    static Data& data_of(const Frame& frame) { return static_cast<Work&>(*frame.work).data; }
};

} // namespace atrous
