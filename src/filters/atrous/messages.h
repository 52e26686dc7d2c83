// Messages that all filters share: ranges, execution settings, memory. The first value is the option, if there is one.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow setting_range{"E_SETTING_RANGE", "{}: {} is out of range; use {} to {}"};
inline constexpr MessageRow group_size{"E_GROUP_SIZE", "{} {}: a work-group of {} work-items exceeds the device's limit of {}; use a smaller one"};
inline constexpr MessageRow map_planes{"E_MAP_PLANES", "{} {}: differs from {} only in the upward pass of {} stored, which does not run here; use {} {}"};
inline constexpr MessageRow bank_width{"E_BANK_WIDTH", "{}: invalid width {}; use 8, 16, 32, 64 or 128 bits"};
inline constexpr MessageRow map_missing{"E_MAP_MISSING", "{} {}: a work-group of {} has no such map on {} at radius {} with {}-bit elements; use {}"};
inline constexpr MessageRow tile_memory{"E_TILE_MEMORY", "{} {}: the tile needs {} of local memory, but the device has {}; use a smaller work-group"};
inline constexpr MessageRow ring_items{"E_RING_ITEMS", "{} {}xROWS: form ring needs a power of two of work-items per row, from 2 to {}"};
inline constexpr MessageRow ring_memory{"E_RING_MEMORY", "{} {}xROWS: form ring needs {} of local memory, but the device has {}; use fewer work-items"};
inline constexpr MessageRow strip_memory{"E_STRIP_MEMORY", "{} strip: needs {} of local memory, but the device has {}; use {} vector"};
inline constexpr MessageRow strip_slow{"N_STRIP_SLOW", "{} strip: a level takes {} times as long as with {} vector ({})"};
inline constexpr MessageRow form_wrong{"E_FORM_WRONG", "{} {}: the check of {} found wrong results; choose another form or another --device ('atrous devices' lists the checks)"};
inline constexpr MessageRow image_plane{"E_IMAGE_PLANE", "an image of {} is too large: a plane can have at most {} pixels; cut the image into parts"};
inline constexpr MessageRow image_whole{"E_IMAGE_WHOLE", "an image of {} does not fit into the device's memory ({}), and {}"};
inline constexpr MessageRow image_region{"E_IMAGE_REGION", "an image of {} does not fit into the device's memory, and neither does its smallest region: {} with an overlap of {} pixels needs {}, but the limit is {}; {}more device memory (--max-memory ,SIZE, if given) or another --device"};
// clang-format on
} // namespace atrous::messages
