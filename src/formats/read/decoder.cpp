// Reads every part of a file once, in its own types. The first bytes decide on the format.
#include "formats/read/decoder.h"
#include "base/error.h"
#include "base/size.h"
#include "base/text.h"
#include "files/file_view.h"
#include "formats/common/file_format.h"
#include "formats/common/formats.h"
#include "formats/common/library.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/codecs.h"
#include "formats/read/open_file.h"
#include "platform/heartbeat.h"
#include <algorithm>

namespace atrous {
namespace {

/// Does work of reading. Adds the file's name to exceptions of a library without it.
template <class Work>
auto reading(const std::filesystem::path& path, Work work) {
    try {
        return work();
    } catch (const Error&) {
        throw;
    } catch (const std::bad_alloc&) {
        throw memory_error(message(messages::no_reading_memory).about(path.string()));
    } catch (const std::exception& error) {
        throw file_error(message(messages::cannot_be_read, error.what()).about(path.string()));
    }
}

/// Names bytes after the end of the image, unless they only fill a block (zeros) or end a line.
void leave_tail_out(OpenFile& open, const FileView& file) {
    constexpr std::uint64_t block = std::uint64_t(1) << 20;
    constexpr std::string_view filling("\0 \t\r\n", 5);
    const std::uint64_t end = open.reader->end ? open.reader->end(file) : 0;
    for (std::uint64_t at = end; end > 0 && at < file.size(); at += block) {
        heartbeat();
        if (file.bytes(at, block).find_first_not_of(filling) == std::string::npos) continue;
        return open.leave_out(message(messages::tail_unread, file.size() - end));
    }
}

/// Checks the bytes before a library opens the file, and reports data other than images that are left out.
void look_at_bytes(OpenFile& open) {
    const Reader& reader = *open.reader;
    const FileView file(open.path);
    if (reader.check)
        if (const Message reason = reader.check(file); !reason.empty()) open.refuse(reason);
    const std::uint64_t most = open.options.max_opening;
    if (const std::uint64_t needed = most > 0 && reader.opening_bytes ? reader.opening_bytes(file) : 0;
        needed > most)
        throw memory_error(message(messages::opening_memory_limit, format_bytes(needed), format_bytes(most))
                               .about(open.path.string()));
    leave_tail_out(open, file);
    if (!reader.damage) return;
    const Damage found = with_context(open.path.string(), [&] { return reader.damage(file); });
    for (const Message& note : found.notes.list()) {
        open.warn(note);
        open.left_out.push_back(open.warnings.back());
    }
    for (const Message& what : found.unread.list()) open.leave_out(what);
    open.damage = found.lost.list();
    for (const Message& what : open.damage) {
        if (open.options.replaced) throw lost_for_good(open.path, what);
        open.warn(what);
    }
}

/// Warns of damaged metadata. Metadata that go byte for byte into files of their format are written with the
/// damage. Exiv2 does not support some HEIF files.
void note_metadata(const OpenFile& open, ImageFile& file) {
    const std::string& problem = file.metadata->problem;
    if (problem.empty()) return;
    const bool unknown = problem.find("unknown image type") != std::string::npos ||
                         problem.find("does not look like") != std::string::npos;
    const Message what =
        unknown ? message(messages::metadata_unread, problem) : message(messages::metadata_damaged, problem);
    if (open.options.replaced && !unknown && !codec_named(open.format->name).own_facts)
        throw lost_for_good(open.path, what);
    file.warnings.push_back(what.about(open.path.string()));
}

/// Reads profiles that OpenImageIO's reader ignores and that are found among the metadata: of WebP and HEIF, Adobe RGB in EXIF.
void read_late_profile(const OpenFile& open, ImageFile& file) {
    Part& part = file.parts.front();
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    const auto as_before = [&](const char* name) {
        return open.specs[0].find_attribute(name) || !spec.find_attribute(name);
    };
    const bool same_space = open.specs[0].get_int_attribute(colour_space_attribute) ==
                            spec.get_int_attribute(colour_space_attribute);
    if (part.pixels.size.pixels() == 0 || (as_before("ICCProfile") && same_space)) return;
    const auto profile = profile_of(open, spec, part.pixels.colours, file.warnings);
    set_profile(part.pixels, profile, spec.format.is_floating_point());
    if (open.format->frames) // which have one
        for (std::size_t i = 1; i < file.parts.size(); ++i) set_profile(file.parts[i].pixels, profile, false);
}

} // namespace

std::uint64_t opening_memory(const std::filesystem::path& path) {
    try {
        const Reader& reader = codec_named(format_of_file(path)).reader;
        return reader.opening_bytes ? reader.opening_bytes(FileView(path)) : 0;
    } catch (const Error&) { // opening it reports this
        return 0;
    }
}

Decoder::Decoder(const std::filesystem::path& path, const ReadOptions& options)
    : file_(std::make_unique<OpenFile>()) {
    prepare_library();
    file_->path = path;
    file_->format = format_named(format_of_file(path));
    file_->reader = &codec_named(file_->format->name).reader;
    file_->options = options;
    reading(path, [&] {
        look_at_bytes(*file_);
        open_parts(*file_);
    });
}

Decoder::~Decoder() = default;
Decoder::Decoder(Decoder&&) noexcept = default;

Size Decoder::size() const { return place(0).size; }
std::size_t Decoder::parts() const { return file_->specs.size(); }
FileShape Decoder::shape() const { return {size(), file_->specs[0].nchannels, parts()}; }
ImageWindow Decoder::place(std::size_t part) const { return file_->place(part); }
const Aovs& Decoder::aovs() const { return file_->aovs; }
std::string Decoder::format() const { return file_->format->name; }
std::string Decoder::damage() const { return file_->damage.empty() ? "" : file_->damage.front().text; }

const std::vector<std::string>& Decoder::channels(std::size_t part) const {
    return file_->specs[part].channelnames;
}

std::optional<GainMapFacts> Decoder::gain_map() const {
    return file_->reader->gain_map ? file_->reader->gain_map(*file_) : std::nullopt;
}

std::vector<Decoder::ColourPart> Decoder::colour_parts() const {
    std::vector<ColourPart> found;
    for (std::size_t i = 0; i < parts(); ++i) {
        const auto& spec = file_->specs[i];
        const Size size{spec.width, spec.height};
        for (std::size_t picture = 0; picture < file_->pictures[i].size(); ++picture) {
            const ColourChannels& colours = file_->pictures[i][picture];
            const auto types = colour_types(spec, colours);
            found.push_back({size, spec.image_bytes(true), i, pixel_type(types), picture, colours.colours,
                             transfer_of(file_->profiles[i].get(), types[0].is_floating_point()),
                             spec.get_int_attribute(format() + ":bits", 16)});
        }
    }
    return found;
}

std::string Decoder::hdr(std::size_t part) const {
    const Profile* profile = file_->profiles[part].get();
    if (!profile || !is_hdr(profile->transfer)) {
        const auto map = part == 0 ? gain_map() : std::nullopt;
        return map ? "gain map (" + map->text() + ")" : "";
    }
    const auto content = content_light(file_->specs[part]);
    const bool has_peak = content && content->at(0) > 0;
    return profile->name + ", peak " +
           (has_peak ? decimal(double(content->at(0)) / steps_of_nit) + " cd/m2" : "not specified");
}

std::size_t Decoder::decoded_bytes() const {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < file_->specs.size(); ++i) {
        const OIIO::ImageSpec& spec = file_->specs[i];
        std::size_t channels = 0;
        for (const ColourChannels& colour : file_->pictures[i]) channels += colour.index.size();
        const bool kept_twice = int(channels) < spec.nchannels || file_->pictures[i].size() > 1;
        const Profile* profile = file_->profiles[i].get();
        const bool as_light = profile && profile->transfer == Transfer::host; // before, after,
        const std::size_t times = (kept_twice ? 1 : 0) + (as_light ? 3 : 0);  // and on the way back
        const std::size_t floats = std::size_t(spec.image_pixels()) * channels;
        sum += spec.image_bytes(true) + times * floats * sizeof(float);
        if (file_->print.colours) // inks, too
            sum += std::size_t(spec.image_pixels()) * std::size_t(file_->print.channels) * spec.format.size();
    }
    return sum;
}

