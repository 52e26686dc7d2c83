// Tests the check of the kernels of denoise and scale in a run: wrong ones are named and not used.
#include "batch/messages.h"
#include "engine/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// Runs with kernels and verdicts of their own.
struct CheckedRuns {
    Folder folder{};

    CheckedRuns() {
        folder.image("a.tif", 60, 40);
        for (const char* name : {"shot/f.0001.exr", "shot/f.0002.exr", "shot/f.0003.exr"})
            folder.image(name, 40, 30);
    }
    /// Kernels are read from an edited copy from now on.
    void edit(const char* file, const std::string& from, const std::string& to) const {
        const fs::path kernels = folder.path / "kernels";
        fs::remove_all(kernels);
        fs::copy(fs::path(source_dir()) / "kernels", kernels, fs::copy_options::recursive);
        std::string text = slurp(kernels / file);
        REQUIRE(has_text(text, from));
        spill(kernels / file, text.replace(text.find(from), from.size(), to));
    }
    Ran shell(const std::string& command) const {
        const std::string edited =
            fs::exists(folder.path / "kernels") ? "export ATROUS_KERNEL_DIR=$PWD/kernels; " : "";
        return folder.shell(
            "unset POCL_CACHE_DIR; export XDG_CACHE_HOME=$PWD/cache ATROUS_KERNEL_OPTIONS=-cl-opt-disable; " +
            edited + command);
    }
    std::ptrdiff_t compiled() const {
        const fs::recursive_directory_iterator files(folder.path / "cache");
        return std::count_if(begin(files), end(files),
                             [](const auto& entry) { return entry.path().extension() == ".so"; });
    }
};

const std::string denoise = "atrous denoise --temporal window:1 --existing replace shot ",
                  skipping = "export ATROUS_NO_DEVICE_CHECK=1; ";

} // namespace

TEST_CASE(
    "kernels of denoise: the check compiles nothing else, wrong ones are not used, and other commands stay") {
    if (!has_device()) return;
    const CheckedRuns checked, unchecked;
    CHECK(unchecked.shell(skipping + denoise + "-q -o out/").code == 0);
    const Ran first = checked.shell(denoise + "-v -o out/");
    CHECK(first.code == 0);
    CHECK(prints(first, line(messages::kernel_checked, "svgf_level")));
    CHECK(checked.compiled() == unchecked.compiled());
    REQUIRE(unchecked.shell(skipping + denoise + "-q --execution form=direct -o direct/").code == 0);

    checked.edit("svgf/level.h", "sums->sum[k], x, block",
                 "(VECTOR > 1 ? 1.001f : 1.0f) * sums->sum[k], x, block");
    const Ran other = checked.shell(denoise + "-o other/");
    CHECK(other.code == 0);
    CHECK(prints(other, line(messages::kernel_not_used, "svgf_level")));
    for (const char* name : {"f.0001.exr", "f.0002.exr", "f.0003.exr"})
        CHECK(samples_in(checked.folder.path / "other" / name) ==
              samples_in(unchecked.folder.path / "direct" / name));

    checked.edit("svgf/gather.cl", "const vf w = masked(taps->weight",
                 "const vf w = masked(1.01f * taps->weight");
    expect(checked.shell(denoise + "--device 0 -o none/"), 4, {line(messages::device_wrong, "svgf/direct")});
    CHECK(checked.shell("atrous enhance --levels 2 --device 0 a.tif -o b.tif").code == 0);
}

TEST_CASE("wrong kernels of scale end scale and --size, and nothing else") {
    if (!has_device()) return;
    const CheckedRuns runs;
    runs.edit("scale/rows.cl", "out[x] = lane_sum(sum)", "out[x] = 1.001f * lane_sum(sum)");
    expect(runs.shell("atrous scale --factor 2 --device 0 a.tif -o b.tif"), 4,
           {line(messages::device_wrong, "scale/")});
    expect(runs.shell("atrous enhance --levels 2 --size 20 --device 0 a.tif -o c.tif"), 4,
           {line(messages::device_wrong, "scale/")});
    CHECK(runs.shell("atrous enhance --levels 2 --device 0 a.tif -o d.tif").code == 0);
}
