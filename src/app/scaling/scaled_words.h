// What log and -v say of a part that was scaled.
#pragma once
#include "app/scaling/scale_file.h"

namespace atrous {

/// Settings as resolved, factor, new size, how rows were read, regions.
Json scaled_json(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device);
/// "by 8 to 752x504", `more`, and how rows were read.
std::string scaled_words(const ScaleRequest& request, const ScaledPart& part, const DeviceTraits& device,
                         const std::string& more = "");
/// "a.exr: 3 samples were NaN or infinite and are replaced".
std::string replaced_words(const std::string& name, std::uint64_t samples);

} // namespace atrous
