// Finds the picture of a frame; says what its copies do not show.
#include "app/report/copies.h"
#include "base/html.h"
#include "base/text.h"
#include "io/codec/resize.h"
#include "io/codec/small_copy.h"
#include <algorithm>

namespace atrous {

std::optional<FrameCopy> copy_of_picture(const std::vector<ImageFile>& files, const ShownPart& part) {
    for (const ImageFile& file : files)
        for (std::size_t i = 0; i < file.parts.size(); ++i)
            for (const PictureView& picture : pictures_of(file.parts[i])) {
                const PixelsPart all{0, 0, picture.pixels.size};
                if (all.size.pixels() == 0) continue;
                const SmallCopy copy = small_copy(picture.pixels, part ? part(file, i) : all,
                                                  part_place(file.parts[i]).orientation);
                return FrameCopy{{data_uri("image/webp", copy.webp), copy.size}, copy.clipped};
            }
    return {};
}

std::string pair_html(const FrameCopy& before, const FrameCopy& after) {
    const double clipped = std::max(before.clipped, after.clipped);
    std::string note;
    if (clipped > 0)
        note = significant(100 * clipped, 2) + " % of the values are above white, which is clipped here";
    return figure_html(before.shown, after.shown, note);
}

} // namespace atrous
