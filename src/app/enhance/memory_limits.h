// The memory that an image's plans may take and will take: from the device, --device-memory and, where the
// device computes in this machine's memory, from --max-memory and what the machine has.
#pragma once
#include "app/enhance/options.h"
#include "app/run/batch.h"
#include "filters/eaw/regions.h"
#include "gpu/device.h"
#include "io/codec/codec.h"

namespace atrous {

/// How often this machine holds a decoded file at once: itself, and while it is encoded; with companion files also
/// as it was before, and what is made of it.
int copies_of(const EnhanceOptions& options);

/// Limits for an image that takes `decoded` bytes. `in_bands`: that is the memory for its bands, and no device takes more of
/// the image at once than --max-memory says.
MemoryLimits limits_of(const EnhanceOptions& options, const DeviceInfo& device, std::uint64_t decoded,
                       bool in_bands = false);

/// What an opened image takes beside its decoded file, for the part that takes most; nothing without colours.
struct ImageMemory {
    int levels = 0;
    Regions regions{};
    std::uint64_t device = 0; ///< buffers of a plan
    /// Of this machine: for the device, and for a second picture where there are regions, or a result of another size.
    std::uint64_t host = 0;
    Size to{}; ///< of the result of the part that takes most
};
/// Of a frame that is opened and fitted. Throws the file errors of eaw_regions().
ImageMemory memory_of(const EnhanceOptions& options, const DeviceInfo& device, const Frame& frame);

/// A batch that knows what frames take; --max-memory bounds each of them.
Batch bounded_batch(const EnhanceOptions& options, const DeviceInfo& device);

} // namespace atrous
