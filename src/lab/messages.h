// Messages of `atrous bench` and its figures.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow bench_device{"N_BENCH_DEVICE", "device: {}, {}"};
inline constexpr MessageRow bench_timing{"N_BENCH_TIMING", "timing {}, {} each"};
inline constexpr MessageRow bench_svgf{"N_BENCH_SVGF", "timing {} rows of svgf"};
inline constexpr MessageRow bench_checking{"N_BENCH_CHECKING", "checking {}"};
inline constexpr MessageRow bench_warm_up{"N_BENCH_WARM_UP", "warming up"};
inline constexpr MessageRow bench_repeat{"N_BENCH_REPEAT", "repeat {}"};
inline constexpr MessageRow bench_progress{"N_BENCH_PROGRESS", "run {} of {}, {} left: {}"};
inline constexpr MessageRow bench_estimate{"N_BENCH_ESTIMATE", "{} runs of about {} s and {} of compiling: about {}"};
inline constexpr MessageRow bench_long{"E_BENCH_LONG", "{} runs of about {} s and {} of compiling take about {}; add --yes to start, or measure less (--match, --size, --levels, --repeat)"};
inline constexpr MessageRow bench_baseline{"E_BENCH_BASELINE", "the baseline failed: {}"};
inline constexpr MessageRow bench_unwritten{"E_BENCH_UNWRITTEN", "the result or the baseline has pixels that were not written or are not finite"};
inline constexpr MessageRow bench_differs{"E_BENCH_DIFFERS", "differs from the baseline by {}{}; the limit is {}"};
inline constexpr MessageRow tune_unkept{"E_TUNE_UNKEPT", "--tune: the forms cannot be kept in the folder of compiled kernels, so later runs do not use them; free some space, or set XDG_CACHE_HOME to a folder that you can write to"};
inline constexpr MessageRow bench_access{"E_BENCH_ACCESS", "scale.{} at factor {} differs from naive by {}"};
inline constexpr MessageRow bench_one_file{"E_BENCH_ONE_FILE", "--{} and --{} name the same file '{}'; use two files"};
inline constexpr MessageRow bench_unwritable{"E_BENCH_UNWRITABLE", "--{}: cannot write '{}'; check that its folder exists and that it is a file"};
inline constexpr MessageRow match_long{"E_MATCH_LONG", "--match: has {} characters, but the limit is {}; use a shorter pattern"};
inline constexpr MessageRow match_character{"E_MATCH_CHARACTER", "--match: no row name contains '{}'; use * for any text, and commas between patterns, for example 'split.tile*16x16,teach'"};
inline constexpr MessageRow match_empty{"E_MATCH_EMPTY", "--match: '{}' contains an empty pattern; remove a comma"};
inline constexpr MessageRow match_none{"E_MATCH_NONE", "--match: no row matches '{}'; list all names with atrous bench --match '*' --list"};
inline constexpr MessageRow against_unreadable{"E_AGAINST_UNREADABLE", "--against: cannot read {}"};
inline constexpr MessageRow against_report{"E_AGAINST_REPORT", "--against: {} has no rows; name a report of 'atrous bench --json'"};
inline constexpr MessageRow against_two{"E_AGAINST_TWO", "--against: needs two reports, for example atrous bench --against old.json new.json"};
inline constexpr MessageRow against_workload{"E_AGAINST_WORKLOAD", "--against: the workloads differ, so their times cannot be compared: {} has {}; {} has {}"};
inline constexpr MessageRow against_common{"E_AGAINST_COMMON", "--against: the reports have no timed row in common; measure the same rows"};

// Figures.
inline constexpr MessageRow figure_option{"E_FIGURE_OPTION", "--figure {} takes no --{}; it takes --{}"};
inline constexpr MessageRow figure_axis{"E_FIGURE_AXIS", "--size {}: figure 6 shows one axis; use Nx1 with at most {} pixels"};
inline constexpr MessageRow figure_centre{"E_FIGURE_CENTRE", "--centre: invalid value '{}'; use X,Y, for example 16,30"};
inline constexpr MessageRow figure_outside{"E_FIGURE_OUTSIDE", "--centre: {} lies outside the image of {}; use a pixel inside"};
inline constexpr MessageRow figure_size{"E_FIGURE_SIZE", "--size {}: figure 8 draws at most {}x{} pixels; use a smaller size"};
// clang-format on
} // namespace atrous::messages
