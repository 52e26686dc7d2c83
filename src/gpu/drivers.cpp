// Files *.icd, each with the name of a driver's library.
#include "gpu/drivers.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include <cstdlib>
#include <filesystem>

namespace atrous {
namespace {

namespace fs = std::filesystem;

void refuse_waiting(const char* variable, const fs::path& path) {
    std::error_code bad;
    const fs::file_status status = fs::status(path, bad);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status))
        throw Error(Exit::no_device,
                    std::string(variable) + ": " + path.string() +
                        " is no file but a pipe or a device, for which the OpenCL loader would wait");
}

/// A list, and the library that it names by a path.
void check_list(const char* variable, const fs::path& list) {
    refuse_waiting(variable, list);
    const std::string library = trimmed(read_text(list).value_or(""));
    if (library.starts_with('/')) refuse_waiting(variable, library);
}

void check_variable(const char* variable) {
    const char* const value = std::getenv(variable);
    if (!value || !*value) return;
    const fs::path path = value;
    std::error_code bad;
    if (!fs::is_directory(path, bad)) {
        const bool library = path.extension() != ".icd"; // the loader takes the driver itself, too
        return library ? refuse_waiting(variable, path) : check_list(variable, path);
    }
    for (fs::directory_iterator entry(path, bad), end; !bad && entry != end; entry.increment(bad))
        if (entry->path().extension() == ".icd") check_list(variable, entry->path());
}

} // namespace

void check_driver_lists() {
    for (const char* variable : {"OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH"}) check_variable(variable);
}

} // namespace atrous
