// Finds the reader, checks headers before anything is allocated for their images, and lists the parts: pages, frames of animations
// with their times; MIP levels are left out. Only ImageInput is used: ImageBuf and ImageCache abort the process on damaged files.
#include "formats/read/open_file.h"
#include "base/size.h"
#include "files/file_limits.h"
#include "formats/common/check.h"
#include "formats/common/formats.h"
#include "formats/common/library.h"
#include "formats/common/pass_through.h"
#include "formats/exr/exr_header.h"
#include "formats/jpeg/jpeg.h"
#include "formats/jpeg/jpeg_reduced.h"
#include "formats/read/file_metadata.h"
#include "formats/read/picture_channels.h"
#include "formats/read/said_profile.h"
#include "image/place.h"
#include "platform/standard_streams.h"
#include <algorithm>

namespace atrous {
namespace {

Error too_many_parts(const std::filesystem::path& path) {
    return file_error(path.string() + ": has more than " + std::to_string(most_file_parts) + " parts");
}

std::string only_first_of(int images) {
    return "only the first of " + std::to_string(images) + " images is read and written";
}

constexpr std::int64_t most_samples = std::int64_t(1) << 33;
constexpr std::int64_t largest_tile = std::int64_t(64) << 20;

/// Throws a file error for images that are not read: deep, volumes, CMYK and Lab unless they become RGB, without pixels, or beyond the limits.
void check_header(const std::filesystem::path& path, const OIIO::ImageSpec& spec, bool to_rgb = false) {
    const auto refuse = [&](const std::string& why) { throw file_error(path.string() + ": " + why); };
    if (spec.deep)
        refuse("is a deep image (several samples per pixel); flatten it first, deep data is not supported");
    if (spec.width < 1 || spec.height < 1 || spec.nchannels < 1) refuse("holds no pixels");
    if (spec.depth > 1) refuse("is a volume of " + std::to_string(spec.depth) + " slices, not an image");
    if (std::max(spec.width, spec.height) > longest_file_side)
        refuse("is " + to_string(Size{spec.width, spec.height}) + "; the longest side may be at most " +
               std::to_string(longest_file_side) + " pixels");
    if (spec.nchannels > most_file_channels)
        refuse("has " + std::to_string(spec.nchannels) + " channels; at most " +
               std::to_string(most_file_channels) + " are read");
    const std::int64_t samples = std::int64_t(spec.width) * spec.height * spec.nchannels;
    if (samples > most_samples)
        refuse("has " + std::to_string(samples) + " samples (" + to_string(Size{spec.width, spec.height}) +
               ", " + std::to_string(spec.nchannels) + " channels); at most " + std::to_string(most_samples) +
               " are read");
    const auto tile = std::int64_t(spec.tile_width) * spec.tile_height * std::int64_t(spec.pixel_bytes(true));
    const auto picture = std::int64_t(spec.width) * spec.height * std::int64_t(spec.pixel_bytes(true));
    if (tile > largest_tile && tile / 4 > picture)
        refuse("has tiles of " + to_string(Size{spec.tile_width, spec.tile_height}) + " for a picture of " +
               to_string(Size{spec.width, spec.height}) +
               "; above 64 MiB a tile may have at most 4 times the picture");
    if (spec.get_string_attribute("planarconfig") == "contig" && spec.tile_width > 0 &&
        spec.format == OIIO::TypeDesc::DOUBLE)
        refuse(
            "has tiles of 64-bit floats, which OpenImageIO reads wrongly; write it anew in strips: tiffcp -s IN OUT");
    if (const std::string why = print_refusal(spec); !why.empty() && !to_rgb) refuse(why);
}

} // namespace

void OpenFile::leave_out(const std::string& what) {
    if (options.replaced) throw lost_for_good(path, what);
    warnings.push_back(path.string() + ": " + what);
    left_out.push_back(warnings.back());
}

void OpenFile::open() {
    find_parts();
    reduce();
    choose();
    read_profiles();
}

void OpenFile::find_parts() {
    if (format == "webp") return list_frames();
    if (format == "heif" && has_heif_library()) return list_heif();
    const std::lock_guard guard(opening());
    in = OIIO::ImageInput::create(format);
    if (!in) throw file_error(path.string() + ": OpenImageIO was built without " + format);
    if (leaves_gaps(format, "")) zero_new_memory();
    open_input();
    const std::string compression(in->spec().get_string_attribute("compression"));
    if (leaves_gaps(format, compression) && zero_new_memory()) in->close(), open_input(); // with new buffers
    check_scans();
    list_parts();
    if (format == "psd") note_psd();
    if (options.to_rgb) read_as_rgb();
}

void OpenFile::read_as_rgb() {
    const auto is_print = [](const OIIO::ImageSpec& spec) { return !print_refusal(spec).empty(); };
    if (specs.size() > 1 && std::ranges::any_of(specs, is_print))
        throw file_error(
            path.string() +
            ": has several pages, of which --cmyk rgb converts none; split it first (tiffsplit)");
    print = make_rgb_of_print(path, format, specs.front(), warnings);
    if (print.beside > 0)
        leave_out("what it has beside its colours (" + std::to_string(print.beside) +
                  (print.beside > 1 ? " channels" : " channel") + ": alpha, or spot colours) is left out");
}

/// Warns once per run of what a PSD has in addition to its merged picture.
void OpenFile::note_psd() {
    constexpr std::uint64_t channels_at = 12;
    if (in->seek_subimage(2, 0)) // 0 is the merged picture
        warnings.push_back(path.string() +
                           ": its layers are flattened: the picture that they make is read (said once)");
    if (FileView(path).number(channels_at, 2) > std::uint64_t(specs[0].nchannels))
        warnings.push_back(path.string() + ": channels beyond its colours (saved selections, or the "
                                           "transparency of 16 bits) are not read (said once)");
    in->geterror();
    in->seek_subimage(0, 0);
}

void OpenFile::open_input() {
    OIIO::ImageSpec hints, spec;
    hints["oiio:UnassociatedAlpha"] = 1;
    if (options.to_rgb && format == "tiff" && is_print_tiff(path)) hints["oiio:RawColor"] = 1;
    if (in->open(file_of(path).string(), spec, hints)) return;
    const std::string message = message_of(*in);
    if (message.find("ubsampled") != std::string::npos)
        throw file_error(path.string() + ": has subsampled chroma, which is not supported (" + message + ")");
    throw file_error(path.string() + ": damaged or not supported: " + message +
                     (format == "psd" ? "; save it as RGB without layers" : ""));
}

/// A JPEG of several scans is decoded when it is opened, and of one that is cut the library only says so; of bytes between
/// its segments, too, which are damage where they lie between scans: segments before them are looked at by damage_in().
void OpenFile::check_scans() const {
    if (format != "jpeg" || !in->has_error()) return;
    const std::string message = message_of(*in);
    const auto header = read_jpeg_header(path);
    const bool in_scans = header && header->several_scans && warnings.empty() &&
                          message.find("extraneous") != std::string::npos;
    if (is_damage(message) || in_scans)
        throw file_error(path.string() + ": truncated or damaged: " + message);
}

/// Of a WebP, by libwebp alone.
void OpenFile::list_frames() {
    webp = std::make_unique<WebpReader>(path);
    const auto& durations = webp->durations();
    if (durations.size() > most_file_parts) throw too_many_parts(path);
    OIIO::ImageSpec spec(webp->size().width, webp->size().height, webp->channels(), OIIO::TypeUInt8);
    check_header(path, spec);
    if (spec.nchannels == 4) spec.alpha_channel = 3;
    put_profile(spec, webp->profile());
    for (std::size_t i = 0; i < durations.size(); ++i) {
        specs.push_back(spec);
        if (durations.size() > 1) specs.back()[duration_attribute] = durations[i];
        if (webp->lossless().at(i)) specs.back()[lossless_attribute] = 1;
    }
    if (webp->loops() > 0) specs.front()[loops_attribute] = webp->loops();
}

/// Of a HEIC or AVIF, by libheif alone: its first picture.
void OpenFile::list_heif() {
    zero_new_memory();
    heif = std::make_unique<HeifReader>(path);
    OIIO::ImageSpec spec(heif->size().width, heif->size().height, heif->channels(),
                         heif->bits() > 8 ? OIIO::TypeUInt16 : OIIO::TypeUInt8);
    check_header(path, spec);
    if (spec.nchannels == 4) spec.alpha_channel = 3;
    if (heif->bits() > 8) spec[bits_attribute] = heif->bits();
    if (heif->avif()) spec[avif_attribute] = 1;
    if (!heif->subsampling().empty()) spec[heif_subsampling_attribute] = heif->subsampling();
    if (heif->images() > 1) leave_out(only_first_of(heif->images()));
    if (heif->auxiliary() > 0)
        leave_out("a gain map, depth or mattes (" + std::to_string(heif->auxiliary()) +
                  " images beside the picture) are not read and written");
    for (const std::string& what : heif->unread()) leave_out(what);
    if (heif->aspect() != 1) {
        const std::string what = "the aspect ratio of its pixels (pasp) is not written";
        if (options.replaced && !is_square(heif->aspect()))
            throw lost_for_good(path, what); // libheif writes none
        spec["PixelAspectRatio"] = float(heif->aspect());
    }
    if (heif->associated())
        warnings.push_back(path.string() + ": colours under transparency are read with fewer steps");
    set_heif_colours(spec, *heif, path.string(), warnings);
    specs.push_back(spec);
}

/// A GIF's frames in words of a WebP's: in hundredths of a second, and how often all of them are shown.
void OpenFile::set_times() {
    if (format != "gif" || specs.size() < 2) return;
    for (OIIO::ImageSpec& spec : specs) {
        const auto* rate = spec.find_attribute("FramesPerSecond", OIIO::TypeRational);
        const auto* parts = rate ? static_cast<const int*>(rate->data()) : nullptr;
        spec[duration_attribute] = parts && parts[0] > 0 ? int(std::int64_t(parts[1]) * 1000 / parts[0]) : 0;
    }
    // A GIF counts repetitions, 0 for ever, and has no count where there are none; a WebP counts how often it is shown.
    constexpr int most = 65535;
    const int repeated = specs.front().get_int_attribute("oiio:LoopCount", -1);
    specs.front()[loops_attribute] = repeated < 0 ? 1 : repeated == 0 ? 0 : std::min(repeated + 1, most);
}

void OpenFile::list_parts() {
    const bool several = format_named(format)->parts;
    for (int i = 0; i == 0 || (several && in->seek_subimage(i, 0)); ++i) {
        if (i == most_file_parts) throw too_many_parts(path);
        specs.push_back(in->spec());
        mend_spec(specs.back(), format, path);
        check_header(path, specs.back(), options.to_rgb);
    }
    const std::string behind = message_of(*in); // seeking past the last part leaves a message
    if (format == "tiff") list_tiff_pages(behind);
    if (format == "raw") crop_raw();
    if (format == "png") {
        png = png_facts(FileView(path));
        set_png_colours(specs.front(), png, path, warnings);
    }
    if (format == "dpx") set_dpx_colours(specs.front(), path, options.assumed != nullptr, warnings);
    if (format == "openexr" && count_exr_parts(FileView(path)) > specs.size())
        throw file_error(path.string() + ": damaged or not supported: its part " +
                         std::to_string(specs.size() + 1) + " cannot be read: " + behind);
    set_times();
    const int images = specs[0].get_int_attribute("oiio:subimages", 1);
    if (!several && images > 1) leave_out(only_first_of(images));
    for (int i = 0; i < int(specs.size()); ++i)
        if (specs[std::size_t(i)].tile_width > 0 && in->seek_subimage(i, 1)) {
            warnings.push_back(path.string() + ": only the first MIP level is read and written");
            break;
        }
    in->geterror();
    if (several && !in->seek_subimage(0, 0))
        throw file_error(path.string() + ": damaged: " + message_of(*in));
    leave_copies_out();
}

/// Grey and YCbCr or RGB alone: what else there is, libjpeg gives in other colours. Nor files of several scans, which are
/// decoded already when they are opened.
void OpenFile::reduce() {
    OIIO::ImageSpec& spec = specs.front();
    if (!options.reduction || print.colours || format != "jpeg" ||
        (spec.nchannels != 1 && spec.nchannels != 3))
        return;
    if (const auto header = read_jpeg_header(path); !header || header->several_scans) return;
    whole = {spec.width, spec.height};
    reduced = options.reduction(place_in(spec));
    spec.width = spec.full_width = atrous::reduced(spec.width, reduced);
    spec.height = spec.full_height = atrous::reduced(spec.height, reduced);
}

PartPlace OpenFile::place(std::size_t part) const {
    PartPlace place = place_in(specs[part]);
    if (reduced > 1) place.size = place.display = whole;
    place.reduced = reduced;
    place.wraps = wraps_around(specs[part], options.wrap);
    return place;
}

void OpenFile::choose() {
    std::vector<std::string> notes;
    with_context(path.string(), [&] { pictures = find_pictures(specs, format, options, aovs, notes); });
    for (const std::string& note : notes) warnings.push_back(path.string() + ": " + note);
}

void OpenFile::read_profiles() {
    for (std::size_t i = 0; i < specs.size(); ++i) {
        const bool as_first = webp && i > 0; // an animation has one, of which is warned once
        if (format == "openexr" && !options.assumed && !pictures[i].empty() &&
            pictures[i].front().colours == 3)
            set_exr_colours(specs[i], path, warnings);
        if (as_first || pictures[i].empty())
            profiles.push_back(as_first ? profiles.front() : nullptr);
        else
            profiles.push_back(
                profile_of(path.string(), specs[i], format, pictures[i].front().colours, options, warnings));
    }
}

} // namespace atrous
