// Defines the kinds of filters, and their common functions.
#include "capi/filter.h"
#include "base/error.h"
#include "base/text.h"
#include "capi/messages.h"
#include "capi/options.h"
#include "cli/suggest.h"
#include "cli/tables.h"
#include "engine/region_runs.h"

namespace atrous {
namespace {

constexpr ImageRule picture_images[] = {{"color", 1, 4, false}, {"output", 1, 4, false}};

constexpr ImageRule render_images[] = {
    {"color", 3, 4, true},  {"albedo", 3, 4, false},     {"normal", 3, 4, true},   {"depth", 1, 4, true},
    {"motion", 2, 4, true}, {"motion-next", 2, 4, true}, {"variance", 1, 3, true}, {"emission", 3, 4, true},
    {"pilot", 3, 4, true},  {"output", 3, 4, true}};

constexpr FilterKind kinds[] = {
    {"enhance", enhance_table, enhance_taken, picture_images, commit_enhance},
    {"denoise", denoise_table, denoise_taken, render_images, commit_denoise},
    {"scale", scale_table, scale_taken, picture_images, commit_scale},
};

} // namespace

const FilterKind& filter_kind(const std::string& name) {
    std::vector<std::string> names;
    for (const FilterKind& kind : kinds) {
        if (name == kind.name) return kind;
        names.emplace_back(kind.name);
    }
    const std::string near = nearest(name, names);
    throw usage_error(messages::api_filter_unknown, name, joined(names),
                      near.empty() ? "" : "; did you mean " + near + "?");
}

const CallerImage& image_of(const FrameImages& images, const char* name) {
    const auto at = images.find(name);
    if (at == images.end()) throw usage_error(messages::api_image_missing, name);
    return at->second;
}

const FrameImages& ApiFilter::images() const {
    const auto at = frames.find(frame);
    if (at == frames.end()) throw usage_error(messages::api_frame_empty, frame);
    return at->second;
}

MemoryLimits ApiFilter::limits(const CommandLine& line) const {
    const std::string* const most = line.find("device-memory");
    return limits_of_device(device->engine.device(), most ? parse_bytes(*most, "--device-memory") : 0);
}

} // namespace atrous
