// What the OpenCL loader is told to read. Knows no OpenCL.
#pragma once

namespace atrous {

/// Throws an Error (no_device) where OCL_ICD_VENDORS or OPENCL_VENDOR_PATH lead to a pipe or a device instead of a list of
/// drivers: the loader would wait for it.
void check_driver_lists();

} // namespace atrous
