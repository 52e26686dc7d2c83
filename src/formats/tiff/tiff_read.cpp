// Completes OpenImageIO's reading of TIFF: pages that libtiff does not find, images in pages that it ignores,
// samples whose zero is white, and libtiff's complaints while it decodes. libtiff's handlers belong to the
// process. OpenImageIO 2.4 sets the plain ones, and leaves the ones with a handle free; 2.5 has its own for
// each file. Its header is not needed: if OpenImageIO contains libtiff, the two functions exist.
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/tiff/messages.h"
#include "formats/tiff/tiff_pages.h"
#include "metadata/exiv2.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <dlfcn.h>
#include <mutex>
#include <set>

extern "C" {
using TiffHandler = void (*)(void* handle, const char* module, const char* format, va_list values);
[[gnu::weak]] TiffHandler TIFFSetErrorHandlerExt(TiffHandler handler);
[[gnu::weak]] TiffHandler TIFFSetWarningHandlerExt(TiffHandler handler);
[[gnu::weak]] int TIFFIsCODECConfigured(std::uint16_t compression);
using FileHandler = int (*)(void* file, void* data, const char* module, const char* format, va_list values);
}

namespace atrous {
namespace {

/// Data of an open file: its bytes, and the places of its pages.
struct TiffFile {
    explicit TiffFile(const std::filesystem::path& path) : file(path), pages(file) {}
    FileView file;
    TiffPages pages;
};

/// Throws a file error for a compression that libtiff does not have here.
void check_compression(std::uint64_t compression) {
    static constexpr std::pair<std::uint64_t, const char*> names[] = {
        {33003, "JPEG 2000 "},  {33005, "JPEG 2000 "}, {34661, "JBIG "},    {34712, "JPEG 2000 "},
        {34892, "lossy JPEG "}, {34934, "JPEG XR "},   {50002, "JPEG XL "}, {52546, "JPEG XL "}};
    if (!TIFFIsCODECConfigured || TIFFIsCODECConfigured(std::uint16_t(compression))) return;
    const auto* name = std::ranges::find(names, compression, [](const auto& row) { return row.first; });
    throw file_error(messages::tiff_compression, (name == std::end(names) ? "" : name->second) +
                                                     ("(" + std::to_string(compression) + ")"));
}

/// True if a palette has colours that 8 of its 16 bits do not hold: all that OpenImageIO reads.
bool has_wide_palette(const TiffPages& pages, std::size_t page) {
    const auto is_wide = [](std::uint64_t sample) {
        return (sample & 255) != 0 && (sample & 255) != sample >> 8;
    };
    return pages.number(page, tag_photometric, 0) == photometric_palette &&
           std::ranges::any_of(pages.numbers(page, tag_palette), is_wide);
}

/// True if a page without a profile has other colours than sRGB by its tags (TIFF 6.0, section 20), which nothing here reads.
bool says_own_colours(const TiffPages& pages, std::size_t page) {
    constexpr int tag_white = 318, tag_primaries = 319, tag_profile = 34675;
    constexpr double rounded = 0.0015, d65[] = {0.3127, 0.3290};
    const auto differs = [&](int tag, std::span<const double> srgb) {
        const auto is_near = [](double a, double b) { return std::abs(a - b) < rounded; };
        const std::vector<double> own = pages.ratios(page, tag);
        return !own.empty() && !std::ranges::equal(own, srgb, is_near);
    };
    return std::ranges::count(pages.entries(page), tag_profile, &TiffEntry::tag) == 0 &&
           (differs(tag_white, d65) || differs(tag_primaries, {*rgb_profiles().front().primaries, 6}));
}

/// Finds data of a TIFF that are not read: other than pages, and of pages.
Damage damage_in_tiff(const FileView& file) {
    constexpr int tag_below = 330, tag_layers = 37724, tag_credentials = 52545, tag_curves = 301,
                  tag_profile = 34675;
    static constexpr int facts[] = {700,   33550, 33723, 33922, 34264,
                                    34377,                             // XMP, IPTC, EXIF, GPS, GeoTIFF,
                                    34665, 34735, 34736, 34737, 34853, // and Photoshop's resources,
                                    42113, 50844};                     // GDAL's nodata, RPC
    const TiffPages pages(file);
    bool below = false, layers = false, colours = false, metadata = false, wide = false, credentials = false;
    for (std::size_t page = 0; page < pages.count(); ++page) {
        const auto has = [&](int tag) {
            return std::ranges::count(pages.entries(page), tag, &TiffEntry::tag) > 0;
        };
        below |= has(tag_below), layers |= has(tag_layers), credentials |= has(tag_credentials);
        metadata |= pages.is_big() && std::ranges::any_of(facts, has);
        colours |= says_own_colours(pages, page) || (has(tag_curves) && !has(tag_profile));
        wide |= has_wide_palette(pages, page);
        check_compression(pages.number(page, tag_compression, 1));
    }
    Damage found;
    if (metadata) found.unread.add(message(messages::tiff_big));
    if (below) found.unread.add(message(messages::tiff_sub_images));
    if (credentials) found.notes.add(message(messages::credentials));
    if (layers) found.unread.add(message(messages::tiff_layers));
    if (colours) found.unread.add(message(messages::tiff_colour_tags));
    if (wide) found.unread.add(message(messages::tiff_wide_palette));
    return found;
}

/// Samples of CMYK stay as they are, if they are to become RGB.
void add_hints(const OpenFile& open, OIIO::ImageSpec& hints) {
    constexpr std::uint64_t photometric_inks = 5;
    if (!open.options.to_rgb) return;
    const TiffFile tiff(open.path);
    if (tiff.pages.count() > 0 && tiff.pages.number(0, tag_photometric, 0) == photometric_inks)
        hints["oiio:RawColor"] = 1;
}

bool is_white_zero(const OIIO::ImageSpec& spec) {
    return spec.get_int_attribute("tiff:PhotometricInterpretation", 1) == 0;
}

/// TIFF 6.0 leaves open the value of such colours where nothing covers a pixel: white or black.
void check_white(const OpenFile& open, const OIIO::ImageSpec& spec) {
    if (is_white_zero(spec) && spec.alpha_channel >= 0 && !spec.get_int_attribute("oiio:UnassociatedAlpha"))
        open.refuse(message(messages::tiff_white_zero));
}

/// A thumbnail and a level of a pyramid are copies of a page that is there, too, wherever they stand.
void leave_copies_out(OpenFile& open, const TiffPages& tiff) {
    constexpr int tag_kind = 254, tag_old_kind = 255; // TIFF 6.0: NewSubfileType, SubfileType
    std::vector<OIIO::ImageSpec>& specs = open.specs;
    if (specs.size() != tiff.count()) return;
    std::vector<OIIO::ImageSpec> kept;
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (tiff.number(i, tag_kind, 0) % 2 == 0 && tiff.number(i, tag_old_kind, 1) != 2) {
            kept.push_back(specs[i]);
            open.pages.push_back(int(i));
        }
    if (kept.empty() || kept.size() == specs.size()) return open.pages.clear();
    open.leave_out(message(messages::tiff_copies, specs.size() - kept.size(), specs.size()));
    specs = std::move(kept);
}

/// libtiff does not find a page that it cannot read. The pages of a texture are its MIP levels.
void list_pages(OpenFile& open, const std::string& ended) {
    constexpr int tag_texture = 33302; // Pixar's
    const auto tiff = std::make_shared<TiffFile>(open.path);
    const TiffPages& pages = tiff->pages;
    open.own = tiff;
    for (OIIO::ImageSpec& spec : open.specs) {
        check_white(open, spec);
        if (pages.is_big()) spec[big_tiff_attribute] = 1;
    }
    const bool texture = with_context(open.path.string(), [&] {
        pages.entries(open.specs.size() - 1); // libtiff read the file before
        return std::ranges::count(pages.entries(0), tag_texture, &TiffEntry::tag) > 0;
    });
    if (!texture && open.specs.size() < pages.count())
        open.refuse(message(messages::tiff_page, open.specs.size() + 1, pages.count(), ended));
    with_context(open.path.string(), [&] {
        check_stack(pages);
        for (std::size_t i = 0; i < std::min(open.specs.size(), pages.count()); ++i)
            note_nodata(open.specs[i], pages, i);
    });
    leave_copies_out(open, pages);
}

Message damage_in_samples(const OpenFile& open, int page) {
    return check_deflated(own_of<TiffFile>(open).pages, std::size_t(page));
}

thread_local Complaints* listening = nullptr;

std::string text_of(const char* module, const char* format, va_list values) {
    std::array<char, 300> text{};
    std::vsnprintf(text.data(), text.size(), format, values);
    std::string line = module ? std::string(module) + ": " + text.data() : text.data();
    std::ranges::replace(line, '\n', ' ');
    return line;
}

void hear_error(void*, const char* module, const char* format, va_list values) {
    if (listening && listening->error.empty()) listening->error = text_of(module, format, values);
}

/// Most warnings are about tags, and about data that are read nevertheless. libjpeg's warnings about samples mean that some are missing.
void hear_warning(void*, const char* module, const char* format, va_list values) {
    if (!listening) return;
    const std::string text = text_of(module, format, values);
    const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
    const bool missing = is_jpeg_damage(text) || has("Premature EOF") || has("Improper JPEG strip/tile size");
    const bool differs = has("Premature EOL") || has("Line length mismatch");
    if (missing && listening->error.empty()) listening->error = text;
    if (differs && listening->warning.empty()) listening->warning = text;
}

/// A handler of one file, with its data. OpenImageIO 2.5 (libtiff 4.5) sets one for errors and one for
/// warnings, and libtiff then calls no handler of the process. OpenImageIO's calls reach the two functions
/// below instead of libtiff's, so that this program hears first.
using OfFile = std::pair<FileHandler, void*>;

template <TiffHandler hear>
int hear_first(void* file, void* of_file, const char* module, const char* format, va_list values) {
    va_list copy;
    va_copy(copy, values);
    hear(nullptr, module, format, copy);
    va_end(copy);
    const auto& [handler, data] = *static_cast<const OfFile*>(of_file);
    return handler ? handler(file, data, module, format, values) : 1;
}

void set_first(const char* setter, void* options, FileHandler first, const OfFile& own) {
    static std::mutex lock;
    static std::set<OfFile> known; // libtiff keeps a pointer; addresses of readers return
    const std::lock_guard<std::mutex> guard(lock);
    using Setter = void (*)(void*, FileHandler, void*);
    if (const auto set = reinterpret_cast<Setter>(dlsym(RTLD_NEXT, setter)))
        set(options, first, const_cast<OfFile*>(&*known.insert(own).first));
}

void listen(Complaints* to) {
    static std::once_flag once;
    std::call_once(once, [] {
        if (TIFFSetErrorHandlerExt) TIFFSetErrorHandlerExt(hear_error);
        if (TIFFSetWarningHandlerExt) TIFFSetWarningHandlerExt(hear_warning);
    });
    listening = to;
}

/// Inverts a channel of packed pixels: the highest value becomes 0. Integers keep all of their bits.
void invert(const RowRange& rows, const ChannelView& channel) {
    if (channel.type == OIIO::TypeUInt8 || channel.type == OIIO::TypeUInt16 ||
        channel.type == OIIO::TypeUInt32) {
        for (std::size_t i = 0; i < std::size_t(rows.width) * std::size_t(rows.behind); ++i)
            for (std::size_t byte = 0; byte < channel.type.size(); ++byte)
                channel.data[i * channel.pixel_bytes + byte] ^= std::byte{0xff};
        return;
    }
    std::vector<float> samples(std::size_t(rows.width) * std::size_t(rows.behind));
    const ChannelView floats{reinterpret_cast<std::byte*>(samples.data()), OIIO::TypeFloat, sizeof(float)};
    copy_rows(rows, channel, floats);
    for (float& sample : samples) sample = 1 - sample;
    copy_rows(rows, floats, channel);
}

/// Makes light of one whose zero is white. OpenImageIO 2.4 inverts samples of at most 8 bits, alpha too, and no others.
void fix_rows(const OIIO::ImageSpec& spec, std::byte* at, int rows) {
    if (!is_white_zero(spec)) return;
    const std::vector<std::size_t> offsets = channel_offsets(channel_types(spec));
    const int colours = spec.nchannels < 3 ? 1 : 3;
    for (int channel = 0; channel < spec.nchannels; ++channel) {
        const bool inverted = spec.format == OIIO::TypeUInt8, wanted = channel < colours;
        const std::size_t offset = offsets[std::size_t(channel)];
        if (inverted != wanted)
            invert({spec.width, 0, rows}, {at + offset, spec.channelformat(channel), offsets.back()});
    }
}

/// The rows of a strip, unless it is so long that it is read in parts.
int rows_of_strip(const OIIO::ImageSpec& spec) {
    constexpr std::size_t max_together = std::size_t(64) << 20;
    const int rows = std::clamp(spec.get_int_attribute("tiff:RowsPerStrip", 1), 1, spec.height);
    const std::size_t bytes = std::size_t(rows) * std::size_t(spec.width) * spec.pixel_bytes(true);
    return bytes > max_together ? 1 : rows;
}

std::string read_whole_because(const OpenFile& open) {
    constexpr int last_plain_colours = 3; // grey, RGB and palettes (the reader makes RGB of others)
    return open.specs[0].get_int_attribute("tiff:PhotometricInterpretation") > last_plain_colours
               ? "its colours are stored in a way that is read as a whole"
               : "";
}

/// None for a BigTIFF, which Exiv2 0.27 does not support. Leaves out colours that damage_in_tiff() warns of.
void read_metadata(const OpenFile& open, ImageFile& file, Metadata& found) {
    if (file.parts.front().pass_through->spec.get_int_attribute(big_tiff_attribute)) return;
    found = read_by_exiv2(open.path);
    for (const int tag : {301, 318, 319}) set_text(found.exif, std::uint16_t(tag), "");
}

} // namespace

extern "C" {
[[gnu::visibility("default")]] void TIFFOpenOptionsSetErrorHandlerExtR(void* options, FileHandler handler,
                                                                       void* data) {
    set_first(__func__, options, hear_first<hear_error>, {handler, data});
}
[[gnu::visibility("default")]] void TIFFOpenOptionsSetWarningHandlerExtR(void* options, FileHandler handler,
                                                                         void* data) {
    set_first(__func__, options, hear_first<hear_warning>, {handler, data});
}
}

const Reader tiff_reader{.check = check_tiff,
                         .damage = damage_in_tiff,
                         .add_hints = add_hints,
                         .leaves_gaps = "webp",
                         .opened = list_pages,
                         .damage_in_samples = damage_in_samples,
                         .listen = listen,
                         .fix_rows = fix_rows,
                         .rows_together = rows_of_strip,
                         .read_whole_because = read_whole_because,
                         .read_metadata = read_metadata};

} // namespace atrous
