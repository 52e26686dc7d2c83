// Messages about OpenCL devices and runs on them.
#pragma once
#include "base/message.h"

namespace atrous::messages {
// clang-format off
// Choice of a device.
inline constexpr MessageRow device_none{"E_DEVICE_NONE", "no OpenCL device found; install the driver of your GPU, or a driver for every CPU: pip install 'atrous[cpu]' (package atrous-pocl), or the Debian package pocl-opencl-icd. If one is installed, check OCL_ICD_VENDORS, and that PoCL can write its cache below HOME or POCL_CACHE_DIR"};
inline constexpr MessageRow sysfs_missing{"E_SYSFS_MISSING", "no OpenCL device can be used, because /sys is not mounted (PoCL would end the process); mount it: mount -t sysfs sysfs /sys"};
inline constexpr MessageRow device_unknown{"E_DEVICE_UNKNOWN", "{}: no device matches '{}'; leave the option out, or name one of these devices:{}"};
inline constexpr MessageRow device_unlike{"E_DEVICE_UNLIKE", "--device {}: device {} ({}) differs from device {} ({}), so results would depend on the device of each image; run atrous once per device, with a --chunk of the images"};
inline constexpr MessageRow device_several{"E_DEVICE_SEVERAL", "{} {}: this option takes one device; all and lists are only for --device of enhance and scale, which distribute images"};
inline constexpr MessageRow device_comma{"E_DEVICE_COMMA", "--device {}: a device is missing before or after a comma; write for example 0,1"};
inline constexpr MessageRow device_fails{"E_DEVICE_FAILS", "{} cannot be used: {}; choose another --device"};
inline constexpr MessageRow device_skipped{"W_DEVICE_SKIPPED", "OpenCL device {} is skipped: {}"};
inline constexpr MessageRow own_pocl_fails{"W_OWN_POCL_FAILS", "{}: PoCL of the package atrous-pocl is skipped: {}; install the package of the same version again"};

// Memory and failures during a run.
inline constexpr MessageRow device_buffer{"E_DEVICE_BUFFER", "buffer '{}' needs {}, but {} allows {} per buffer; use another --device"};
inline constexpr MessageRow device_memory{"E_DEVICE_MEMORY", "the image needs {} of device memory, but {} has {}; use another --device, or --execution synthesis=fused, which needs the least"};
inline constexpr MessageRow device_out_of_memory{"E_DEVICE_OUT_OF_MEMORY", "{}: {}; {}"};
inline constexpr MessageRow device_failed{"E_DEVICE_FAILED", "{}: {}"};
inline constexpr MessageRow device_read{"E_DEVICE_READ", "reading {} from the device failed: {}"};

// Kernels.
inline constexpr MessageRow kernel_file{"E_KERNEL_FILE", "ATROUS_KERNEL_DIR: cannot read the kernel file {}; name the folder kernels of the sources"};
inline constexpr MessageRow kernel_missing{"E_KERNEL_MISSING", "the program contains no kernel file {} (internal error: please report it)"};
inline constexpr MessageRow kernel_cache_full{"E_KERNEL_CACHE_FULL", "{}, the folder for compiled kernels, has less than {} of free space; free some, or set XDG_CACHE_HOME to another folder"};
inline constexpr MessageRow kernel_build{"E_KERNEL_BUILD", "{} with {} does not compile on {}: {}\n{}"};
inline constexpr MessageRow kernel_group{"E_KERNEL_GROUP", "{}: a work-group of {} exceeds {}, the largest that {} allows for this kernel"};
inline constexpr MessageRow norm_failed{"E_NORM_FAILED", "CLBlast {} of {} floats failed with status {}"};
inline constexpr MessageRow norm_missing{"E_NORM_MISSING", "norms need CLBlast, which this build lacks"};
inline constexpr MessageRow kernel_kept{"N_KERNEL_KEPT", "using a compiled kernel of an earlier run"};
inline constexpr MessageRow kernel_log{"N_KERNEL_LOG", "{}: {}"};

// Faults of the program itself: ports and arrays.
inline constexpr MessageRow port_unknown{"E_PORT_UNKNOWN", "{} '{}': the plan has no such port"};
inline constexpr MessageRow port_bindings{"E_PORT_BINDINGS", "{} '{}' of the plan is bound {} times instead of once"};
inline constexpr MessageRow port_bytes{"E_PORT_BYTES", "{} '{}' of the plan has {} bytes, but its binding has {}"};
inline constexpr MessageRow port_shared{"E_PORT_SHARED", "output '{}' of the plan: its array is also bound to '{}'"};
inline constexpr MessageRow array_empty{"E_ARRAY_EMPTY", "a device array without memory is used"};
inline constexpr MessageRow array_read{"E_ARRAY_READ", "a device array of {} bytes is read into {} bytes"};
inline constexpr MessageRow array_compare{"E_ARRAY_COMPARE", "arrays of {} and {} bytes cannot be compared"};
// clang-format on
} // namespace atrous::messages