std::size_t Decoder::band_bytes() const {
    constexpr std::size_t times =
        3; // as they lie in the file, as the library unpacks them, and where they go
    std::size_t most = 0;
    for (const OIIO::ImageSpec& spec : file_->specs)
        most = std::max(most, times * std::size_t(rows_together(spec, *file_->reader)) *
                                  std::size_t(spec.width) * spec.pixel_bytes(true));
    return most;
}

bool Decoder::lossless() const {
    return file_->format->frames && std::ranges::any_of(file_->specs, [&](const OIIO::ImageSpec& spec) {
               return spec.get_int_attribute(format() + ":lossless") != 0;
           });
}

std::string Decoder::whole_only() const {
    if (!file_->format->bands)
        return std::string("files of its format (") +
               file_->format->shown(holds_avif(file_->path, format())) + ") are read as a whole";
    return file_->reader->read_whole_because ? file_->reader->read_whole_because(*file_) : "";
}

void Decoder::check() {
    reading(file_->path, [&] {
        for (std::size_t i = 0; i < parts(); ++i) {
            Bytes band(band_room(file_->specs[i], *file_->reader));
            read_samples(*file_, int(i), band);
        }
    });
}

/// Reads data other than the parts, which exist already.
void Decoder::read_facts(ImageFile& file) {
    file.format = file_->format->name;
    file.warnings = std::move(file_->warnings);
    file.left_out = std::move(file_->left_out);
    file.aovs = std::move(file_->aovs);
    read_metadata_of(file, *file_);
    note_metadata(*file_, file);
    read_late_profile(*file_, file);
}

ImageFile Decoder::describe() {
    ImageFile file;
    reading(file_->path, [&] {
        for (int i = 0; i < int(parts()); ++i) file.parts.push_back(describe_part(*file_, i));
        read_facts(file);
    });
    return file;
}

ImageFile Decoder::read(ScratchPtr scratch) {
    ImageFile file;
    file_->scratch = std::move(scratch);
    reading(file_->path, [&] {
        for (int i = 0; i < int(parts()); ++i) file.parts.push_back(read_part(*file_, i));
        read_facts(file);
    });
    return file;
}

} // namespace atrous
