// Reads JPEG XL with libjxl: all frames of an animation, in the orientation of the file. Lossy images come
// in their own colours if libjxl can name these, otherwise in linear sRGB, which this code converts to the
// profile of the file.
#include "base/text.h"
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/common/light_levels.h"
#include "formats/common/messages.h"
#include "formats/jpegxl/jpegxl_file.h"
#include "formats/jpegxl/messages.h"
#include "image/in_rows.h"
#include "metadata/exif_block.h"
#include "metadata/exif_entries.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

constexpr std::uint32_t orientation_tag = 0x112;

/// The type that holds all samples of a file: floats, too, for integers of more than 16 bits.
PixelType type_of(const JxlBasicInfo& info) {
    const bool half =
        (info.exponent_bits_per_sample == 5 && info.bits_per_sample <= 16) ||
        (info.exponent_bits_per_sample == wide_half_exponent && info.bits_per_sample == wide_half_bits);
    const std::uint32_t most = std::max(info.bits_per_sample, info.alpha_bits);
    if (half && info.alpha_bits <= info.bits_per_sample) return PixelType::f16;
    if (info.exponent_bits_per_sample > 0 || info.alpha_exponent_bits > 0 || most > 16) return PixelType::f32;
    return most > 8 ? PixelType::u16 : PixelType::u8;
}

JxlDataType data_type(OIIO::TypeDesc type) {
    if (type == OIIO::TypeFloat) return JXL_TYPE_FLOAT;
    if (type == OIIO::TypeHalf) return JXL_TYPE_FLOAT16;
    return type == OIIO::TypeUInt16 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8;
}

/// Sets the profile of the colours, or the code points of PQ and HLG, unless they are the colours of files without a
/// profile. Throws a file error for a damaged profile.
void name_colours(const OpenFile& open, OIIO::ImageSpec& spec, const JxlFile& file) {
    if (const Message reason = check_icc(file.profile); !reason.empty()) open.refuse(reason);
    if (!file.encoding) return put_profile(spec, file.profile);
    const bool floats = spec.format.is_floating_point();
    const CodePoints points = points_of(*file.encoding);
    const SaidColours signalled = said_colours(points, int(file.info.num_color_channels));
    if (signalled.refused) open.refuse(signalled.problem);
    if (signalled.hdr) {
        spec[primaries_attribute] = points.primaries;
        spec[transfer_attribute] = points.transfer;
        // Of PQ it is the light of the brightest pixel; 10000, or libjxl's 255, if the writer did not know it.
        const float top = file.info.intensity_target;
        if (points.transfer == pq_curve && top > 0 && top < 10000 && top != 255)
            put_light(spec, ContentLight{std::uint32_t(std::lround(top * float(steps_of_nit))), 0});
        return;
    }
    if (points == default_points(floats)) return;
    const bool is_srgb = points == default_points(false) && spec.nchannels > 2;
    const std::string own = is_srgb ? srgb_profile_bytes() : signalled.profile;
    put_profile(spec, own.empty() ? file.profile : own);
}

/// A block with a directory entry more: the first directory, which nothing refers to, again at the end.
void add_orientation(std::string& block, int orientation) {
    const ExifReader reader{block};
    const std::size_t first = reader.number(4, 4), count = reader.number(first, 2);
    const auto link = reader.next_link(first);
    if (!link) return;
    std::size_t before = 0; // entries are sorted
    while (before < count && reader.number(first + 2 + entry_bytes * before, 2) < orientation_tag) ++before;
    const std::size_t at = first + 2 + entry_bytes * before, place = block.size() + block.size() % 2;
    const bool big = reader.big;
    const std::string entry = number_bytes(orientation_tag, 2, big) + number_bytes(type_short, 2, big) +
                              number_bytes(1, 4, big) + number_bytes(std::uint64_t(orientation), 2, big) +
                              std::string(2, '\0');
    const std::string entries =
        block.substr(first + 2, at - first - 2) + entry + block.substr(at, *link + 4 - at);
    block.resize(place, '\0');
    block += number_bytes(count + 1, 2, big) + entries;
    block.replace(4, 4, number_bytes(place, 4, big));
}

