// Runs of enhance with a separate folder of compiled kernels and verdicts.
#pragma once
#include "support/app_run.h"
#include "support/edited_kernels.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace atrous {

struct Fresh {
    Folder folder{};

    Fresh() { folder.image("a.tif", 150, 90); }
    /// `kernels`: a folder of edited kernels, or empty.
    Ran shell(const std::string& kernels, const std::string& command) const {
        return folder.shell("unset POCL_CACHE_DIR; export XDG_CACHE_HOME=$PWD/cache; " +
                            (kernels.empty() ? "" : "export ATROUS_KERNEL_DIR=$PWD/" + kernels + "; ") +
                            command);
    }
    Ran enhance(const std::string& kernels, const std::string& arguments) const {
        return shell(kernels,
                     "atrous enhance --levels 2 --depth float --existing replace a.tif " + arguments);
    }
    void edit(const std::vector<KernelEdit>& edits) const { write_kernels(folder.path / "kernels", edits); }
    fs::path record() const {
        for (const auto& entry : fs::recursive_directory_iterator(folder.path / "cache"))
            if (entry.path().filename().string().starts_with("device-checks-")) return entry.path();
        return {};
    }
    int count(const std::string& part) const {
        int found = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path / "cache"))
            found += has_text(entry.path().filename().string(), part);
        return found;
    }
    /// The largest difference of the images' samples.
    double difference(const char* a, const char* b) const {
        const std::string first = samples_in(folder.path / a), second = samples_in(folder.path / b);
        REQUIRE(first.size() == second.size());
        double most = 0;
        for (std::size_t i = 0; i + sizeof(float) <= first.size(); i += sizeof(float)) {
            float x = 0, y = 0;
            std::memcpy(&x, &first[i], sizeof x);
            std::memcpy(&y, &second[i], sizeof y);
            most = std::max(most, std::abs(double(x) - double(y)));
        }
        return most;
    }
};

} // namespace atrous
