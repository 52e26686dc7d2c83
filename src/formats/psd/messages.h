// Messages about PSD files. The name of the file is put in front of them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow psd_colours{"E_PSD_COLOURS", "is a PSD of {} colours, which atrous does not support; convert it to RGB first"};
inline constexpr MessageRow psd_cut{"E_PSD_CUT", "is truncated or damaged: its {} should take {} bytes, the file has {}"};
inline constexpr MessageRow psd_layers{"W_PSD_LAYERS", "the layers are flattened: atrous reads the merged image", Frequency::once};
inline constexpr MessageRow psd_channels{"W_PSD_CHANNELS", "channels other than the colours (saved selections, or the transparency of 16-bit files) are not read", Frequency::once};
// clang-format on
} // namespace atrous::messages
