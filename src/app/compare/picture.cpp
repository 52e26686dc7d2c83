// Chooses channels by their names.
#include "app/compare/picture.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "io/codec/planes.h"
#include <algorithm>
#include <set>

namespace atrous {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_channels = 4; ///< of a layer without colours, like XYZ or XYZW

/// Channels of a part: their indices, the first `colours` of them not alpha.
struct Choice {
    const Part* part = nullptr;
    std::vector<int> channels = {};
};

std::string layer_of(const std::string& channel) {
    const auto dot = channel.rfind('.');
    return dot == std::string::npos ? "" : channel.substr(0, dot);
}

/// The channels of a choice of the codec, with alpha only if it is asked for.
std::vector<int> wanted(const ColourChannels& colour, bool alpha) {
    std::vector<int> channels = colour.index;
    if (colour.alpha && !alpha) channels.pop_back();
    return channels;
}

/// Every layer and named part of the file.
std::string layers_text(const ImageFile& file) {
    std::set<std::string> layers;
    for (const Part& part : file.parts) {
        if (file.parts.size() > 1) layers.insert(part.name);
        for (const std::string& name : channel_names(part)) layers.insert(layer_of(name));
    }
    layers.erase("");
    return layers.empty() ? "there are no layers" : "there are " + joined({layers.begin(), layers.end()});
}

Choice whole_picture(const ImageFile& file, const fs::path& path, bool alpha) {
    Choice first;
    int pictures = 0;
    for (const Part& part : file.parts) {
        if (picture_channels(part).colours == 0) continue;
        if (pictures++ == 0) first = {&part, wanted(picture_channels(part), alpha)};
    }
    if (pictures == 0)
        throw file_error(path.string() + ": holds no picture; --layer NAME chooses (" + layers_text(file) +
                         ")");
    if (pictures > 1)
        log_warning(path.string() + ": holds " + std::to_string(pictures) +
                    " pictures; the first is compared" +
                    (first.part->name.empty() ? "" : " (" + first.part->name + ")") +
                    ", --layer NAME chooses another");
    return first;
}

/// The channels of the layer in a part: its colours, or where it has none, all of them.
std::vector<int> channels_of_layer(const Part& part, const std::string& layer, bool alpha) {
    const std::string prefix = lower(layer) + ".";
    const bool whole = lower(part.name) == lower(layer);
    std::vector<int> found;
    std::vector<std::string> rest;
    const auto& names = channel_names(part);
    for (int i = 0; i < int(names.size()); ++i) {
        const std::string& name = names[std::size_t(i)];
        const bool inside = lower(name).starts_with(prefix);
        if (!inside && !whole) continue;
        found.push_back(i);
        rest.push_back(inside ? name.substr(prefix.size()) : name);
    }
    const std::vector<int> colours = wanted(find_colour(rest, -1), alpha);
    if (colours.empty()) return found;
    std::vector<int> chosen;
    for (const int i : colours) chosen.push_back(found[std::size_t(i)]);
    return chosen;
}

/// The layer's channels in the first part that has it; nothing where none has.
Choice layer_in(const ImageFile& file, const fs::path& path, const PictureRequest& request) {
    for (const Part& part : file.parts) {
        std::vector<int> channels = channels_of_layer(part, request.layer, request.alpha);
        if (channels.size() > most_channels)
            throw file_error(path.string() + ": layer " + request.layer + " has " +
                             std::to_string(channels.size()) + " channels and no picture; " +
                             layers_text(file));
        if (!channels.empty()) return {&part, std::move(channels)};
    }
    return {};
}

bool has_layers(const ImageFile& file) {
    return file.parts.size() > 1 || std::ranges::any_of(channel_names(file.parts[0]), [](const auto& name) {
               return !layer_of(name).empty();
           });
}

Choice choose(const ImageFile& file, const fs::path& path, const PictureRequest& request) {
    Choice choice = request.layer.empty() ? Choice{} : layer_in(file, path, request);
    if (choice.part) return choice;
    if (!request.layer.empty() && has_layers(file))
        throw file_error(path.string() + ": has no layer " + request.layer + "; " + layers_text(file));
    return whole_picture(file, path, request.alpha);
}

Planar planes_of(const Choice& choice) {
    Planar picture;
    picture.size = data_size(*choice.part);
    for (const int channel : choice.channels) {
        picture.names.push_back(channel_names(*choice.part)[std::size_t(channel)]);
        picture.planes.push_back(channel_plane(*choice.part, channel));
    }
    return picture;
}

/// Cycles' layer Vector: XY is previous - current position in pixels, y up.
std::optional<Motion> motion_in(const ImageFile& file) {
    for (const Part& part : file.parts) {
        const auto& names = channel_names(part);
        for (int x = 0; x < int(names.size()); ++x) {
            const std::string name = lower(names[std::size_t(x)]);
            if (name != "vector.x" && !name.ends_with(".vector.x")) continue;
            const std::string partner = name.substr(0, name.size() - 1) + "y";
            const auto y = std::ranges::find(names, partner, [](const std::string& n) { return lower(n); });
            if (y == names.end()) continue;
            Motion motion{data_size(part), channel_plane(part, x),
                          channel_plane(part, int(y - names.begin()))};
            for (float& dy : motion.dy) dy = -dy;
            return motion;
        }
    }
    return std::nullopt;
}

ImageFile read_file_of(const fs::path& path) {
    ImageFile file = Decoder(path).read();
    for (const std::string& warning : file.warnings) log_warning(warning);
    return file;
}

} // namespace

ComparedPicture read_picture(const fs::path& path, const PictureRequest& request) {
    const ImageFile file = read_file_of(path);
    const Choice choice = choose(file, path, request);
    ComparedPicture read;
    read.picture = planes_of(choice);
    read.floats = choice.part->pixels.size.pixels() == 0 || is_float(choice.part->pixels.type);
    read.layer_found = !request.layer.empty() && has_layers(file);
    read.origin = data_origin(*choice.part);
    if (request.motion) read.motion = motion_in(file);
    return read;
}

Motion read_motion(const fs::path& path) {
    std::optional<Motion> motion = motion_in(read_file_of(path));
    if (!motion)
        throw file_error(path.string() +
                         ": has no motion vectors (a layer Vector with channels X and Y, as Cycles writes)");
    return *std::move(motion);
}

} // namespace atrous
