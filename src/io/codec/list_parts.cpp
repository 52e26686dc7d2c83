// Finds the parts of an open file: pages, frames of animations with their times, MIP levels that are left out.
#include "base/error.h"
#include "io/bytes/exr_attributes.h"
#include "io/check/check.h"
#include "io/codec/decoder.h"
#include <algorithm>

namespace atrous {
namespace {

Error too_many_parts(const std::filesystem::path& path) {
    return file_error(path.string() + ": has more than " + std::to_string(most_file_parts) + " parts");
}

} // namespace

/// Of a WebP, by libwebp alone.
void Decoder::State::list_frames() {
    webp = std::make_unique<WebpReader>(path);
    const auto& durations = webp->durations();
    if (durations.size() > most_file_parts) throw too_many_parts(path);
    OIIO::ImageSpec spec(webp->size().width, webp->size().height, webp->channels(), OIIO::TypeUInt8);
    check_header(path, spec);
    if (spec.nchannels == 4) spec.alpha_channel = 3;
    if (const std::string& profile = webp->profile(); !profile.empty())
        spec.attribute("ICCProfile", OIIO::TypeDesc(OIIO::TypeDesc::UINT8, int(profile.size())),
                       profile.data());
    for (const int duration : durations) {
        specs.push_back(spec);
        if (durations.size() > 1) specs.back()[duration_attribute] = duration;
    }
    if (webp->loops() > 0) specs.front()[loops_attribute] = webp->loops();
}

/// A GIF's frames in words of a WebP's: in hundredths of a second, and how often all of them are shown.
void Decoder::State::set_times() {
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

/// libtiff does not find a page that it cannot read. The pages of a texture are its MIP levels.
void Decoder::State::list_tiff_pages(const std::string& message) {
    constexpr int tag_texture = 33302; // Pixar's
    tiff = std::make_unique<FileView>(path);
    tiff_pages = std::make_unique<TiffPages>(*tiff);
    const bool texture = with_context(path.string(), [&] {
        tiff_pages->entries(specs.size() - 1); // libtiff read the file before
        return std::ranges::count(tiff_pages->entries(0), tag_texture, &TiffEntry::tag) > 0;
    });
    if (!texture && specs.size() < tiff_pages->count())
        throw file_error(path.string() + ": damaged or not supported: page " +
                         std::to_string(specs.size() + 1) + " of " + std::to_string(tiff_pages->count()) +
                         " cannot be read: " + message);
}

void Decoder::State::list_parts() {
    const bool several = format_named(format)->parts;
    for (int i = 0; i == 0 || (several && in->seek_subimage(i, 0)); ++i) {
        if (i == most_file_parts) throw too_many_parts(path);
        specs.push_back(in->spec());
        check_header(path, specs.back());
        int& alpha = specs.back().alpha_channel; // of a GIF, OpenImageIO 2.4 counts it from 1
        alpha = std::min(alpha, specs.back().nchannels - 1);
    }
    const std::string behind = message_of(*in); // seeking past the last part leaves a message
    if (format == "tiff") list_tiff_pages(behind);
    if (format == "openexr" && count_exr_parts(FileView(path)) > specs.size())
        throw file_error(path.string() + ": damaged or not supported: its part " +
                         std::to_string(specs.size() + 1) + " cannot be read: " + behind);
    set_times();
    const int images = specs[0].get_int_attribute("oiio:subimages", 1);
    if (!several && images > 1)
        warnings.push_back(path.string() + ": only the first of " + std::to_string(images) +
                           " images is read and written");
    for (int i = 0; i < int(specs.size()); ++i)
        if (specs[std::size_t(i)].tile_width > 0 && in->seek_subimage(i, 1)) {
            warnings.push_back(path.string() + ": only the first MIP level is read and written");
            break;
        }
    in->geterror();
    if (several && !in->seek_subimage(0, 0))
        throw file_error(path.string() + ": damaged: " + message_of(*in));
}

} // namespace atrous