/// Gives EXIF data the orientation of the image, which counts for readers of JPEG XL (ISO 18181-2, 9.5).
void set_orientation(Metadata& found, int orientation) {
    std::string& block = found.exif;
    if (orientation_of(block) == orientation) return;
    const std::size_t first = ExifReader{block}.number(4, 4);
    if (has_tag(block, std::uint16_t(orientation_tag)))
        ExifWriter{block}.put_number(first, orientation_tag, std::uint32_t(orientation));
    else if (block.empty())
        block = orientation_block(orientation);
    else
        add_orientation(block, orientation);
    if (orientation_of(block) == orientation) return;
    block = orientation_block(orientation);
    found.warnings.push_back(message(messages::metadata_damaged, "EXIF"));
}

void leave_out(OpenFile& open, const JxlFile& file) {
    if (file.has_ink) open.refuse(message(messages::cmyk_samples, "JPEG XL"));
    if (file.other_channels > 0) open.leave_out(message(messages::print_channels_lost, file.other_channels));
    for (const Message& what : file.unread.list()) open.leave_out(what);
    if (file.has_alpha() && file.info.alpha_premultiplied)
        open.warn(is_float(type_of(file.info)) ? message(messages::jxl_glows)
                                               : message(messages::alpha_steps));
    for (const Message& what : file.notes.list()) {
        open.warn(what);
        open.left_out.push_back(open.warnings.back());
    }
}

OIIO::ImageSpec spec_of(const JxlFile& file) {
    const JxlBasicInfo& info = file.info;
    OIIO::ImageSpec spec(int(info.xsize), int(info.ysize), file.channels(), type_desc(type_of(info)));
    if (spec.nchannels < 3) spec.channelnames = {"Y", "A"};
    spec.channelnames.resize(std::size_t(spec.nchannels));
    if (file.has_alpha()) spec.alpha_channel = spec.nchannels - 1;
    if (info.orientation != JXL_ORIENT_IDENTITY) spec["Orientation"] = int(info.orientation);
    const bool few_bits = info.bits_per_sample > 8 && info.bits_per_sample < 16;
    if (few_bits && spec.format == OIIO::TypeUInt16 && info.alpha_bits <= info.bits_per_sample)
        spec[jxl_bits] = int(info.bits_per_sample);
    spec[jxl_intensity] = info.intensity_target;
    if (info.uses_original_profile && !file.has_jpeg) spec[jxl_lossless] = 1;
    return spec;
}

void open_jxl(OpenFile& open) {
    const auto file = std::make_shared<JxlFile>(open.path);
    open.own = file;
    if (const Message reason = check_xmp(file->xmp); !reason.empty()) open.refuse(reason);
    constexpr std::uint32_t most = longest_file_side;
    if (std::max(file->info.xsize, file->info.ysize) > most)
        open.refuse(message(messages::image_size,
                            std::to_string(file->info.xsize) + "x" + std::to_string(file->info.ysize), most));
    leave_out(open, *file);
    OIIO::ImageSpec spec = spec_of(*file);
    name_colours(open, spec, *file);
    const bool several = file->durations.size() > 1;
    for (const int duration : file->durations) {
        open.specs.push_back(spec);
        if (several) open.specs.back()[duration_attribute] = duration;
    }
    if (const auto loops = file->info.animation.num_loops; several && loops > 0)
        open.specs.front()[loops_attribute] = int(std::min(loops, std::uint32_t(most)));
}

