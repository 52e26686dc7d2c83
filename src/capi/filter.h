// The devices and filters of callers, and for each kind of filter the use of options and images.
#pragma once
#include "capi/atrous.h"
#include "capi/monitor.h"
#include "cli/options.h"
#include "filters/atrous/regions.h"
#include "image/pixels.h"
#include "opencl/device.h"
#include "opencl/engine.h"
#include <cstddef>
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

/// Samples of one type, with the samples of a pixel next to each other.
struct CallerImage {
    std::byte* first = nullptr;
    PixelType type = PixelType::f32;
    int channels = 0;
    Size size{};
    std::size_t pixel = 0, row = 0; ///< bytes from one to the next

    std::size_t pixel_bytes() const { return std::size_t(channels) * sample_bytes(type); }
    std::size_t row_bytes() const { return std::size_t(size.width) * pixel_bytes(); }
    /// True if it is rows without gaps.
    bool is_packed() const { return pixel == pixel_bytes() && row == row_bytes(); }
    /// Bytes from its first to its last.
    std::size_t extent() const {
        return std::size_t(size.height - 1) * row + std::size_t(size.width - 1) * pixel + pixel_bytes();
    }
    bool has_alpha() const { return channels == 2 || channels == 4; }
    int colours() const { return channels < 3 ? 1 : 3; }
};

/// The arguments of atrousSetFilterImage(). Invalid arguments throw a usage error that begins with the name.
struct ImageMemory {
    void* pixels;
    int format;
    std::size_t width, height, offset, pixel, row;
};
CallerImage caller_image(const std::string& name, const ImageMemory& memory);

/// Throws a usage error if a page of the image is not memory of this process.
void check_mapped(const std::string& name, const CallerImage& image);
/// True if they share a byte.
bool overlap(const CallerImage& a, const CallerImage& b);

/// Rows without gaps, to and from an image.
void gather(const CallerImage& from, std::byte* to);
void scatter(const std::byte* from, const CallerImage& to);

/// `count` channels from `first` on as planes of floats. Integers become 0 to 1.
std::vector<float> planes_of(const CallerImage& image, int count, int first = 0);
/// Puts planes into these channels, halves rounded to the nearest. Only for images of floats and halves.
void put_planes(const std::vector<float>& planes, int count, const CallerImage& image, int first = 0);

struct ApiDevice {
    explicit ApiDevice(const DeviceInfo& device) : engine(device) {}
    std::mutex lock{}; ///< filters take turns
    Engine engine;
};

/// The images of a frame by their names.
using FrameImages = std::map<std::string, CallerImage>;

struct ApiFilter;

/// A filter ready for execution: options are read, and images fit.
struct Committed {
    std::function<Size(const FrameImages&)> size; ///< of the output
    std::function<void(ApiFilter&, Monitoring&)> execute;
};

/// The rules for an image, except for its size.
struct ImageRule {
    const char* name;
    int least, most; ///< channels
    bool floats;     ///< only floats or halves are allowed
};

struct FilterKind {
    const char* name;
    const OptionTable& (*table)(); ///< of the command
    const OptionTable& (*taken)(); ///< the command's options about pixels, and the library's own
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
    std::function<void(ApiFilter&, Monitoring&)> kept{}; ///< the last execution, while options stay the same
    std::set<int> changed{};                             ///< frames whose images are others since then

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
