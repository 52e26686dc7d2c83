// Reads and writes gain maps with the readers and writers of all files, in memory. Previews are means of boxes.
#include "formats/write/gain_map.h"
#include "base/error.h"
#include "formats/common/convert.h"
#include "formats/common/library.h"
#include "formats/dispatch/codecs.h"
#include "formats/jpeg/messages.h"
#include "formats/jpeg/mpf.h"
#include "formats/read/decoder.h"
#include "formats/write/encoding.h"
#include "formats/write/output_proxy.h"
#include "formats/write/small_copy.h"
#include "metadata/gain_map.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace atrous {
namespace {

/// Bytes that a map may have in addition to its samples: profile, metadata.
constexpr std::uint64_t max_beside = std::uint64_t(8) << 20;

/// The bytes of the item, within the limit for an image of this size.
std::string bytes_of(const AppendedFile& of, const AppendedItem& item) {
    if (item.made) return *item.made;
    const std::uint64_t most = std::uint64_t(of.size.pixels()) * 3 + max_beside;
    if (item.size > most) throw file_error(messages::gain_map_bytes, format_bytes(item.size));
    std::string bytes = of.found.file->bytes(item.at, item.size);
    if (bytes.size() != item.size) throw file_error(messages::gain_map_changed);
    return bytes;
}

/// An error's text without the name of a temporary file, in the forms that libraries and this program use.
std::string without_name(std::string text, const std::string& name) {
    for (const std::string& form : {name + ": ", " (\"" + name + "\")", " for \"" + name + "\"", name})
        for (std::size_t at = text.find(form); at != std::string::npos; at = text.find(form))
            text.erase(at, form.size());
    return text;
}

/// Null if it cannot be made, or would not be smaller than the image.
std::shared_ptr<const std::string> new_preview(const AppendedFile& of, const AppendedItem& item,
                                               const Pixels& pixels) {
    MemoryFile memory;
    memory.put(bytes_of(of, item));
    const std::optional<JpegHeader> old = read_jpeg_header(memory.path());
    const bool is_smaller =
        old && (old->size.width < pixels.size.width || old->size.height < pixels.size.height);
    if (!is_smaller || old->quality == 0) return nullptr;
    std::vector<JpegSegment> segments = old->segments;
    std::erase_if(segments, belongs_to_old_file);
    std::string made = small_jpeg(pixels, old->size, old->quality, segments);
    return made.empty() ? nullptr : std::make_shared<const std::string>(std::move(made));
}

void check_map(const Decoder& decoder, Size picture) {
    const Size size = decoder.size();
    if (decoder.format() != "jpeg") throw file_error(messages::gain_map_format);
    if (size.width > picture.width || size.height > picture.height)
        throw file_error(messages::gain_map_size, to_string(size), to_string(picture));
}

/// The map with samples that are proportional to stops, as the blocks of a JPEG describe them.
GainMap in_stops(const GainMap& map) {
    GainMap made{map.samples.copy(), map.numbers};
    if (map.numbers.kind != GainMapKind::apple) return made;
    made.numbers.kind = GainMapKind::iso;
    std::array<std::byte, 256> samples{};
    for (std::size_t i = 0; i < samples.size(); ++i)
        samples[i] =
            std::byte(std::lround(255 * made.numbers.sample(0, map.numbers.gain(0, double(i) / 255))));
    for (std::size_t i = 0; i < made.samples.bytes.size; ++i)
        made.samples.bytes.data[i] = samples[std::to_integer<std::size_t>(made.samples.bytes.data[i])];
    return made;
}

/// A map as data after the image of a JPEG.
AppendedFile appended_of(const GainMap& map, Size size) {
    ImageFile own;
    own.format = "jpeg";
    Part& part = own.parts.emplace_back();
    part.pixels = map.samples.copy();
    part.pass_through = std::make_shared<PassThrough>();
    part.pass_through->spec = OIIO::ImageSpec(map.samples.size.width, map.samples.size.height,
                                              map.samples.channels(), OIIO::TypeUInt8);
    Metadata metadata;
    metadata.own = gain_map_blocks(map.numbers, map.samples.colours);
    metadata.format = "jpeg";
    own.metadata = std::make_shared<const Metadata>(std::move(metadata));
    AppendedItem item{AppendedKind::gain_map};
    make_gain_map(own, fitted_map_quality, item);
    item.mpf_entry = 1;
    AppendedFile of{{}, size};
    of.found.items = {item}, of.found.mpf = new_mpf(2);
    return of;
}

/// The largest sample, at most PQ's top.
float peak_of(const Pixels& light) {
    constexpr float top = 10000 / nits_of_white;
    std::vector<float> tops(std::size_t(light.size.height));
    const auto look = [&](int y, std::span<const float> row) {
        for (const float v : row) tops[std::size_t(y)] = std::max(tops[std::size_t(y)], std::min(v, top));
    };
    each_row(light.bytes, OIIO::TypeFloat, light.size.height,
             std::size_t(light.size.width * light.channels()), look);
    return std::ranges::max(tops);
}

} // namespace

std::shared_ptr<const AppendedFile> with_new_previews(std::shared_ptr<const AppendedFile> of,
                                                      const Pixels& pixels) {
    const auto is_preview = [](const AppendedItem& item) { return item.kind == AppendedKind::preview; };
    if (!of || std::ranges::none_of(of->found.items, is_preview)) return of;
    AppendedFile changed = *of;
    for (AppendedItem& item : changed.found.items)
        if (is_preview(item) && (item.made = new_preview(*of, item, pixels))) item.size = item.made->size();
    return std::make_shared<const AppendedFile>(std::move(changed));
}

