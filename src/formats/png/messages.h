// Messages about PNG files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow png_text_size{"E_PNG_TEXT_SIZE", "chunk {} has more than {} MiB, the limit"};
inline constexpr MessageRow png_no_samples{"E_PNG_NO_SAMPLES", "is truncated or damaged: there are no samples (IDAT) up to byte {} of {}"};
inline constexpr MessageRow png_chunk_damaged{"E_PNG_CHUNK_DAMAGED", "is damaged: chunk {} {}"};
inline constexpr MessageRow png_chunk_lost{"W_PNG_CHUNK_LOST", "chunk {} ({}) {}, and is left out"};
inline constexpr MessageRow png_chunk_unread{"W_PNG_CHUNK_UNREAD", "chunk {} ({}) is neither read nor written"};
inline constexpr MessageRow png_chunk_unknown{"W_PNG_CHUNK_UNKNOWN", "chunk {} is unknown and left out", Frequency::once_per_value};
inline constexpr MessageRow png_no_end{"W_PNG_NO_END", "is truncated or damaged after its image, at byte {} of {}, before the end mark (IEND); the rest is left out"};
inline constexpr MessageRow png_animation{"W_PNG_ANIMATION", "is an animation (APNG) of {} frames; atrous reads only {}"};
inline constexpr MessageRow png_samples_checksum{"E_PNG_SAMPLES_CHECKSUM", "the samples (IDAT, from byte {}) have a wrong checksum"};
inline constexpr MessageRow png_samples_cut{"E_PNG_SAMPLES_CUT", "the samples (IDAT) should go on to byte {}, the file ends at {}"};
inline constexpr MessageRow background_lost{"W_BACKGROUND_LOST", "the background (bKGD) is in the old colours and left out"};
inline constexpr MessageRow cicp_range{"W_CICP_RANGE", "the cICP chunk specifies samples of limited range, which atrous does not support; it is ignored"};
inline constexpr MessageRow cicp_matrix{"W_CICP_MATRIX", "the cICP chunk specifies the matrix {} of ITU-T H.273, but samples of a PNG are RGB (0); it is ignored"};
inline constexpr MessageRow cicp_hdr_range{"E_CICP_HDR_RANGE", "the cICP chunk specifies PQ or HLG samples of limited range, which atrous does not support; convert the file to full range first"};
inline constexpr MessageRow cicp_hdr_matrix{"E_CICP_HDR_MATRIX", "the cICP chunk specifies PQ or HLG samples with the matrix {} of ITU-T H.273, but samples of a PNG are RGB (0); convert the file to RGB first, or correct the chunk if they are RGB"};
inline constexpr MessageRow png_profile_refused{"W_PNG_PROFILE_REFUSED", "libpng refuses the ICC profile for its {}"};
// clang-format on
} // namespace atrous::messages
