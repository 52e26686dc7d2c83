// Reads, checks and measures light levels.
#include "formats/common/light_levels.h"
#include "base/text.h"
#include "colour/profile.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace atrous {
namespace {

// OpenImageIO's own prefix, whose attributes go into no file.
constexpr const char* content_attribute = "oiio:clli";
constexpr const char* display_attribute = "oiio:mdcv";

template <class Light>
constexpr OIIO::TypeDesc numbers_type{OIIO::TypeDesc::UINT32, int(std::tuple_size_v<Light>)};

template <class Light>
std::optional<Light> light_in(const OIIO::ImageSpec& spec, const char* name) {
    const OIIO::ParamValue* found = spec.find_attribute(name, numbers_type<Light>);
    if (!found) return {};
    Light light;
    std::memcpy(light.data(), found->data(), sizeof light);
    return light;
}

std::string nits(std::uint32_t steps) { return decimal(double(steps) / steps_of_nit); }

} // namespace

std::optional<ContentLight> content_light(const OIIO::ImageSpec& spec) {
    return light_in<ContentLight>(spec, content_attribute);
}
std::optional<DisplayLight> display_light(const OIIO::ImageSpec& spec) {
    return light_in<DisplayLight>(spec, display_attribute);
}
void put_light(OIIO::ImageSpec& spec, const ContentLight& light) {
    spec.attribute(content_attribute, numbers_type<ContentLight>, light.data());
}
void put_light(OIIO::ImageSpec& spec, const DisplayLight& light) {
    spec.attribute(display_attribute, numbers_type<DisplayLight>, light.data());
}

void take_light(OpenFile& open, OIIO::ImageSpec& spec, std::optional<ContentLight> content,
                const std::optional<DisplayLight>& display) {
    constexpr std::uint32_t most = 10000 * steps_of_nit; // PQ's
    if (content && (content->at(0) == 0 || content->at(0) > most || content->at(1) > content->at(0))) {
        open.warn(message(messages::content_light, nits(content->at(0)), nits(content->at(1))));
        content = ContentLight{};
    }
    if (content) put_light(spec, *content);
    if (display && display->at(8) > display->at(9)) return put_light(spec, *display);
    if (display) open.leave_out(message(messages::display_light, nits(display->at(9)), nits(display->at(8))));
}

void warn_of_contradiction(OpenFile& open, std::string_view profile, const CodePoints& points) {
    if (!profile.empty() && contradicts(profile, points))
        open.warn(message(messages::profile_contradicts, points.primaries, points.transfer));
}

std::optional<CodePoints> hdr_points(const OIIO::ImageSpec& spec) {
    const OIIO::ParamValue* const primaries = spec.find_attribute(primaries_attribute, OIIO::TypeInt);
    const OIIO::ParamValue* const transfer = spec.find_attribute(transfer_attribute, OIIO::TypeInt);
    if (!primaries || !transfer) return {};
    const CodePoints points{primaries->get_int(), transfer->get_int()};
    return hdr_profile(points, 3) ? std::optional(points) : std::nullopt;
}

ContentLight measured_light(const Encoded& encoded, const CodePoints& points) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const auto channels = std::size_t(spec.nchannels), colours = channels < 3 ? std::size_t(1) : 3;
    const OIIO::TypeDesc type = encoded.type == OIIO::TypeUnknown ? spec.format : encoded.type;
    Profile profile = *hdr_profile(points, int(colours));
    profile.own_primaries = false; // light stays in them
    const HostColours host(profile);
    std::vector<double> sums(std::size_t(spec.height)), tops(sums.size()); // of each row
    const auto measure = [&](int y, std::span<const float> row) {
        std::vector<float> light;
        light.reserve(row.size());
        for (std::size_t at = 0; at < row.size(); at += channels)
            light.insert(light.end(), &row[at], &row[at] + colours);
        host.to_light(light);
        for (auto at = light.begin(); at < light.end(); at += std::ptrdiff_t(colours)) {
            const double top = std::max(0.0, double(*std::max_element(at, at + std::ptrdiff_t(colours))));
            sums[std::size_t(y)] += top;
            tops[std::size_t(y)] = std::max(tops[std::size_t(y)], top);
        }
    };
    each_row(encoded.bytes(), type, spec.height, std::size_t(spec.width) * channels, measure);
    static constexpr double most = 4e9; // of floats, which have no top
    const auto steps = [](double light) {
        return std::uint32_t(std::lround(std::min(light * double(nits_of_white) * steps_of_nit, most)));
    };
    const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
    return {steps(std::ranges::max(tops)), steps(sum / double(spec.image_pixels()))};
}

std::uint64_t fingerprint(const Pixels& pixels) {
    constexpr std::uint64_t prime = 0x9E3779B97F4A7C15U;
    std::uint64_t sum = std::uint64_t(pixels.size.width);
    const std::size_t row = std::size_t(pixels.size.width) * pixels.pixel_bytes();
    by_bands(pixels.size.height, {&pixels.bytes}, [&](int first, int behind) {
        for (int y = first; y < behind; ++y)
            sum =
                (sum ^ std::hash<std::string_view>()({reinterpret_cast<const char*>(pixels.at(0, y)), row})) *
                prime;
    });
    return sum;
}

} // namespace atrous
