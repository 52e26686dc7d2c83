// The table of settings of the scale filter.
#include "app/cli/scale_rows.h"
#include "app/cli/setting_makers.h"

namespace atrous {

std::vector<OptionRow> box_rows(const char* heading) {
    using enum ValueKind;
    return {
        {heading, "size", 0, text, "WxH", "",
         "Fit outputs into a box of so many pixels, as viewers show the picture; the shape is kept"},
        {heading, "upscale", 0, flag, "", "",
         "With --size, enlarge pictures that are smaller than the box; without it they stay as they are"},
    };
}

const std::vector<SettingRow<ScaleSettings>>& scale_rows() {
    using S = ScaleSettings;
    static const std::vector<SettingRow<S>> rows = {
        integer_row(
            {scale_heading, "taps", "N",
             "How far the lowpass reaches on each side of a new pixel, in new pixels, {range}; more are "
             "sharper and cleaner, fewer ring less"},
            &S::taps, scale_range::taps, false),
        table_row({scale_heading, "window", nullptr,
                   "What ends the lowpass: kaiser (no alias above -45 dB with 5 taps), lanczos, hann"},
                  &S::window, scale_windows()),
        table_row(
            {expert_heading, "access", nullptr,
             "How taps along rows are read: vector (CPUs), or from local memory in order (naive), strided "
             "or scrambled, which avoids bank conflicts; auto: by the device and the factor. The result is "
             "the same within rounding"},
            &S::access, scale_accesses()),
    };
    return rows;
}

} // namespace atrous
