// A device and a filter as callers have them; what each kind of filter makes of options and images.
#pragma once
#include "capi/images.h"
#include "capi/monitor.h"
#include "cli/options.h"
#include "filters/atrous/regions.h"
#include "opencl/device.h"
#include "opencl/engine.h"
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace atrous {

struct ApiDevice {
    explicit ApiDevice(const DeviceInfo& device) : engine(device) {}
    std::mutex lock{}; ///< filters take turns
    Engine engine;
};

/// The images of a frame by their names.
using FrameImages = std::map<std::string, CallerImage>;

struct ApiFilter;

/// What is executed: options are read, and images known to fit.
struct Committed {
    std::function<Size(const FrameImages&)> size; ///< of the output
    std::function<void(ApiFilter&, Monitoring&)> execute;
};

/// What may be said of an image, but for its size.
struct ImageRule {
    const char* name;
    int least, most; ///< channels
    bool floats;     ///< it is of floats or halves alone
};

struct FilterKind {
    const char* name;
    const OptionTable& (*table)(); ///< of the command
    const OptionTable& (*taken)(); ///< what of that has to do with pixels, and the library's own
    std::span<const ImageRule> images;
    /// Throws usage errors.
    Committed (*commit)(const ApiFilter&, const CommandLine&);
};
/// Throws a usage error for an unknown name.
const FilterKind& filter_kind(const std::string& name);

struct ApiFilter {
    ApiFilter(std::shared_ptr<ApiDevice> its_device, const FilterKind& of)
        : device(std::move(its_device)), kind(of) {}

    std::mutex lock{};
    std::shared_ptr<ApiDevice> device;
    const FilterKind& kind;
    Assignments given{}; ///< options, each once
    std::map<int, FrameImages> frames{};
    int frame = 0; ///< the chosen one
    AtrousMonitor monitor = nullptr;
    void* user = nullptr;
    std::optional<Committed> committed{};
    std::function<void(ApiFilter&, Monitoring&)>
        kept{};              ///< what was executed last, while options stay the same
    std::set<int> changed{}; ///< frames whose images are others since then

    const FrameImages& images() const;
    DeviceTraits traits() const { return traits_of(device->engine.device()); }
    /// Within which plans have to be, by the options.
    MemoryLimits limits(const CommandLine& line) const;
};

/// The image, which the checks have seen to be there.
const CallerImage& image_of(const FrameImages& images, const char* name);

Committed commit_enhance(const ApiFilter& filter, const CommandLine& line);
Committed commit_denoise(const ApiFilter& filter, const CommandLine& line);
Committed commit_scale(const ApiFilter& filter, const CommandLine& line);

} // namespace atrous
