// Writes to a temporary file and renames it. Names contain a hash of the identity, which the files contain in
// full.
#include "opencl/device_record.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include <cstdlib>
#include <fstream>
#include <set>
#include <system_error>
#include <unistd.h>

namespace atrous {
namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value ? value : "";
}

/// Returns a checksum of all kernel files, as the engine reads them.
std::string checksum_of_kernels() {
    const std::string folder = variable("ATROUS_KERNEL_DIR");
    std::uint64_t sum = hash_of("");
    for (const Embedded& file : embedded_files()) {
        if (!file.name.ends_with(".cl") && !file.name.ends_with(".h")) continue;
        sum = hash_of(file.name, sum);
        sum = hash_of(folder.empty() ? file.text : read_file(fs::path(folder) / file.name).value_or(""), sum);
    }
    return std::to_string(sum);
}

} // namespace

DeviceRecord::DeviceRecord(const DeviceInfo& device)
    : folder_(variable("POCL_CACHE_DIR")),
      identity_(Json::Object{{"device", device.name},
                             {"platform", device.platform},
                             {"version", device.version},
                             {"driver", device.driver},
                             {"atrous", version()},
                             {"kernels", checksum_of_kernels()},
                             {"options", variable("ATROUS_KERNEL_OPTIONS")}}) {}

fs::path DeviceRecord::file_of(const std::string& section) const {
    return folder_ / ("device-" + section + "-" + std::to_string(hash_of(identity_.dump())) + ".json");
}

Json DeviceRecord::read(const std::string& section) const {
    const auto text = folder_.empty() ? std::nullopt : read_file(file_of(section));
    if (!text) return {};
    try {
        const Json all = parse_json(*text, section);
        for (const auto& [name, value] : *identity_.object())
            if (all.text_of(name) != *value.string()) return {};
        const Json* const content = all.find(section);
        return content ? *content : Json();
    } catch (const Error&) {
        return {};
    }
}

bool DeviceRecord::replace(const std::string& section, const Json& content) const {
    Json all = identity_;
    all[section] = content;
    return !folder_.empty() && write_whole(file_of(section), all.dump(2) + "\n");
}

bool write_whole(const fs::path& file, std::string_view content) {
    std::string fresh = file.parent_path() / ".new-XXXXXX"; // machines may share the folder
    if (const int made = ::mkstemp(fresh.data()); made < 0 || ::close(made) != 0) return false;
    std::ofstream out(fresh, std::ios::binary);
    out << content;
    out.close();
    std::error_code ec;
    if (out) fs::rename(fresh, file, ec);
    if (out && !ec) return true;
    fs::remove(fresh, ec);
    return false;
}

bool is_about(const Json& verdict, const DeviceInfo& device) {
    return verdict.text_of("device") == device.name && verdict.text_of("driver") == device.driver;
}

Json::Object verdicts_of(const DeviceInfo& device) {
    const Json section = DeviceRecord(device).read("checks");
    Json::Object verdicts = section.object() ? *section.object() : Json::Object{};
    std::erase_if(verdicts, [&](const auto& one) {
        const std::string found = one.second.text_of("found");
        return !is_about(one.second, device) || one.second.text_of("filter").empty() ||
               one.second.text_of("form").empty() || (found != "right" && found != "wrong");
    });
    return verdicts;
}

std::vector<std::string> wrong_forms(const DeviceInfo& device, const Json::Object& verdicts) {
    std::set<std::string> wrong; // kernels of several kinds of images have one form
    for (const auto& [key, verdict] : verdicts)
        if (is_about(verdict, device) && verdict.text_of("found") != "right")
            wrong.insert(verdict.text_of("filter") + "/" + verdict.text_of("form"));
    return {wrong.begin(), wrong.end()};
}

DeviceInfo with_tuned_forms(DeviceInfo device) {
    const Json rows = DeviceRecord(device).read("forms");
    for (const Json& row : rows.array() ? *rows.array() : Json::Array{}) {
        const std::string filter = row.text_of("filter"), form = row.text_of("form");
        const std::int64_t pixels = row.integer_of("min_pixels", -1);
        if (!filter.empty() && !form.empty() && pixels >= 0)
            device.tuned_forms.push_back(
                {filter, row.text_of("border"), pixels, form == row.text_of("table") ? "" : form});
    }
    return device;
}

} // namespace atrous
