// Finds the layers of lights, and the colours that they are divided by.
#include "base/error.h"
#include "batch/plan/role_files.h"
#include "commands/denoise/denoise_run.h"
#include "commands/denoise/messages.h"
#include "engine/denoise/render.h"
#include "renders/layers.h"
#include <algorithm>

namespace atrous {
namespace {

/// True if a light layer may belong to an image. Excludes layers of other roles, and images themselves.
bool is_light(const Layer& layer) {
    return layer.rgb() &&
           (layer.role == AovRole::none || layer.role == AovRole::beauty || layer.role == AovRole::light);
}

/// The layers that match the pattern, in the image's view and view layer.
std::vector<std::size_t> lights_of(const RoleSearch& search, const std::string& pattern) {
    const auto& layers = search.file.aovs.layers;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (!is_light(layers[i]) || layers[i].view != search.view || layers[i].title() == search.title)
            continue;
        const auto matched = match(pattern, layers[i]);
        const bool other =
            matched && !matched->group.empty() && !search.group.empty() && matched->group != search.group;
        if (matched && !other) found.push_back(i);
    }
    return found;
}

/// The table of AOVs that a file is read by.
const AovTable& table_of(const Aovs& aovs, const DenoiseOptions& options) {
    const ReadOptions& read = options.batch.read;
    return read.table ? *read.table : embedded_aov_table(aovs.table);
}

/// True if the table marks this light as divided by the surface's colour.
bool is_divided(const AovTable& table, const Layer& layer) {
    return std::ranges::any_of(table.rows, [&](const AovRow& row) {
        return row.divided && std::ranges::any_of(row.patterns, [&](const std::string& pattern) {
                   return match(pattern, layer).has_value();
               });
    });
}

std::vector<int> rgb_channels(const Layer& layer) {
    return {layer.channel("R"), layer.channel("G"), layer.channel("B")};
}

/// The name that the pattern of a table is for: of the layer, or of a part whose channels have no layer.
const std::string& full_name(const Layer& layer) { return layer.name.empty() ? layer.part_name : layer.name; }

/// The layer of the colour that Cycles divides a light by: DiffCol for DiffDir and DiffInd, if possible of the same part. Null if
/// the file has none.
const Layer* colour_of(const RoleSearch& search, const Layer& light) {
    constexpr std::size_t suffix = 3;
    const std::string own = full_name(light),
                      name = own.substr(0, std::max(own.size(), suffix) - suffix) + "Col";
    const Layer* found = nullptr;
    for (const Layer& other : search.file.aovs.layers)
        if (full_name(other) == name && other.view == light.view && other.rgb() &&
            (!found || other.part == light.part))
            found = &other;
    return found;
}

void add_light(const RoleSearch& search, const AovTable& table, const Layer& layer, const std::string& reason,
               Render& render) {
    LightLayer light{std::size_t(layer.part), rgb_channels(layer), layer.title(), is_divided(table, layer)};
    for (const LightLayer& other : render.lights)
        if (other.part == light.part && other.channels == light.channels) return;
    auto planes = search.planes(light.part, light.channels, light.title);
    if (const Layer* colour = light.divided ? colour_of(search, layer) : nullptr) {
        light.colour = ColourLayer{std::size_t(colour->part), rgb_channels(*colour)};
        const auto factors = search.planes(light.colour->part, light.colour->channels, colour->title());
        for (std::size_t i = 0; i < planes.size(); ++i) planes[i] *= factors[i];
    }
    render.planes.lights.insert(render.planes.lights.end(), planes.begin(), planes.end());
    render.lights.push_back(light);
    render.roles.push_back(
        {"light", light.title, reason + (light.divided ? ", without the surface's colour" : "")});
}

struct LightPattern {
    std::string pattern;
    bool optional = false; ///< the table's: layers may have it
};

/// The patterns of --light, with the table's patterns instead of "auto".
std::vector<LightPattern> light_patterns(const Aovs& aovs, const DenoiseOptions& options) {
    std::vector<LightPattern> patterns;
    for (const std::string& light : options.lights) {
        if (light != "auto") {
            patterns.push_back({light});
            continue;
        }
        for (const AovRow& row : table_of(aovs, options).rows)
            if (row.role == AovRole::light)
                for (const std::string& pattern : row.patterns) patterns.push_back({pattern, true});
    }
    return patterns;
}

} // namespace

void read_lights(const RoleSearch& search, const DenoiseOptions& options, Render& render) {
    const Aovs& aovs = search.file.aovs;
    for (const LightPattern& light : light_patterns(aovs, options)) {
        const std::vector<std::size_t> layers = lights_of(search, light.pattern);
        if (layers.empty() && !light.optional)
            throw file_error(messages::light_unknown, light.pattern, layer_titles(aovs));
        const std::string reason =
            light.optional ? "pattern '" + light.pattern + "' of the table" : "--light " + light.pattern;
        for (const std::size_t i : layers)
            add_light(search, table_of(aovs, options), aovs.layers[i], reason, render);
    }
}

SvgfRoles max_roles(const Aovs& aovs, const DenoiseOptions& options) {
    const auto has = [&](AovRole role) {
        return aovs.find(role) || std::ranges::count(options.from, role, &RolePattern::role) > 0;
    };
    SvgfRoles roles;
    roles.emission = has(AovRole::emission);
    roles.variance = has(AovRole::variance);
    roles.pilot = has(AovRole::pilot);
    roles.coverage = true;
    const auto patterns = light_patterns(aovs, options);
    bool divided = false;
    for (const Layer& layer : aovs.layers) {
        const auto names = [&](const LightPattern& light) { return match(light.pattern, layer).has_value(); };
        if (!is_light(layer) || std::ranges::none_of(patterns, names)) continue;
        ++roles.lights;
        divided = divided || is_divided(table_of(aovs, options), layer);
    }
    roles.lights += int(options.filter_alpha) + int(divided || options.filter_alpha);
    return roles;
}

} // namespace atrous
