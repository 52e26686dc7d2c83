// What a damaged file loses: said, or an error where it would be lost for good.
// libtiff's handlers are of the process; beside the plain ones, which OpenImageIO sets, there are those with a handle, which it
// leaves free. Its header is not asked for: where OpenImageIO brings libtiff, the two functions are there.
#include "formats/read/damage.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/common/check.h"
#include "formats/dispatch/metadata.h"
#include "formats/exr/exr_header.h"
#include "formats/jpeg/jpeg_reduced.h"
#include "formats/tiff/tiff_pages.h"
#include "image/profile.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <mutex>
#include <set>
#include <string_view>

extern "C" {
using TiffHandler = void (*)(void* handle, const char* module, const char* format, va_list values);
[[gnu::weak]] TiffHandler TIFFSetErrorHandlerExt(TiffHandler handler);
[[gnu::weak]] TiffHandler TIFFSetWarningHandlerExt(TiffHandler handler);
[[gnu::weak]] int TIFFIsCODECConfigured(std::uint16_t compression);
}

namespace atrous {
namespace {

/// Throws a file error for a compression that libtiff does not have here.
void check_compression_of(const OpenFile& open, std::uint64_t compression) {
    static constexpr std::pair<std::uint64_t, const char*> names[] = {
        {33003, "JPEG 2000 "},  {33005, "JPEG 2000 "}, {34661, "JBIG "},    {34712, "JPEG 2000 "},
        {34892, "lossy JPEG "}, {34934, "JPEG XR "},   {50002, "JPEG XL "}, {52546, "JPEG XL "}};
    if (!TIFFIsCODECConfigured || TIFFIsCODECConfigured(std::uint16_t(compression))) return;
    const auto* name = std::ranges::find(names, compression, [](const auto& row) { return row.first; });
    throw file_error(open.path.string() + ": compression " + (name == std::end(names) ? "" : name->second) +
                     "(" + std::to_string(compression) + ") is not supported; convert the file first");
}

/// Whether a page without a profile has other colours than sRGB by its tags (TIFF 6.0, section 20), which nothing here reads.
bool says_own_colours(const TiffPages& pages, std::size_t page) {
    constexpr int tag_primaries = 319, tag_icc = 34675;
    constexpr double rounded = 0.0015;
    const std::vector<double> own = pages.ratios(page, tag_primaries);
    const double* srgb = *rgb_profiles().front().primaries;
    const auto is_near = [](double a, double b) { return std::abs(a - b) < rounded; };
    return std::ranges::count(pages.entries(page), tag_icc, &TiffEntry::tag) == 0 && !own.empty() &&
           !std::equal(own.begin(), own.end(), srgb, srgb + 6, is_near);
}

/// What a TIFF holds beside its pages and their facts, and what of these is not read.
void note_tiff(OpenFile& open) {
    constexpr int tag_below = 330, tag_layers = 37724;
    static constexpr int facts[] = {700,   33550, 33723, 33922, 34264,
                                    34377,                              // XMP, IPTC, EXIF, GPS, GeoTIFF,
                                    34665, 34735, 34736, 34737, 34853}; // and Photoshop's resources
    const FileView file(open.path);
    const TiffPages pages(file);
    bool below = false, layers = false, colours = false, metadata = false;
    for (std::size_t page = 0; page < pages.count(); ++page) {
        const auto has = [&](int tag) {
            return std::ranges::count(pages.entries(page), tag, &TiffEntry::tag) > 0;
        };
        below |= has(tag_below), layers |= has(tag_layers);
        metadata |= pages.is_big() && std::ranges::any_of(facts, has);
        colours |= says_own_colours(pages, page);
        check_compression_of(open, pages.number(page, tag_compression, 1));
    }
    if (metadata)
        open.leave_out(
            "is a BigTIFF: EXIF, GPS, XMP, IPTC and GeoTIFF data are not read and written, but what "
            "OpenImageIO knows of them");
    if (below) open.leave_out("pictures below its pages (SubIFDs) are not read and written");
    if (layers)
        open.leave_out(
            "its layers, as Photoshop has them, are not read and written, but the picture that they make");
    if (colours) open.leave_out("what its tags say of its colours (primaries) is not read and written");
}

/// OpenImageIO 2.4 reads no attributes of other types, and writes none whose names begin with another format's.
void note_exr(OpenFile& open) {
    static constexpr std::string_view read[] = {
        "box2f",    "box2i",   "channels",  "chlist", "chromaticities", "compression",
        "double",   "envmap",  "float",     "int",    "m33d",           "floatvector",
        "m33f",     "keycode", "lineOrder", "m44d",   "m44f",           "rational",
        "v2d",      "v2f",     "string",    "v2i",    "stringvector",   "tiledesc",
        "timecode", "v3d",     "v3f",       "v3i"};
    std::set<std::string> lost;
    for (const ExrPartHeader& part : exr_headers(open.path))
        for (const auto& [name, type] : part.types) {
            const Format* other = format_named(name.substr(0, name.find(':')));
            const bool foreign = other && name.find(':') != std::string::npos && open.format != other->name;
            if (foreign || std::ranges::find(read, type) == std::end(read)) lost.insert(name);
        }
    if (!lost.empty())
        open.leave_out("attributes that OpenImageIO does not keep are not read and written: " +
                       joined({lost.begin(), lost.end()}));
}

} // namespace

void note_damage(OpenFile& open) {
    const Damage found = damage_in(open.path, open.format);
    for (const std::string& note : found.notes.list())
        open.warnings.push_back(open.path.string() + ": " + note);
    for (const std::string& what : found.unread.list()) open.leave_out(what);
    if (open.format == "tiff") note_tiff(open);
    if (open.format == "openexr") note_exr(open);
    open.damage = found.lost.list();
    for (const std::string& what : open.damage) {
        if (open.options.replaced) throw lost_for_good(open.path, what);
        open.warnings.push_back(open.path.string() + ": " + what + "; what is damaged is left out");
    }
}

void note_metadata(const OpenFile& open, ImageFile& file) {
    const std::string& problem = file.metadata->problem;
    if (problem.empty()) return;
    const bool unknown = problem.find("unknown image type") != std::string::npos ||
                         problem.find("does not look like") != std::string::npos;
    const std::string what =
        unknown ? "its metadata cannot be read (" + problem + "): what OpenImageIO knows of it is kept"
                : "its metadata is damaged in part (" + problem + ")";
    if (open.options.replaced && !unknown && open.format != "jpeg" && open.format != "png")
        throw lost_for_good(open.path, what);
    file.warnings.push_back(open.path.string() + ": " + what);
}

thread_local TiffComplaints* listening = nullptr;

struct TiffListener {
    static std::string text_of(const char* module, const char* format, va_list values) {
        std::array<char, 300> text{};
        std::vsnprintf(text.data(), text.size(), format, values);
        std::string line = module ? std::string(module) + ": " + text.data() : text.data();
        std::ranges::replace(line, '\n', ' ');
        return line;
    }
    static void hear_error(void*, const char* module, const char* format, va_list values) {
        if (listening && listening->error_.empty()) listening->error_ = text_of(module, format, values);
    }
    /// Most warnings are of tags, and of what is read all the same.
    static void hear_warning(void*, const char* module, const char* format, va_list values) {
        if (!listening) return;
        const std::string text = text_of(module, format, values);
        const auto has = [&](const char* part) { return text.find(part) != std::string::npos; };
        const bool missing = is_damage(text) || has("Premature EOF") || has("Improper JPEG strip/tile size");
        const bool differs = has("Premature EOL") || has("Line length mismatch");
        if (missing && listening->error_.empty()) listening->error_ = text;
        if (differs && listening->warning_.empty()) listening->warning_ = text;
    }
};

TiffComplaints::TiffComplaints() {
    static std::once_flag once;
    std::call_once(once, [] {
        if (TIFFSetErrorHandlerExt) TIFFSetErrorHandlerExt(TiffListener::hear_error);
        if (TIFFSetWarningHandlerExt) TIFFSetWarningHandlerExt(TiffListener::hear_warning);
    });
    listening = this;
}

TiffComplaints::~TiffComplaints() { listening = nullptr; }

} // namespace atrous
