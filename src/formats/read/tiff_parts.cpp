// Which pages of a TIFF are read: all that libtiff finds, but no copies of others.
#include "base/error.h"
#include "formats/common/pass_through.h"
#include "formats/dispatch/rows.h"
#include "formats/read/open_file.h"
#include <algorithm>

namespace atrous {
namespace {

/// TIFF 6.0 leaves open what such colours are where nothing covers a pixel: white or black.
void check_white(const std::filesystem::path& path, const OIIO::ImageSpec& spec) {
    if (is_white_zero(spec, "tiff") && spec.alpha_channel >= 0 &&
        !spec.get_int_attribute("oiio:UnassociatedAlpha"))
        throw file_error(path.string() +
                         ": is a WhiteIsZero TIFF with associated alpha, which is not supported; "
                         "write it with unassociated alpha or as BlackIsZero");
}

} // namespace

/// libtiff does not find a page that it cannot read. The pages of a texture are its MIP levels.
void OpenFile::list_tiff_pages(const std::string& message) {
    constexpr int tag_texture = 33302; // Pixar's
    tiff = std::make_unique<FileView>(path);
    tiff_pages = std::make_unique<TiffPages>(*tiff);
    for (const OIIO::ImageSpec& spec : specs) check_white(path, spec);
    if (tiff_pages->is_big())
        for (OIIO::ImageSpec& spec : specs) spec[big_tiff_attribute] = 1;
    const bool texture = with_context(path.string(), [&] {
        tiff_pages->entries(specs.size() - 1); // libtiff read the file before
        return std::ranges::count(tiff_pages->entries(0), tag_texture, &TiffEntry::tag) > 0;
    });
    if (!texture && specs.size() < tiff_pages->count())
        throw file_error(path.string() + ": damaged or not supported: page " +
                         std::to_string(specs.size() + 1) + " of " + std::to_string(tiff_pages->count()) +
                         " cannot be read: " + message);
}

/// A thumbnail and a level of a pyramid are copies of a page that is there, too, wherever they stand.
void OpenFile::leave_copies_out() {
    constexpr int tag_kind = 254, tag_old_kind = 255; // TIFF 6.0: NewSubfileType, SubfileType
    if (!tiff_pages || specs.size() != tiff_pages->count()) return;
    std::vector<OIIO::ImageSpec> kept;
    for (std::size_t i = 0; i < specs.size(); ++i)
        if (tiff_pages->number(i, tag_kind, 0) % 2 == 0 && tiff_pages->number(i, tag_old_kind, 1) != 2) {
            kept.push_back(specs[i]);
            pages.push_back(int(i));
        }
    if (kept.empty() || kept.size() == specs.size()) return pages.clear();
    leave_out(std::to_string(specs.size() - kept.size()) + " of its " + std::to_string(specs.size()) +
              " pages are smaller copies of others (thumbnails, a pyramid), which are left out");
    specs = std::move(kept);
}

} // namespace atrous
