// Messages about the bytes of ICC profiles. Each is led by the name of the file.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow profile_size{"E_PROFILE_SIZE", "the ICC profile has more than {} MiB, the limit"};
inline constexpr MessageRow profile_tag_count{
    "E_PROFILE_TAG_COUNT",
    "the ICC profile is damaged ({} tags do not fit into its {} bytes); remove it with: exiftool -icc_profile:all= FILE"};
inline constexpr MessageRow profile_tag_outside{
    "E_PROFILE_TAG_OUTSIDE",
    "the ICC profile is damaged ({} of {} bytes at {} does not lie in its {} bytes); remove it with: exiftool "
    "-icc_profile:all= FILE"};
inline constexpr MessageRow profile_tag_text{
    "E_PROFILE_TAG_TEXT",
    "the ICC profile is damaged ({} of {} bytes does not hold its text); remove it with: exiftool -icc_profile:all= FILE"};

} // namespace atrous::messages
