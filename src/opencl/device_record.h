// Keeps what runs found out about a device with its driver in the folder of compiled kernels: one file per
// section, for example "checks" (verdicts about kernels) and "forms" (measured forms). Each is valid for one
// device, driver, version of atrous, set of kernel sources and ATROUS_KERNEL_OPTIONS.
#pragma once
#include "base/json.h"
#include "opencl/device.h"
#include <filesystem>
#include <string>
#include <string_view>

namespace atrous {

/// Replaces a file at once, by another name first. Returns false if that fails.
bool write_whole(const std::filesystem::path& file, std::string_view content);

class DeviceRecord {
  public:
    explicit DeviceRecord(const DeviceInfo& device);
    /// Returns the content of a section, or null if there is none, the file cannot be read, or it is about
    /// another device. The minimal build, which has no reader of JSON, returns null.
    Json read(const std::string& section) const;
    /// Replaces the content of a section at once: other processes read the old content or the new one. The
    /// last of several writers wins. Returns false if the section cannot be written, for example in a folder
    /// that is read-only.
    bool replace(const std::string& section, const Json& content) const;

  private:
    std::filesystem::path file_of(const std::string& section) const;

    std::filesystem::path folder_; ///< POCL_CACHE_DIR (empty: no section is kept)
    Json identity_;                ///< members at the head of each file
};

/// True if a verdict about kernels is about the device with its driver.
bool is_about(const Json& verdict, const DeviceInfo& device);
/// Returns the verdicts of section "checks" by their keys, except those that are about another device, name
/// no filter or form, or are neither right nor wrong.
Json::Object verdicts_of(const DeviceInfo& device);
/// Returns the forms about which one of the verdicts about the device is not right: "eaw/tile".
std::vector<std::string> wrong_forms(const DeviceInfo& device, const Json::Object& verdicts);

/// Returns the device with the forms of section "forms", an array of rows that have the members of TunedForm
/// ("min_pixels") and "table", the form of the table. Leaves out rows without a filter, a form or a size.
DeviceInfo with_tuned_forms(DeviceInfo device);

} // namespace atrous
