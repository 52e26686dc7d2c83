// A picture on its way from files to files, and the frames around it that its result needs.
#pragma once
#include "base/error.h"
#include "batch/log/record.h"
#include "filters/atrous/regions.h"
#include "formats/read/decoder.h"
#include "formats/write/output_file.h"
#include <any>
#include <cstdlib>
#include <memory>

namespace atrous {

/// A file that is encoded, and what it will be called.
struct HiddenFile {
    std::filesystem::path path;
    EncodedFile file;
};

/// Bytes that a frame takes, as its command counts them before anything is decoded.
struct FrameMemory {
    std::uint64_t host = 0;   ///< of this machine while the frame lasts, in addition to its files and results
    std::uint64_t device = 0; ///< of a device with memory of its own
    std::uint64_t shared = 0; ///< of this machine while the frame is processed: frames use it in turn
    std::uint64_t disk = 0;   ///< of scratch files
};

/// What a job becomes. Source (`opened`, `files`, `prepared`) and result have lives of their own: a frame may be
/// written already while later frames still need its source.
struct Frame {
    FrameRecord record;              ///< with the job
    std::vector<Decoder> opened{};   ///< one per input, until they are read
    std::vector<ImageFile> files{};  ///< one per input
    std::uint64_t decoded_bytes = 0; ///< memory that `files` take
    std::uint64_t result_bytes = 0;  ///< memory that the pixels of the result take, at least those of `files`
    ScratchPtr scratch{};            ///< worked on in bands, its samples there; null: in memory
    FrameMemory memory{};
    MemoryLimits limits{};            ///< of filters' plans
    std::any prepared{};              ///< what the command keeps: its plans, or what it prepared
    std::vector<ImageFile> results{}; ///< one per output of the job
    bool unchanged = false;           ///< the results are the inputs as they were read
    /// Encoded already; they get their names before the outputs have theirs.
    std::vector<HiddenFile> companions{};

    const Job& job() const { return record.job; }
};

/// The file with pixels of its own; what is beside its pictures is shared.
inline ImageFile copy_of(const ImageFile& source) {
    ImageFile file{{},          source.metadata, source.format,  source.warnings,
                   source.aovs, source.appended, source.left_out};
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
    /// `frames`: 2 reach + 1 in the order of their numbers, null where there is a hole.
    Window(Frame& frame, std::vector<const Frame*> frames) : frame_(frame), frames_(std::move(frames)) {}

    /// The one to process.
    Frame& frame() const { return frame_; }
    /// The frame whose number is `offset` higher, for its `files` and `prepared` alone: its result may be on its way
    /// to the disk. Null for a hole: no such job, another shot, or it could not be read or prepared. Throws an internal
    /// error beyond the reach.
    const Frame* at(int offset) const {
        if (std::abs(offset) > reach())
            throw Error(Exit::internal, "frame " + std::to_string(offset) +
                                            " away was asked for, the window reaches " +
                                            std::to_string(reach()));
        return frames_[std::size_t(offset + reach())];
    }
    int reach() const { return int(frames_.size() / 2); }

  private:
    Frame& frame_;
    std::vector<const Frame*> frames_;
};

} // namespace atrous
