// Messages about colours and profiles.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
// --assume-profile and --output-profile. Each begins with the option and its value.

inline constexpr MessageRow unknown_profile{"E_UNKNOWN_PROFILE", "is neither a file nor a known profile; use a file or one of {}"};
inline constexpr MessageRow not_a_profile{"E_NOT_A_PROFILE", "is not an ICC profile; use one, or one of {}"};
inline constexpr MessageRow profile_unusable{"E_PROFILE_UNUSABLE", "{}; use a profile of RGB or grey colours"};
inline constexpr MessageRow profile_length{"E_PROFILE_LENGTH", "is a profile of {} bytes in a file of {}; images cannot embed it"};

// Profiles of files

inline constexpr MessageRow profile_not_inks{"E_PROFILE_NOT_INKS", "the colour profile is not one of four inks"};
inline constexpr MessageRow profile_not_applied{"E_PROFILE_NOT_APPLIED", "the colour profile cannot be applied"};
inline constexpr MessageRow profile_internal{"E_PROFILE_INTERNAL", "profile {} cannot be {}"};
inline constexpr MessageRow no_profile_link{"E_NO_PROFILE_LINK", "there is no conversion from profile {} to {}"};

// Colours that files name without a profile. Each begins with the name of the file.

inline constexpr MessageRow dynamic_range{"E_DYNAMIC_RANGE", "the samples are {} with primaries {} of ITU-T H.273; atrous supports PQ and HLG with primaries 1, 9 and 12; convert the file first, for example to BT.2020"};
inline constexpr MessageRow unknown_code_points{"W_UNKNOWN_CODE_POINTS", "the colours are unknown (primaries {}, transfer {} of ITU-T H.273); atrous takes them for sRGB"};
inline constexpr MessageRow impossible_primaries{"W_IMPOSSIBLE_PRIMARIES", "gamma and primaries (gAMA, cHRM) are physically impossible; they are ignored"};
inline constexpr MessageRow impossible_gamma{"W_IMPOSSIBLE_GAMMA", "the gamma (gAMA) is not one of light; it is ignored"};
inline constexpr MessageRow impossible_white{"W_IMPOSSIBLE_WHITE", "the primaries of the attribute chromaticities do not make its white; they are ignored"};
inline constexpr MessageRow unknown_space{"W_UNKNOWN_SPACE", "the colour space '{}' is unknown; atrous takes the colours for linear sRGB"};
// clang-format on
} // namespace atrous::messages