ImageFile read_gain_map(const AppendedFile& of, const AppendedItem& item, const ScratchPtr& scratch) {
    MemoryFile memory;
    memory.put(bytes_of(of, item));
    try {
        ReadOptions options;
        if (scratch) options.max_opening = scratch->spare;
        Decoder decoder(memory.path(), options);
        check_map(decoder, of.size);
        return decoder.read(scratch);
    } catch (const Error& error) {
        Message words = error.message;
        words.text = without_name(words.text, memory.path());
        throw file_error(words);
    }
}

std::optional<UsableGainMap> usable_gain_map(const ImageFile& file) {
    const AppendedItem* const item = file.appended ? file.appended->found.gain_map() : nullptr;
    if (!item) return {};
    UsableGainMap found{std::size_t(item - file.appended->found.items.data())};
    try {
        found.file = read_gain_map(*file.appended, *item, nullptr);
    } catch (const Error& error) {
        if (error.kind != Exit::some_failed) throw;
        found.damage = error.message, found.reason = error.what();
        return found;
    }
    const Pixels& samples = found.file.parts.front().pixels;
    const Metadata none, &metadata = file.metadata ? *file.metadata : none;
    const auto numbers = gain_map_numbers(found.file.metadata->own,
                                          metadata.exif.empty() ? exif_in(metadata.own) : metadata.exif);
    const int colours = file.parts.front().pixels.colours;
    found.reason = !numbers                        ? "its numbers are missing"
                   : !numbers->unusable.empty()    ? numbers->unusable
                   : samples.type != PixelType::u8 ? "its samples do not have 8 bits"
                   : samples.colours > colours     ? "it has colours, and its image has none"
                   : numbers->own_primaries && samples.colours == 3 && samples.profile
                       ? "its gains are for the primaries of its own profile"
                       : "";
    if (found.reason.empty()) found.map = {samples.copy(), *numbers};
    return found;
}

std::optional<std::string> put_hdr_rendition(ImageFile& file) {
    Pixels& pixels = file.parts.front().pixels;
    if (const auto map = std::exchange(file.gain_map, nullptr)) {
        pixels = hdr_rendition(pixels, pixels.size, *map);
        return "";
    }
    const auto found = usable_gain_map(file);
    if (!found || !found->reason.empty()) return found ? std::optional(found->reason) : std::nullopt;
    pixels = hdr_rendition(pixels, pixels.size, found->map);
    AppendedFile rest = *file.appended;
    rest.found.items.erase(rest.found.items.begin() + std::ptrdiff_t(found->item));
    file.appended = std::make_shared<const AppendedFile>(std::move(rest));
    return "";
}

std::string gain_map_jpeg(const ImageFile& map, int least) {
    const Part& part = map.parts.front();
    WriteOptions options;
    if (least > 0)
        options.quality = std::max(least, part.pass_through->spec.get_int_attribute(quality_attribute));
    const Target target{.format = *format_named("jpeg"), .options = options, .metadata_follow = true};
    const Metadata metadata = metadata_to_write(source_metadata(map, target), map, part, target);
    const OIIO::ImageSpec spec = output_spec(part, target, nullptr);
    const Encoded encoded = encode_part(part, target, spec);
    std::string bytes = jpeg_in_memory(encoded.spec, encoded.type, encoded.bytes());
    if (bytes.empty()) throw file_error(messages::gain_map_encoding);
    Messages discarded_warnings;
    return codec_named(target.format.name).with_metadata(std::move(bytes), metadata, discarded_warnings);
}

void make_gain_map(const ImageFile& map, int least, AppendedItem& item) {
    try {
        item.made = std::make_shared<const std::string>(gain_map_jpeg(map, least));
        item.size = item.made->size();
    } catch (const Error& error) {
        if (error.kind != Exit::some_failed) throw;
        item.refused = error.what();
    }
}

void append_gain_map(ImageFile& file) {
    if (!file.gain_map) return;
    AppendedFile of = appended_of(in_stops(*file.gain_map), file.parts.front().pixels.size);
    of.light = cell_light(file.parts.front().pixels);
    file.appended = std::make_shared<const AppendedFile>(std::move(of));
    file.gain_map = nullptr;
}

std::shared_ptr<const AppendedFile> new_gain_map(const Part& part, const Target& target) {
    const Pixels& pixels = part.pixels;
    const bool may_exceed = is_float(pixels.type) || is_hdr(pixels.transfer);
    if (!may_exceed || !holds_gain_map(target.options, target.format.name) || pixels.size.pixels() == 0)
        return nullptr;
    const Pixels light = converted(pixels, PixelType::f32, {}, Alpha::none);
    const float peak = peak_of(light);
    if (!(peak > 1) && !is_hdr(pixels.transfer)) return nullptr; // these have a tone curve
    constexpr float least_peak = 1.1F;
    GainMap map;
    map.numbers.headroom = double(std::log2(std::max(peak, least_peak)));
    map.numbers.curves.fill({0, std::max(map.numbers.headroom, 1.0), 1}); // a range that the fit can widen
    map.samples.colours = pixels.colours;
    map.samples.size = pixels.size; // readers do not all interpolate alike
    map.samples.bytes = Bytes(map.samples.byte_count());
    AppendedFile of = appended_of(fitted_gain_map(written_pixels(part, target), light, map), pixels.size);
    of.of_output = true;
    return std::make_shared<const AppendedFile>(std::move(of));
}

} // namespace atrous
