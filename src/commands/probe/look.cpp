// Reads a file by its roles.
#include "commands/probe/look.h"
#include "base/error.h"
#include "batch/pipeline/role_planes.h"
#include "formats/read/decoder.h"
#include <algorithm>

namespace atrous {
namespace {

std::string pair_title(const Layer& layer, const std::vector<int>& channels) {
    std::string text = layer.title() + ".";
    for (const int channel : channels)
        text += std::ranges::find(layer.components, channel, &Component::channel)->name;
    return text;
}

/// The two channels that have the role, then two more of its layer ("ZW" of one with "XY").
void add_pairs(const RoleSearch& search, AovRole role, Look& look) {
    const FoundAov* found = search.find(role);
    if (!found || found->channels.size() < 2) return;
    const Layer& layer = search.file.aovs.layers[found->layer];
    std::vector<int> channels(found->channels.begin(), found->channels.begin() + 2);
    std::vector<int> others;
    for (const Component& component : layer.components)
        if (std::ranges::count(channels, component.channel) == 0 && component.name != "A")
            others.push_back(component.channel);
    std::vector<std::vector<int>> pairs{channels};
    if (others.size() == 2) pairs.push_back(others);
    for (const auto& pair : pairs) {
        const std::string title = pair_title(layer, pair);
        const auto same = std::ranges::find(look.pairs, title, &VectorPair::title);
        if (same != look.pairs.end()) {
            if (pair == channels) { // separate roles count more than neighbouring channels
                same->role = role;
                same->convention = found->row.motion;
            }
            continue;
        }
        look.pairs.push_back(
            {role, title, found->row.motion,
             search.planes_in_place(search.file.parts[std::size_t(layer.part)], pair, layer.title())});
    }
}

Look look_at_picture(const ImageFile& file, std::size_t part, std::size_t picture) {
    const RoleSearch search(file, part, picture);
    const PictureView view = pictures_of(file.parts[part])[picture];
    Look look{search.title, search.size};
    look.linear = is_float(view.pixels.type) && view.pixels.transfer == Transfer::linear;
    std::vector<int> colours = view.channels.index;
    colours.resize(std::size_t(view.channels.colours));
    look.beauty = channel_planes(file.parts[part], colours);
    look.alpha = search.alpha();
    look.albedo = search.feature(AovRole::albedo, 3);
    look.normal = search.feature(AovRole::normal, 3);
    look.depth = search.depth();
    look.emission = search.planes(AovRole::emission, 3);
    look.variance = search.planes(AovRole::variance, 1);
    if (const FoundAov* normal = search.find(AovRole::normal)) look.camera_normals = normal->row.camera_space;
    if (const FoundAov* depth = search.find(AovRole::depth))
        look.depth_layer = file.aovs.layers[depth->layer].title();
    add_pairs(search, AovRole::motion, look);
    add_pairs(search, AovRole::motion_next, look);
    look.positions = search.find(AovRole::position) && search.find(AovRole::world_to_ndc);
    look.samples = search.samples_per_pixel();
    return look;
}

} // namespace

std::vector<Look> look_at(const std::filesystem::path& path, const ProbeOptions& options) {
    Decoder decoder(path, options.read);
    const bool hdr = !decoder.hdr(0).empty();
    const ImageFile file = decoder.read();
    std::vector<Look> looks;
    with_context(path.string(), [&] {
        for (std::size_t part = 0; part < file.parts.size(); ++part)
            for (std::size_t at = 0; at < pictures_of(file.parts[part]).size(); ++at)
                looks.push_back(look_at_picture(file, part, at)), looks.back().hdr = hdr;
        return 0;
    });
    return looks;
}

} // namespace atrous
