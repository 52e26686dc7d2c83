// Messages that all file commands share: logs, reports and options of writing.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
inline constexpr MessageRow log_is_file{"E_LOG_IS_FILE", "--log {}: is {}; choose another name for the log"};
inline constexpr MessageRow log_is_image{"E_LOG_IS_IMAGE", "--log {}: has the extension of an image; use a name that ends in .jsonl"};
inline constexpr MessageRow log_folder{"E_LOG_FOLDER", "output folder {} cannot be created: {}"};
inline constexpr MessageRow report_no_page{"E_REPORT_NO_PAGE", "--report {}: use a name that ends in .html"};
inline constexpr MessageRow report_is_file{"E_REPORT_IS_FILE", "--report {}: is {}; choose another name for the report"};
inline constexpr MessageRow report_is_folder{"E_REPORT_IS_FOLDER", "--report {}: is a folder; name a file, for example {}"};
inline constexpr MessageRow report_no_file{"E_REPORT_NO_FILE", "--report {}: is a pipe or a device; name a regular file"};
inline constexpr MessageRow report_exists{"E_REPORT_EXISTS", "--report {}: exists already; choose another name, or use --existing replace or --existing newer"};
inline constexpr MessageRow report_not_writable{"E_REPORT_NOT_WRITABLE", "--report {}: cannot be written: {}"};
inline constexpr MessageRow report_planned{"N_REPORT_PLANNED", "would write the report {}"};

inline constexpr MessageRow compression_unused{"W_COMPRESSION_UNUSED", "--compression has no effect: no output is {}"};
inline constexpr MessageRow compression_unknown{"E_COMPRESSION_UNKNOWN", "--compression {}: the format of {} does not support it; choose another compression or format"};
inline constexpr MessageRow depth_unsupported{"E_DEPTH_UNSUPPORTED", "--depth {}: {}: {}; choose another --depth, or another format (tif holds uint8, uint16, half and float; avif, heic and jxl hold uint10 and uint12)"};
inline constexpr MessageRow profile_unsupported{"E_PROFILE_UNSUPPORTED", "--output-profile: {}: {}; choose another format, for example --format png"};
inline constexpr MessageRow writing_unused{"W_WRITING_UNUSED", "--{} has no effect: no output is {}"};
inline constexpr MessageRow writing_lossless{"W_WRITING_LOSSLESS", "--{} has no effect: --compression {} loses nothing"};
inline constexpr MessageRow quality_twice{"W_QUALITY_TWICE", "the quality in --compression {} has no effect, because --quality sets another one"};
inline constexpr MessageRow memory_minimum{"N_MEMORY_MINIMUM", "--max-memory {}: images use up to {}, the minimum, in addition to the program itself"};
inline constexpr MessageRow device_chosen{"N_DEVICE_CHOSEN", "device: {} ({}, {}), {}"};
inline constexpr MessageRow kernel_not_used{"W_KERNEL_NOT_USED", "{}, driver {}: kernel {} {}; it is not used ('atrous devices' lists the checks, 'man atrous' how to repeat them)"};
inline constexpr MessageRow device_not_used{"W_DEVICE_NOT_USED", "{}, driver {}: the check found no right form of its kernels ({}); using {} ('man atrous' describes how to repeat the check)"};
inline constexpr MessageRow device_wrong{"E_DEVICE_WRONG", "{}, driver {}: the check found no right form of its kernels ({}); update the driver, use another --device, or skip the check with ATROUS_NO_DEVICE_CHECK=1 ('man atrous' describes how to repeat it)"};
inline constexpr MessageRow devices_in_order{"E_DEVICES_IN_ORDER", "--device {}: frames that depend on each other are processed on one device; start one run for each device, for example --device 0 --chunk 0/{}"};
// clang-format on
} // namespace atrous::messages
