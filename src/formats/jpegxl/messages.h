// Messages about JPEG XL files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off

inline constexpr MessageRow jxl_damaged{"E_JXL_DAMAGED", "is truncated, damaged or not supported: {}"};
inline constexpr MessageRow jxl_box{"W_JXL_BOX", "the data in box '{}' are neither read nor written"};
inline constexpr MessageRow jxl_tail{"W_JXL_TAIL", "the {} bytes after the image are neither read nor written"};
inline constexpr MessageRow jxl_exif{"W_JXL_EXIF", "the EXIF data begin at byte {} of {}, and are left out"};
inline constexpr MessageRow jxl_jpeg{"W_JXL_JPEG", "contains a JPEG that djxl can restore; outputs do not contain the JPEG", Frequency::once};
inline constexpr MessageRow jxl_glows{"W_JXL_GLOWS", "the associated alpha is read as straight alpha: light of pixels with alpha 0 (glows) is left out"};
inline constexpr MessageRow jxl_profile{"E_JXL_PROFILE", "the colour profile cannot be used, and without it lossy JPEG XL has no colours: {}; convert the image first: djxl IN OUT.png"};
inline constexpr MessageRow jxl_profile_refused{"W_JXL_PROFILE_REFUSED", "libjxl refuses an ICC profile of RGB in a grey image, and one of grey in colours"};
inline constexpr MessageRow jxl_range{"W_JXL_RANGE", "{} samples are not finite or beyond {}, and are clamped; --compression lossless keeps them"};
inline constexpr MessageRow jxl_wide{"W_JXL_WIDE", "{} samples are beyond {} and read as this number, since the floats of 17 bits are read as half floats"};
inline constexpr MessageRow jxl_half{"W_JXL_HALF", "the half float samples are written as 32-bit floats, since JPEG XL holds no half floats that are infinite or not numbers"};
// clang-format on
} // namespace atrous::messages
