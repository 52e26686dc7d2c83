// The table of settings that say how a filter is computed.
#include "app/cli/setting_makers.h"
#include "base/size.h"

namespace atrous {
namespace {

constexpr const char* how_heading = "Expert: how it is computed (no result changes)";

SettingRow<Execution> group_row(const SettingText& text) {
    return with_default<Execution>(
        {option_of(text, ValueKind::text, {}, ""),
         [](Execution& s, const std::string& value) {
             s.group = value == "auto" ? Size{} : parse_size(value, "--group", 1 << 20, "16x16");
         },
         [](const Execution& s) -> Json { return s.group.width == 0 ? "auto" : to_string(s.group); }});
}

} // namespace

std::vector<SettingRow<Execution>> execution_rows() {
    using S = Execution;
    return {
        table_row({expert_heading, "storage", nullptr,
                   "Planes on the device: float, or half (half the bytes to move, but approximate: 11 bits)"},
                  &S::storage, storages()),
        table_row(
            {how_heading, "schedule", nullptr,
             "permuted: every level moves pixels so that the next level's taps are neighbours; dilated: "
             "the plain algorithm"},
            &S::schedule, schedules()),
        table_row({how_heading, "order", nullptr, "Where the permuted schedule puts pixels"}, &S::order,
                  orders()),
        table_row(
            {how_heading, "form", nullptr,
             "How kernels are written: direct (one pixel per work-item), tile (the same, taps from "
             "local memory), vector (for CPUs), strip (the same, down strips that compute each weight once), "
             "auto (by the device)"},
            &S::form, forms()),
        table_row({how_heading, "synthesis", nullptr,
                   "fused (details are added while they are made), stored (kept, and added at the end), "
                   "gather (the same, read in contiguous runs), auto (fused; with --denoise bayes stored, on "
                   "GPUs gather)"},
                  &S::synthesis, syntheses()),
        group_row(
            {how_heading, "group", "WxH|auto", "Work-items per work-group of the forms direct and tile"}),
        table_row({how_heading, "map", nullptr,
                   "Form tile: which work-item takes which pixel; auto asks the bank analyser (atrous banks "
                   "tile). planes is blocks but for the upward pass of --synthesis stored, where groups of "
                   "work-items take different planes"},
                  &S::map, maps()),
        table_row({how_heading, "element", nullptr,
                   "Form tile: planar (32 bits per element of local memory) or pixel (128 bits)"},
                  &S::element, elements()),
        integer_row({how_heading, "banks", "N|auto",
                     "Form tile: banks of local memory, {range}; auto: what is known of the device"},
                    &S::banks, execution_range::banks, true),
        integer_row({how_heading, "bank-bits", "N|auto", "Form tile: width of a bank, {range} bits"},
                    &S::bank_bits, execution_range::bank_bits, true),
        integer_row({how_heading, "subgroup", "N|auto", "Form tile: work-items that run in step, {range}"},
                    &S::subgroup, execution_range::subgroup, true),
    };
}

} // namespace atrous
