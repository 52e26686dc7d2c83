// The colours and the light levels of an image in libheif's words: nclx, clli and mdcv (ISO 14496-12, 12.1.5 to 12.1.7).
#pragma once
#include "base/held.h"
#include "formats/common/light_levels.h"
#include <libheif/heif.h>

namespace atrous {

using Nclx = Held<heif_color_profile_nclx, heif_nclx_color_profile_free>;

/// The nclx of a file's box, or null.
Nclx nclx_of(const heif_image_handle* handle);
/// The reason to refuse an image because libheif does not apply its matrix, or empty.
Message check_matrix(const heif_image_handle* handle, const heif_color_profile_nclx* nclx);
/// Puts matrix, range and light levels of PQ or HLG into the header.
void take_hdr(OpenFile& open, OIIO::ImageSpec& spec, const heif_color_profile_nclx& nclx,
              const heif_image* image);

/// The nclx of a new file: of PQ and HLG with the matrix and the range in the header, or else of BT.2020. Other colours have
/// libheif's own matrix, and the full range.
Nclx new_nclx(const OIIO::ImageSpec& spec, const CodePoints& colours);
/// Gives an image the light levels in the header.
void put_levels(heif_image* image, const OIIO::ImageSpec& spec);

} // namespace atrous
