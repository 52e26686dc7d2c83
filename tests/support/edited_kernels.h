// Writes copies of the kernels with faults, for runs and engines with ATROUS_KERNEL_DIR.
#pragma once
#include "support/app_run.h"
#include <cstdlib>

namespace atrous {

/// A text of a kernel file, which occurs once, and what replaces it.
struct KernelEdit {
    std::string file, from, to;
};

/// Replaces a folder by the kernels with these edits.
inline void write_kernels(const fs::path& folder, const std::vector<KernelEdit>& edits) {
    fs::remove_all(folder);
    fs::copy(fs::path(source_dir()) / "kernels", folder, fs::copy_options::recursive);
    for (const KernelEdit& edit : edits) {
        CAPTURE(edit.file);
        CAPTURE(edit.from);
        std::string text = slurp(folder / edit.file);
        REQUIRE(count_of(text, edit.from) == 1);
        spill(folder / edit.file, text.replace(text.find(edit.from), edit.from.size(), edit.to));
    }
}

/// Engines of this process compile these kernels while it lives.
struct EditedKernels {
    Folder folder{};

    explicit EditedKernels(const std::vector<KernelEdit>& edits) {
        write_kernels(folder.path / "kernels", edits);
        ::setenv("ATROUS_KERNEL_DIR", (folder.path / "kernels").c_str(), 1);
    }
    ~EditedKernels() { ::unsetenv("ATROUS_KERNEL_DIR"); }
};

/// Edits of the levels of EAW in the forms direct and vector, and strip.
inline std::vector<KernelEdit> edits_of_levels(const std::string& from, const std::string& to) {
    return {{"eaw/decompose.cl", from, to}, {"eaw/decompose_strip.cl", from, to}};
}
/// Row 9 of a level has a wrong value where this condition holds: "VECTOR > 1"
/// (all forms of CPUs except direct).
inline std::vector<KernelEdit> wrong_levels(const std::string& value, const std::string& where = "1") {
    return edits_of_levels("centre[i] = ", "centre[i] = " + where + " && y == 9 ? (vf)(" + value + ") : ");
}
/// A level begins with a statement.
inline std::vector<KernelEdit> levels_after(const std::string& statement) {
    return edits_of_levels("const EawPass e = {.p", statement + " const EawPass e = {.p");
}

} // namespace atrous