/// Converts light of sRGB with straight alpha to the colours of the profile, row by row.
void convert_light(const OpenFile& open, const JxlFile& file, const OIIO::ImageSpec& spec, const Bytes& light,
                   Bytes& to) {
    const int colours = int(file.info.num_color_channels);
    const auto opened = open_profile(file.profile.data(), file.profile.size());
    const Fitted fitted = opened ? fit_profile(opened, colours) : Fitted{nullptr, "is damaged", false};
    if (!fitted.profile) open.refuse(message(messages::jxl_profile, fitted.problem));
    if (is_hdr(fitted.profile->transfer)) open.refuse(message(messages::jxl_profile, "is of PQ or HLG"));
    const HostColours host(*fitted.profile);
    const auto channels = std::size_t(spec.nchannels), count = std::size_t(colours);
    const std::size_t row = std::size_t(spec.width) * channels;
    in_rows(spec.height, 16, [&](int first, int end) {
        std::vector<float> samples(row), only(std::size_t(spec.width) * count);
        for (int y = first; y < end; ++y) {
            std::memcpy(samples.data(), light.data.get() + std::size_t(y) * row * sizeof(float),
                        row * sizeof(float));
            for (std::size_t x = 0; x < std::size_t(spec.width); ++x)
                std::copy_n(&samples[x * channels], count, &only[x * count]);
            host.from_light(only);
            for (std::size_t x = 0; x < std::size_t(spec.width); ++x)
                std::copy_n(&only[x * count], count, &samples[x * channels]);
            OIIO::convert_pixel_values(OIIO::TypeFloat, samples.data(), spec.format,
                                       to.data.get() + std::size_t(y) * row * spec.format.size(), int(row));
        }
    });
}

/// Makes pixels with alpha 0 black. libjxl divides associated colours by at least 2^-26, which gives light that
/// no image had.
void clear_hidden(const JxlFile& file, std::byte* pixels, std::size_t count, std::size_t sample) {
    if (!file.has_alpha() || !file.info.alpha_premultiplied) return;
    const std::size_t pixel = sample * std::size_t(file.channels());
    for (std::byte* at = pixels; count > 0; --count, at += pixel)
        if (std::all_of(at + pixel - sample, at + pixel, [](std::byte b) { return b == std::byte(0); }))
            std::fill_n(at, pixel, std::byte(0));
}

/// Clamps half floats of larger numbers, which floats of 17 bits by other programs may be.
void clamp_halves(OpenFile& open, const Bytes& samples) {
    auto* const first = reinterpret_cast<std::uint16_t*>(samples.data.get());
    auto* const end = first + samples.size / sizeof *first;
    const auto count = end - first - std::count_if(first, end, is_finite);
    if (count > 0) open.leave_out(message(messages::jxl_wide, count, int(half_most)));
    if (count > 0) std::transform(first, end, first, [](std::uint16_t half) { return clamped(half); });
}

bool read(OpenFile& open, int frame, const OIIO::ImageSpec& spec, Bytes& to) {
    auto& file = own_of<JxlFile>(open);
    if (file.is_converted()) {
        const Bytes light(std::size_t(spec.image_pixels()) * std::size_t(spec.nchannels) * sizeof(float));
        file.decode(std::size_t(frame), JXL_TYPE_FLOAT, light.data.get(), light.size);
        clear_hidden(file, light.data.get(), std::size_t(spec.image_pixels()), sizeof(float));
        convert_light(open, file, spec, light, to);
    } else {
        file.decode(std::size_t(frame), data_type(spec.format), to.data.get(), to.size);
        clear_hidden(file, to.data.get(), std::size_t(spec.image_pixels()), spec.format.size());
    }
    if (file.info.bits_per_sample == wide_half_bits) clamp_halves(open, to);
    if (const std::size_t tail = file.tail(); tail > 0) open.leave_out(message(messages::jxl_tail, tail));
    to.let_go();
    return true;
}

/// Memory of libjxl's decoder. 24 megapixels took 3.5 bytes a sample with loss, and 3 without; progressive
/// lossless images are held as a whole.
std::uint64_t opening_bytes(const FileView& file) {
    constexpr std::uint64_t lossy = 4, lossless = 8;
    const std::optional<JxlBasicInfo> info = jxl_info(file);
    if (!info) return 0;
    const std::uint64_t channels = info->num_color_channels + info->num_extra_channels;
    return capped_bytes({info->xsize, info->ysize, channels, info->uses_original_profile ? lossless : lossy});
}

void read_metadata(const OpenFile& open, ImageFile&, Metadata& found) {
    const auto& file = own_of<JxlFile>(open);
    found.exif = file.exif;
    found.thumbnail = remove_thumbnail(found.exif);
    set_orientation(found, int(file.info.orientation));
    found.xmp = file.xmp;
}

} // namespace

const Reader jpegxl_reader{.opening_bytes = opening_bytes,
                           .open = open_jxl,
                           .read = read,
                           .reads_whole = true,
                           .read_metadata = read_metadata};

} // namespace atrous
