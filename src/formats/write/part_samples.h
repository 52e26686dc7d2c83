// The samples of a part as its file gets them, and those of channels that an output leaves out (Part::written).
#pragma once
#include "formats/common/image_file.h"
#include "formats/common/raster.h"
#include "formats/write/write_options.h"
#include <OpenImageIO/imageio.h>
#include <optional>

namespace atrous {

/// One part made ready for a format.
struct Encoded {
    OIIO::ImageSpec spec;
    OIIO::TypeDesc type;         ///< of `data`; unknown: each channel in its own type
    const Bytes* lent = nullptr; ///< the part's own samples
    Bytes own{};                 ///< where those are not the file's
    const Bytes& bytes() const { return own.size > 0 ? own : *lent; }
};
/// The samples that belong to the spec of output_spec.
Encoded encode_part(const Part& part, const Target& target, const OIIO::ImageSpec& spec);

/// The header without channels that are left out; `spec` as output_spec() makes it.
OIIO::ImageSpec written_spec(const Part& part, const OIIO::ImageSpec& spec);
/// The samples without them; `encoded` as encode_part() makes it.
void keep_written(Encoded& encoded, const Part& part);
/// The picture where its samples are those that its file has, all of one type; else nothing. They stay with `encoded`.
std::optional<Raster> raster_of(const Encoded& encoded);

} // namespace atrous
