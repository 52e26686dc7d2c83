// Reads the options of `enhance`.
#include "commands/enhance/options.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/session.h"
#include "commands/enhance/darktable_preset.h"
#include "commands/enhance/messages.h"
#include "formats/common/file_format.h"
#include "formats/common/formats.h"
#include "formats/dispatch/capabilities.h"
#include <filesystem>

namespace atrous {
namespace {

/// Returns nothing if no depth has that name.
std::optional<PixelType> depth_named(const std::string& name) {
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32})
        if (name == depth_name(type)) return type;
    return {};
}

Preset chosen_preset(const CommandLine& line, EnhanceOptions& options) {
    const std::string* sidecar = line.find("darktable-xmp");
    options.sidecars = sidecar && *sidecar == "sidecar";
    if (sidecar && !options.sidecars && !options.preset_names.empty())
        throw usage_error(messages::sidecar_and_preset);
    const std::string space = line.value("space", "lab");
    if (sidecar && space != "lab" && space != "auto") throw usage_error(messages::sidecar_space, space);
    const bool named = !options.preset_names.empty() || !sidecar || options.sidecars;
    return named ? named_preset(line, options) : load_darktable_preset(*sidecar);
}

using Options = EnhanceOptions;

/// Sets the command's own options, except the filter's.
constexpr OptionSetter<Options> enhance_setters[] = {
    {"depth",
     [](Options& o, Text name) {
         o.batch.write.bits = name == "uint10" ? 10 : name == "uint12" ? 12 : 0;
         o.batch.write.depth = depth_named(o.batch.write.bits > 0 ? "uint16" : name);
     }},
    {"gain-map",
     [](Options& o, Text name) {
         o.batch.write.gain_maps = name == "keep"   ? GainMaps::keep
                                   : name == "drop" ? GainMaps::drop
                                                    : GainMaps::fitting;
     }},
    {"layer", [](Options& o, Text name) { o.batch.read.layer = name; }},
    {"compare", [](Options& o, Text) { o.companions.compare = true; }},
    {"dump-levels", [](Options& o, Text folder) { o.companions.levels = folder; }},
    {"crop", [](Options& o, Text text) { o.crop = parse_crop(text); }},
    {"sharpen-output", [](Options& o, Text amount) { o.size.sharpen = to_number(amount); }},
    {"preset", [](Options& o, Text name) { o.preset_names.push_back(name); }, true},
    {"noise", [](Options& o, Text text) { o.noise = text == "found" ? 0 : noise_deviation(text); }},
    {"dump-preset", [](Options& o, Text) { o.dump_preset = true; }}};

} // namespace

PixelType working_type(PixelType own, const Job& job, const WriteOptions& options) {
    const Format* format = format_by_name(options.named(job.output()));
    const PixelType written = options.depth ? *options.depth : format ? closest_type(*format, own) : own;
    return own == PixelType::u8 && written != PixelType::u8 ? PixelType::u16 : own;
}

EnhanceOptions enhance_options(const CommandCall& call) {
    const CommandLine& line = call.line;
    EnhanceOptions options;
    read_session_options(call, options);
    options.noise_from = noise_from(line);
    read_picture_options(line, options.batch);
    set_given(line, enhance_setters, options);
    options.size.fit = read_box(line);
    if (options.size.fit) options.size.fit->fits_pixels = options.crop.has_value();
    options.preset = chosen_preset(line, options);
    if (!options.preset_overrides.empty())
        log_verbose(
            message(messages::presets_overridden, options.preset.name, joined(options.preset_overrides)));
    take_settings(line, options);
    return options;
}

PhotographOptions photograph_options(const EnhanceOptions& options, const std::filesystem::path& photograph) {
    PhotographOptions own;
    const std::filesystem::path sidecar = options.sidecars ? sidecar_of(photograph) : std::filesystem::path{};
    if (sidecar.empty()) return own;
    const auto equalizer = find_darktable_equalizer(sidecar);
    if (!equalizer) return own;
    own.warnings = equalizer->warnings;
    try {
        own.changed = options;
        own.changed->preset = darktable_preset(*equalizer, sidecar.string());
        own.changed->settings = settings_by_space(own.changed->preset, options.given);
    } catch (const Error& error) {
        throw file_error(error.message); // only for this photograph
    }
    own.sidecar = sidecar;
    return own;
}

} // namespace atrous
