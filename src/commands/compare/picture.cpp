// Selects channels by their layers, and vectors by their role. Refuses images that do not match each other.
#include "commands/compare/picture.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/pipeline/role_planes.h"
#include "commands/compare/messages.h"
#include "formats/jpeg/messages.h"
#include "formats/read/decoder.h"
#include "formats/write/gain_map.h"
#include "renders/layers.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <functional>
#include <set>
#include <span>

namespace atrous {
namespace {

constexpr std::size_t max_channels = 4; ///< of a layer without colours, like XYZ or XYZW

/// Channels of a part: their indices, the first `colours` of them not alpha.
struct Choice {
    const Part* part = nullptr;
    std::vector<int> channels = {};
};

/// The channels of a choice of the codec, with alpha only if it is requested.
std::vector<int> wanted(const ColourChannels& colour, bool alpha) {
    std::vector<int> channels = colour.index;
    if (colour.alpha && !alpha) channels.pop_back();
    return channels;
}

/// Every layer and named part of the file.
std::string layers_text(const ImageFile& file) {
    std::set<std::string> layers;
    for (const Part& part : file.parts)
        if (file.parts.size() > 1) layers.insert(part.name);
    for (const Layer& layer : file.aovs.layers) layers.insert(layer.name);
    layers.erase("");
    return layers.empty() ? "there are no layers" : "there are " + joined({layers.begin(), layers.end()});
}

Choice whole_picture(const ImageFile& file, const fs::path& path, bool alpha) {
    // A part with several views has several images, which are all compared.
    const auto all_of = [&](const Part& part) {
        Choice choice{&part, {}};
        for (const PictureView& view : pictures_of(part))
            for (const int channel : wanted(view.channels, alpha)) choice.channels.push_back(channel);
        return choice;
    };
    Choice first;
    int pictures = 0;
    for (const Part& part : file.parts) {
        if (part.channels.colours == 0) continue;
        if (pictures++ == 0) first = all_of(part);
    }
    if (pictures == 0)
        throw RequestError(Exit::some_failed, message(messages::compare_no_picture, path, layers_text(file)));
    if (pictures > 1)
        report_warning(message(messages::compares_first, path, pictures,
                               first.part->name.empty() ? "" : " (" + first.part->name + ")"));
    return first;
}

/// A layer's channels: its colours, or all channels if it has none.
std::vector<int> channels_of(const Layer& layer, bool alpha) {
    std::vector<int> channels;
    for (const Component& component : layer.components) {
        const bool colour = std::string_view("RGB").find(component.name) != std::string_view::npos;
        if (!layer.rgb() || colour || (alpha && component.name == "A")) channels.push_back(component.channel);
    }
    return channels;
}

/// Returns the layer's channels, or the beauty channels of the view layer with this name, or nothing.
Choice layer_in(const ImageFile& file, const fs::path& path, const CompareOptions& request) {
    const auto& layers = file.aovs.layers;
    auto layer =
        std::ranges::find_if(layers, [&](const Layer& l) { return match(request.layer, l).has_value(); });
    for (const FoundAov& found : file.aovs.found)
        if (layer == layers.end() && found.row.role == AovRole::beauty && glob(request.layer, found.group))
            layer = layers.begin() + std::ptrdiff_t(found.layer);
    if (layer == layers.end()) return {};
    std::vector<int> channels = channels_of(*layer, request.alpha);
    if (channels.size() > max_channels)
        throw RequestError(Exit::some_failed, message(messages::compare_layer_channels, path, request.layer,
                                                      channels.size(), layers_text(file)));
    return {&file.parts[std::size_t(layer->part)], std::move(channels)};
}

bool has_layers(const ImageFile& file) {
    return file.parts.size() > 1 ||
           std::ranges::any_of(file.aovs.layers, [](const Layer& layer) { return !layer.name.empty(); });
}

Choice choose(const ImageFile& file, const fs::path& path, const CompareOptions& request) {
    Choice choice = request.layer.empty() ? Choice{} : layer_in(file, path, request);
    if (choice.part) return choice;
    if (!request.layer.empty() && has_layers(file))
        throw RequestError(Exit::some_failed,
                           message(messages::compare_no_layer, path, request.layer, layers_text(file)));
    return whole_picture(file, path, request.alpha);
}

Planar planes_of(const Choice& choice) {
    Planar picture;
    picture.size = data_size(*choice.part);
    for (const int channel : choice.channels) {
        picture.names.push_back(channel_names(*choice.part)[std::size_t(channel)]);
        picture.planes.push_back(channel_planes(*choice.part, {channel}));
    }
    return picture;
}

/// The vectors to the previous frame, by the layers' roles.
std::optional<Motion> motion_in(const ImageFile& file) {
    for (const AovRole role : {AovRole::motion, AovRole::motion_next}) {
        const FoundAov* found = file.aovs.find(role);
        if (!found || found->row.motion.to != MotionConvention::To::previous || found->channels.size() < 2)
            continue;
        const Part& part = file.parts[std::size_t(file.aovs.layers[found->layer].part)];
        const Size size = data_size(part);
        std::vector<float> planes = channel_planes(part, {found->channels[0], found->channels[1]});
        motion_to_pixels(planes, found->row.motion, size, {});
        const auto middle = planes.begin() + std::ptrdiff_t(planes.size() / 2);
        return Motion{size, {planes.begin(), middle}, {middle, planes.end()}};
    }
    return std::nullopt;
}

/// Throws for more bytes than are allowed.
using MemoryCheck = std::function<void(std::uint64_t)>;

/// `ignores_map`: notes that a gain map could be applied.
ImageFile read_file_of(const fs::path& path, const MemoryCheck& check, bool ignores_map = false) {
    Decoder decoder(path);
    check(decoder.decoded_bytes());
    const auto map = ignores_map ? decoder.gain_map() : std::nullopt;
    const Message note = message(messages::gain_map_ignored, path);
    if (map && map->numbers.unusable.empty() && is_first_occurrence(note)) log_info(note);
    ImageFile file = decoder.read();
    for (const Message& warning : file.warnings) report_warning(warning);
    return file;
}

/// The paths of a pair, for messages.
struct Names {
    std::string a, b;
};

void check_fit(const ComparedPicture& a, const ComparedPicture& b, const Names& names) {
    const Planar &x = a.picture, &r = b.picture;
    if (x.size != r.size)
        throw usage_error(messages::sizes_differ, names.a, to_string(x.size), names.b, to_string(r.size));
    const auto channels = [](const Planar& picture) {
        const std::size_t count = picture.names.size();
        return std::to_string(count) + (count == 1 ? " channel (" : " channels (") + joined(picture.names) +
               ")";
    };
    if (x.planes.size() != r.planes.size())
        throw usage_error(messages::channels_differ, names.a, channels(x), names.b, channels(r));
}

/// Takes the display window of an OpenEXR if the other image has its size: other formats get only this one of
/// it.
void show_display(ComparedPicture& a, const ComparedPicture& b) {
    const ImageWindow& at = a.place;
    if (a.picture.size == b.picture.size || at.display != b.picture.size || a.motion) return;
    for (std::vector<float>& plane : a.picture.planes) {
        std::vector<float> shown(std::size_t(at.display.pixels()));
        for (std::size_t i = 0; i < plane.size(); ++i) {
            const std::int64_t x = std::int64_t(i) % at.size.width + at.x - at.display_x,
                               y = std::int64_t(i) / at.size.width + at.y - at.display_y;
            if (x >= 0 && x < at.display.width && y >= 0 && y < at.display.height)
                shown[std::size_t(y * at.display.width + x)] = plane[i];
        }
        plane = std::move(shown);
    }
    a.picture.size = at.display;
    a.place = b.place;
}

/// If one file has more views than the other, keeps the views that both have.
void take_first(ComparedPicture& a, ComparedPicture& b, const Names& names) {
    if (a.pictures() == b.pictures()) return;
    report_warning(message(messages::image_counts_differ, names.a, a.pictures(), names.b, b.pictures()));
    for (ComparedPicture* picture : {&a, &b}) {
        picture->picture.planes.resize(picture->first);
        picture->picture.names.resize(picture->first);
    }
}

/// Makes colours light if one of the files is PQ or HLG: linear sRGB, in which 1 is 203 cd/m2.
void take_light(ComparedPicture& read) {
    const auto count = std::size_t(read.colours), all = std::size_t(read.picture.size.pixels());
    read.floats = true;
    if (count == 0) return;
    Pixels pixels{read.picture.size,    PixelType::f32, read.colours, Alpha::none, read.encoding.transfer, {},
                  read.encoding.profile};
    pixels.bytes = Bytes(pixels.byte_count());
    const std::span<float> samples(reinterpret_cast<float*>(pixels.bytes.data.get()), all * count);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = read.picture.planes[i % count][i / count];
    const Pixels light = light_of(pixels);
    for (std::size_t i = 0; i < samples.size(); ++i)
        read.picture.planes[i % count][i / count] = reinterpret_cast<const float*>(light.bytes.data.get())[i];
}

/// Warns of comparisons that may not be intended.
void warn_of(const ComparedPicture& a, const ComparedPicture& b, const Names& names) {
    if (a.floats != b.floats)
        report_warning(message(messages::types_differ, names.a, a.floats ? "floats" : "integers", names.b,
                               b.floats ? "floats" : "integers"));
    const auto corner = [](const ImageWindow& at) {
        return std::to_string(at.x) + "," + std::to_string(at.y);
    };
    if (corner(a.place) != corner(b.place))
        report_warning(message(messages::origins_differ, names.a, corner(a.place), names.b, corner(b.place)));
}

/// Reads a file, with `motion` also its motion vectors, if it has any. Reports the codec's warnings, and
/// warns of several images. A file without layers is taken whole, whatever layer is requested. Throws a file
/// error if it cannot be read, and a RequestError if it has no image or no such layer (names the existing
/// ones).
ComparedPicture read_picture(const fs::path& path, const CompareOptions& request, bool motion,
                             const MemoryCheck& check) {
    std::uint64_t decoded = 0;
    const bool is_whole = request.layer.empty(), applies_map = request.hdr && is_whole;
    ImageFile file = read_file_of(
        path, [&](std::uint64_t bytes) { check(decoded = bytes); }, is_whole && !request.hdr);
    const Pixels& first = file.parts.front().pixels;
    if (applies_map)
        check(decoded + 3 * sizeof(float) * std::uint64_t(first.size.pixels() * first.channels()));
    const auto reason = applies_map ? put_hdr_rendition(file) : std::nullopt;
    if (reason && !reason->empty()) report_warning(message(messages::gain_map_unusable, path, *reason));
    const Choice choice = choose(file, path, request);
    const Pixels& pixels = choice.part->pixels;
    const std::uint64_t copies = request.hdr || is_hdr(pixels.transfer) ? 3 : 1; // with samples and light
    check(decoded +
          copies * choice.channels.size() * std::uint64_t(data_size(*choice.part).pixels()) * sizeof(float));
    ComparedPicture read;
    read.picture = planes_of(choice);
    const auto samples = std::size_t(pixels.channels());
    for (std::size_t c = 0; reason && reason->empty() && c < read.picture.planes.size(); ++c)
        for (std::size_t i = 0; i < read.picture.planes[c].size(); ++i)
            read.picture.planes[c][i] =
                reinterpret_cast<const float*>(pixels.bytes.data.get())[i * samples + c];
    if (request.layer.empty()) read.first = wanted(choice.part->channels, request.alpha).size();
    read.floats = pixels.size.pixels() == 0 || is_float(pixels.type);
    read.encoding = encoding_of(pixels);
    if (request.layer.empty() && pixels.size.pixels() > 0) read.colours = pixels.colours;
    read.layer_found = !request.layer.empty() && has_layers(file);
    read.place = part_place(*choice.part);
    if (motion) read.motion = motion_in(file);
    return read;
}

} // namespace

PsnrScale scale_of(const CompareOptions& options, const ComparedPictures& pictures) {
    return {options.scale.linear, options.scale.peak, pictures.display};
}

Motion read_motion(const fs::path& path, const IsolatedReading& reading) {
    std::optional<Motion> motion =
        motion_in(read_file_of(path, [&](std::uint64_t bytes) { reading.check_memory(path, bytes); }));
    if (!motion) throw RequestError(Exit::some_failed, message(messages::compare_no_motion, path));
    return *std::move(motion);
}

ComparedPictures read_pair(const ComparedFrame& frame, const CompareOptions& options, bool motion,
                           IsolatedReading& reading) {
    const Names names{frame.a.string(), frame.b.string()};
    std::uint64_t before = 0; // bytes of A while B is read
    const auto read = [&](const fs::path& path, bool with_motion) {
        const auto check = [&](std::uint64_t bytes) { reading.check_memory(path, before + bytes); };
        return reading.in_step(Step::decoding, path,
                               [&] { return read_picture(path, options, with_motion, check); });
    };
    ComparedPicture a = read(frame.a, false);
    before = a.picture.planes.size() * std::uint64_t(a.picture.size.pixels()) * sizeof(float);
    ComparedPicture b = read(frame.b, motion);
    if (!options.layer.empty() && !a.layer_found && !b.layer_found)
        throw usage_error(messages::layers_lacking, options.layer, names.a, names.b);
    take_first(a, b, names);
    show_display(a, b);
    show_display(b, a);
    check_fit(a, b, names);
    if (options.hdr || is_hdr(a.encoding.transfer) || is_hdr(b.encoding.transfer))
        take_light(a), take_light(b);
    warn_of(a, b, names);
    return {std::move(a.picture), std::move(b.picture), std::move(b.motion), !a.floats && !b.floats};
}

} // namespace atrous
