// Encodes an image file to a temporary file and renames it. Hides how metadata get in.
#include "formats/write/output_file.h"
#include "base/error.h"
#include "formats/common/library.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/dispatch/capabilities.h"
#include "formats/dispatch/codecs.h"
#include "formats/jpeg/appended_items.h"
#include "formats/write/encoding.h"
#include "formats/write/gain_map.h"
#include "formats/write/losses.h"
#include "metadata/exiv2.h"
#include <algorithm>

namespace atrous {
namespace {

const Format& format_to_write(const std::filesystem::path& path, const WriteOptions& options) {
    if (can_write(options.named(path))) return *format_by_name(options.named(path));
    throw file_error(
        message(messages::format_not_written, path.extension(), alternatives(listed_extensions(".")))
            .about(path.string()));
}

Target target_for(const std::filesystem::path& path, const WriteOptions& options) {
    return {
        .format = format_to_write(path, options), .options = options, .avif = is_avif(options.named(path))};
}

/// The parts that the format can hold.
std::vector<const Part*> parts_to_write(const ImageFile& file, const Format& format) {
    std::vector<const Part*> parts;
    for (const Part& part : file.parts) parts.push_back(&part);
    if (parts.size() <= 1 || format.parts || (format.frames && are_frames(file.parts))) return parts;
    const auto colour =
        std::ranges::find_if(parts, [](const Part* p) { return p->pixels.size.pixels() > 0; });
    return {colour == parts.end() ? parts.front() : *colour};
}

/// The file of samples that are not in memory, or null.
ScratchPtr scratch_of(const std::vector<const Part*>& parts) {
    for (const Part* part : parts) {
        if (part->pixels.bytes.scratch) return part->pixels.bytes.scratch;
        if (part->pass_through && part->pass_through->native.scratch)
            return part->pass_through->native.scratch;
    }
    return nullptr;
}

/// Copies of an encoded file in memory while it is changed: itself, Exiv2's copy, and the new one.
constexpr std::size_t changed_copies = 3;

/// Puts the metadata into a TIFF. Other formats get theirs while they are encoded. False if memory does not allow it.
bool add_metadata(const Passage& work, OutputBytes& bytes, Messages& warnings) {
    if (work.target.format.place != ExifPlace::tags) return true;
    if (work.scratch && bytes.size() * changed_copies > work.scratch->spare) return false;
    bytes.replace(with_metadata(bytes.take(), work.metadata, warnings));
    return true;
}

Target with_followers(const Passage& work, bool follow) {
    Target target = work.target;
    target.metadata_follow = follow;
    return target;
}

/// The headers of the parts. `ids` as in output_spec().
std::vector<OIIO::ImageSpec> headers_of(const Passage& work, const Target& target, Messages* ids) {
    std::vector<OIIO::ImageSpec> specs;
    with_context(work.path.string(), [&] {
        for (const Part* part : work.parts) {
            specs.push_back(output_spec(*part, target, ids));
            keep_announced(work.appended, specs.back());
        }
    });
    return specs;
}

/// The shape of the encoded file, or nothing if metadata were to follow, and cannot.
std::optional<FileShape> encode(const Passage& work, bool follow, AtomicFile& file, Messages& warnings) {
    const Target target = with_followers(work, follow);
    const Format& format = target.format;
    std::vector<OIIO::ImageSpec> specs = headers_of(work, target, &warnings);
    for (const Message& loss : losses(work, target, specs)) warnings.push_back(loss);
    for (std::size_t i = 0; i < specs.size(); ++i)
        for (const Message& loss : sample_losses(*work.parts[i], target, specs[i])) warnings.push_back(loss);
    if (codec_named(format.name).loses_exif && !follow && work.parts.size() == 1)
        for (const char* names : {"Exif:.*", "ExposureTime", "FNumber"}) specs.front().erase_attribute(names);
    OutputBytes bytes(file, work.scratch ? work.scratch->window : OutputBytes::max_in_memory);
    // Some writers use the extension, the DPX writer puts the name into the header, and none opens a file of that
    // name.
    const std::string name = target.options.named(work.path).filename().string();
    write_encoded({work.parts, specs, target, work.metadata, bytes, work.path, name, work.scratch, warnings});
    if (bytes.size() == 0)
        throw file_error(
            message(messages::cannot_be_written, "the encoder made nothing").about(work.path.string()));
    if (follow && !add_metadata(work, bytes, warnings)) return {};
    append_items(work.appended, bytes);
    bytes.finish();
    return FileShape{{specs[0].width, specs[0].height}, specs[0].nchannels, specs.size()};
}

/// Each once, led by the path.
Messages once(const Messages& warnings, const std::filesystem::path& path) {
    Messages unique;
    for (const Message& warning : warnings) {
        Message led = warning.about(path.string());
        if (std::ranges::find(unique, led) == unique.end()) unique.push_back(std::move(led));
    }
    return unique;
}

Passage passage_of(const ImageFile& file, const std::filesystem::path& path, const Target& target) {
    Passage work{file, path, target, parts_to_write(file, target.format), source_metadata(file, target), {}};
    if (work.parts.empty()) throw file_error(message(messages::nothing_to_write).about(path.string()));
    work.scratch = scratch_of(work.parts);
    const Part& first = *work.parts[0];
    work.metadata = metadata_to_write(work.source, file, first, target);
    const bool is_jpeg = target.format.place == ExifPlace::segment && !target.options.strip;
    const bool described = first.pixels.bytes.size == 0;
    auto old = file.appended;
    if (is_jpeg && !described && old) old = with_new_previews(old, first.pixels);
    if (holds_gain_map(target.options, target.format.name) && !described && !old) {
        const auto shown = display_part(first, target, path);
        old = new_gain_map(shown ? *shown : first, target);
    }
    work.appended = appended_to_write(file, old, first, target, work.metadata);
    return work;
}

/// True if no other profile is requested than its images have.
bool keeps_colours(const ImageFile& file, const WriteOptions& options) {
    return !options.colours || std::ranges::all_of(file.parts, [&](const Part& part) {
        return part.pixels.size.pixels() == 0 || embeds_colours(part, part.pixels, *options.colours);
    });
}

} // namespace

bool are_frames(const std::vector<Part>& parts) {
    return parts.size() > 1 && std::ranges::all_of(parts, [&](const Part& part) {
               return part.pass_through && part.pass_through->spec.find_attribute(duration_attribute) &&
                      part.pixels.size == parts.front().pixels.size;
           });
}

EncodedFile encode_image_file(const ImageFile& file, const std::filesystem::path& path,
                              const WriteOptions& options) {
    prepare_library();
    const Target target = target_for(path, options);
    const Format& format = target.format;
    Passage work = passage_of(file, path, target);
    for (const Part*& part : work.parts)
        if (auto shown = display_part(*part, target, path))
            part = &work.displays.emplace_back(std::move(*shown));
    const Size size = work.parts[0]->pixels.size;
    const Message reason = size.pixels() > 0 ? size_refusal(options.named(path), size) : Message();
    if (!reason.empty()) throw file_error(reason.about(path.string()));
    auto encoded = std::make_unique<AtomicFile>(path, options.overwrite);
    Messages warnings;
    auto shape = encode(work, can_add(work.metadata, format, work.parts), *encoded, warnings);
    if (!shape) {
        warnings.clear();
        shape = encode(work, false, *encoded, warnings);
    }
    return {std::move(encoded), *shape, once(warnings, path), work.appended.gain_map};
}

Messages expected_losses(const ImageFile& file, const std::filesystem::path& path,
                         const WriteOptions& options) {
    const Target plain = target_for(path, options);
    const Passage work = passage_of(file, path, plain);
    const Target target = with_followers(work, can_add(work.metadata, plain.format, work.parts));
    return once(losses(work, target, headers_of(work, target, nullptr)), path);
}

std::string expected_range(const ImageFile& file, const std::filesystem::path& path,
                           const WriteOptions& options) {
    const Target target = target_for(path, options);
    const Passage work = passage_of(file, path, target);
    const OIIO::ImageSpec spec = headers_of(work, target, nullptr).front();
    if (const auto points = hdr_points(spec)) return hdr_profile(*points, 3)->name;
    const bool has_light = file.gain_map || is_hdr(work.parts.front()->pixels.transfer);
    const bool has_map = work.appended.gain_map || (has_light && holds_gain_map(options, target.format.name));
    return spec.format.is_floating_point() ? "floats"
           : has_map                       ? "standard range with a gain map"
                                           : "standard range";
}

bool changes_in_memory(const std::filesystem::path& to) {
    const Format* format = format_by_name(to);
    return format && format->place == ExifPlace::tags;
}

std::uint64_t head_memory(const std::filesystem::path& to) {
    return codec_named(format_name(to)).with_metadata ? changed_copies * plain_head : 0;
}

std::uint64_t encoding_memory(std::uint64_t decoded, const std::filesystem::path& to) {
    if (codec_named(format_name(to)).write) return decoded + decoded / 2; // the file, whole, and a copy of it
    return changes_in_memory(to)
               ? changed_copies * decoded
               : std::min<std::uint64_t>(decoded, OutputBytes::max_in_memory) + head_memory(to);
}

std::uint64_t encoder_memory(std::uint64_t decoded, bool lossless, const std::filesystem::path& to,
                             const WriteOptions& options) {
    const std::string format = format_name(to);
    const bool asked = format_has_compression(format, options.compression);
    const bool stays = asked ? options.compression == "lossless" : lossless && options.quality == 0;
    const Codec& codec = codec_named(format);
    return decoded * (stays ? codec.encoder_lossless : codec.encoder_lossy);
}

Messages write_image_file(const ImageFile& file, const std::filesystem::path& path,
                          const WriteOptions& options) {
    EncodedFile encoded = encode_image_file(file, path, options);
    encoded.file->commit();
    return std::move(encoded.warnings);
}

bool loses_by_writing(const ImageFile& file, const std::filesystem::path& path, const WriteOptions& options) {
    const bool avif = is_avif(options.named(path));
    const auto loses = codec_named(file.format).loses;
    const auto loses_part = [&](const Part& part) { return loses && loses(part, avif); };
    const auto changes_depth = [&](const Part& part) {
        return options.depth && (*options.depth != type_as_read(part) || options.bits > 0);
    };
    const auto converted = [](const Part& part) { return part.pass_through->converted; };
    return std::ranges::any_of(file.parts, loses_part) && std::ranges::none_of(file.parts, converted) &&
           std::ranges::none_of(file.parts, changes_depth) &&
           format_name(options.named(path)) == file.format && options.quality == 0 &&
           options.subsampling.empty() && !options.strip && options.resolution == 0 &&
           !(options.gain_maps == GainMaps::drop && (file.appended || file.gain_map)) &&
           keeps_colours(file, options) && !format_has_compression(file.format, options.compression, avif);
}

FileShape shape_as_read(const ImageFile& file) {
    const OIIO::ImageSpec& spec = file.parts.front().pass_through->spec;
    return {{spec.width, spec.height}, spec.nchannels, file.parts.size()};
}

EncodedFile copied_file(const ImageFile& file, const std::filesystem::path& from,
                        const std::filesystem::path& to, const WriteOptions& options) {
    EncodedFile copy{std::make_unique<AtomicFile>(to, options.overwrite), shape_as_read(file), {}};
    copy.file->put_file(from);
    return copy;
}

int orientation_in(const Part& part, const std::filesystem::path& path) {
    const Format* format = format_by_name(path);
    const bool says = format && (format->orientation || format->place != ExifPlace::none);
    const int orientation =
        says && part.pass_through ? part.pass_through->spec.get_int_attribute("Orientation", 1) : 1;
    return orientation >= 1 && orientation <= 8 ? orientation : 1; // cameras write 0, damaged files anything
}

std::string compression_of(const ImageFile& file, const std::filesystem::path& path,
                           const WriteOptions& options) {
    const Format* format = format_by_name(options.named(path));
    if (!format || file.parts.empty()) return {};
    Messages ignored;
    WriteOptions plain = options;
    plain.colours = nullptr; // which the format may not hold
    const Target target{.format = *format, .options = plain, .avif = is_avif(options.named(path))};
    const OIIO::ImageSpec spec = output_spec(*parts_to_write(file, *format).front(), target, &ignored);
    const std::string subsampling(format->subsampling ? spec.get_string_attribute(format->subsampling) : "");
    return std::string(spec.get_string_attribute("compression")) + (subsampling.empty() ? "" : " ") +
           subsampling + (spec.get_int_attribute(progressive_attribute) ? " progressive" : "");
}

} // namespace atrous
