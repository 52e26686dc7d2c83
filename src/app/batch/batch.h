// Runs a list of images through read, device and write at once; hides threads, memory and interruptions.
#pragma once
#include "app/batch/record.h"
#include "base/error.h"
#include "io/codec/codec.h"
#include <cstdint>
#include <functional>

namespace atrous {

struct BatchOptions {
    int jobs = 0;             ///< images in flight, 0 = one per core, at least 3 (reading, device, writing)
    std::uint64_t memory = 0; ///< bytes for images in flight, 0 = half of the machine's
    WriteOptions write;
    bool skip_existing = false;
    bool fail_fast = false;
    ReadOptions read{};
};

/// The parts of a batch that a command brings along. `process` and `done` are called by one thread at a time,
/// in the order of the jobs.
struct Batch {
    std::vector<Job> jobs;
    BatchOptions options;
    /// Memory of this machine that processing the opened image takes beside its decoded file (none, if the device
    /// has its own). Throws a file error where there is no way to process it.
    std::function<std::uint64_t(const Decoder&)> device_bytes;
    /// Changes the image file in place. An Error of kind no_device or internal ends the batch, one of kind
    /// interrupted leaves the image undone, any other exception fails it.
    std::function<void(ImageFile&, FrameRecord&)> process;
    /// Told about every image, whatever became of it.
    std::function<void(const FrameRecord&)> done;
    /// How often this machine holds an image file at once: itself, and while it is encoded.
    std::uint64_t copies = 2;
};

/// Runs the batch. Returns ok (all written or skipped), some_failed or interrupted; throws what ends the
/// batch.
Exit run_batch(const Batch& batch);

} // namespace atrous
