// Tests the check of the kernels of denoise and scale in a run: wrong ones are named and not used.
#include "batch/messages.h"
#include "engine/messages.h"
#include "program/running/fresh_kernels.h"
#include "support/messages.h"

using namespace atrous;

namespace {

const std::string denoise = "atrous denoise --temporal window:1 --existing replace shot ",
                  skipping = "export ATROUS_NO_DEVICE_CHECK=1; ";

} // namespace

TEST_CASE(
    "kernels of denoise: the check compiles nothing else, wrong ones are not used, and other commands stay") {
    if (!has_device()) return;
    const Fresh checked, unchecked;
    for (const Fresh* const runs : {&checked, &unchecked})
        for (const char* name : {"shot/f.0001.exr", "shot/f.0002.exr", "shot/f.0003.exr"})
            runs->folder.image(name, 40, 30);
    CHECK(unchecked.shell("", skipping + denoise + "-q -o out/").code == 0);
    const Ran first = checked.shell("", denoise + "-v -o out/");
    CHECK(first.code == 0);
    CHECK(prints(first, line(messages::kernel_checked, "svgf_level")));
    CHECK(checked.count(".so") == unchecked.count(".so"));
    REQUIRE(unchecked.shell("", skipping + denoise + "-q --execution form=direct -o direct/").code == 0);

    checked.edit({{"svgf/level.h", "sums->sum[k], x, block",
                   "(VECTOR > 1 ? 1.001f : 1.0f) * sums->sum[k], x, block"}});
    const Ran other = checked.shell("kernels", denoise + "-o other/");
    CHECK(other.code == 0);
    CHECK(prints(other, line(messages::kernel_not_used, "svgf_level")));
    for (const char* name : {"f.0001.exr", "f.0002.exr", "f.0003.exr"})
        CHECK(samples_in(checked.folder.path / "other" / name) ==
              samples_in(unchecked.folder.path / "direct" / name));

    checked.edit(
        {{"svgf/gather.cl", "const vf w = masked(taps->weight", "const vf w = masked(1.01f * taps->weight"}});
    expect(checked.shell("kernels", denoise + "--device 0 -o none/"), 4,
           {line(messages::device_wrong, "svgf/direct")});
    CHECK(checked.shell("kernels", "atrous enhance --levels 2 --device 0 a.tif -o b.tif").code == 0);
}

TEST_CASE("wrong kernels of scale end scale and --size, and nothing else") {
    if (!has_device()) return;
    const Fresh runs;
    runs.edit({{"scale/rows.cl", "out[x] = lane_sum(sum)", "out[x] = 1.001f * lane_sum(sum)"}});
    expect(runs.shell("kernels", "atrous scale --factor 2 --device 0 a.tif -o b.tif"), 4,
           {line(messages::device_wrong, "scale/")});
    expect(runs.shell("kernels", "atrous enhance --levels 2 --size 20 --device 0 a.tif -o c.tif"), 4,
           {line(messages::device_wrong, "scale/")});
    CHECK(runs.shell("kernels", "atrous enhance --levels 2 --device 0 a.tif -o d.tif").code == 0);
}
