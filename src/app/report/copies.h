// The small copies of a frame's picture that a report shows.
#pragma once
#include "app/report/page.h"
#include "app/run/batch.h"
#include <optional>

namespace atrous {

/// The first picture of the first file that has one; nothing where there is none.
struct FrameCopy {
    ShownCopy shown;
    double clipped = 0; ///< as SmallCopy::clipped
};
std::optional<FrameCopy> copy_of_picture(const std::vector<ImageFile>& files, const ShownPart& part);

/// Both as a page shows them.
std::string pair_html(const FrameCopy& before, const FrameCopy& after);

} // namespace atrous
