// Counts decoded and encoded pixels.
#include "app/batch/frame_memory.h"
#include "app/batch/budget.h"
#include "base/error.h"
#include "base/size.h"
#include "io/output_bytes.h"
#include <algorithm>

namespace atrous {

void check_memory(const Batch& batch, const Frame& frame) {
    const std::uint64_t around = 2 * std::uint64_t(batch.reach),
                        needed = (batch.copies + around) * frame.decoded_bytes;
    if (needed > physical_memory())
        throw memory_error(frame.job().input().string() + ": " + to_string(frame.record.size) + " needs " +
                           format_bytes(needed) + " of memory for its pixels" +
                           (around > 0 ? " and those of " + std::to_string(around) + " frames around it"
                                       : std::string(" alone")) +
                           ", the machine has " + format_bytes(physical_memory()));
}

std::uint64_t own_memory(const Batch& batch, const Frame& frame, std::size_t outputs) {
    // An output of several parts is in memory as a whole.
    const bool in_parts = std::ranges::any_of(frame.opened, [](const Decoder& d) { return d.parts() > 1; });
    const std::uint64_t most = in_parts ? frame.decoded_bytes : OutputBytes::most_in_memory;
    return batch.copies * frame.decoded_bytes + outputs * std::min<std::uint64_t>(frame.decoded_bytes, most);
}

} // namespace atrous
