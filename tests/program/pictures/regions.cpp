// Tests regions through the program: effects of --max-memory on an image, and messages.
#include "batch/pipeline/frame_memory.h"
#include "capi/messages.h"
#include "commands/enhance/enhance.h"
#include "commands/enhance/messages.h"
#include "filters/eaw/plan.h"
#include "opencl/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/tagged.h"
#include "support/messages.h"
#include <cstring>

using namespace atrous;

namespace {

/// The object "regions" of the last image in a log, as text, or empty.
std::string regions_in(const fs::path& log) {
    const std::vector<Json> images = images_in(log);
    const Json* regions = part_in(images)->find("regions");
    return regions ? regions->dump() : "";
}

} // namespace

TEST_CASE("--max-memory of the device: regions, and every output as without") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png", 401, 300);
    for (const std::string options : {"--levels 2 --edges auto", "--levels 3 --denoise bayes --space rgb",
                                      "--levels 2 --compare --dump-levels levels"}) {
        CAPTURE(options);
        REQUIRE(run_here(folder, "enhance --existing replace " + options + " in -o whole").code == 0);
        const std::string levels = folder.has("levels") ? folder.list("levels") : "";
        if (!levels.empty()) fs::rename(folder.path / "levels", folder.path / "whole-levels");
        check(
            run_here(folder, "enhance --existing replace -v --max-memory ,3M " + options + " in -o regions"),
            0, {"pixels overlap"});
        CHECK(regions_in(folder.path / "whole/atrous-timings.jsonl").empty());
        CHECK(regions_in(folder.path / "regions/atrous-timings.jsonl").starts_with("{\"count\":"));
        CHECK(slurp(folder.path / "whole/a.png") == slurp(folder.path / "regions/a.png"));
        if (levels.empty()) continue;
        CHECK(slurp(folder.path / "whole/a_compare.png") == slurp(folder.path / "regions/a_compare.png"));
        CHECK(folder.list("levels") == levels);
        for (const char* name : {"a_coarse_1.png", "a_coarse_2.png", "a_detail_0.png", "a_detail_1.png"})
            CHECK(slurp(folder.path / "levels" / name) == slurp(folder.path / "whole-levels" / name));
    }
}

TEST_CASE("a dry run shows regions, and refuses runs that would fail") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 400, 300);
    const Ran whole = run_here(folder, "enhance -n --levels 2 a.ppm -o b.ppm"),
              regions = run_here(folder, "enhance -n --levels 2 --max-memory ,3M a.ppm -o b.ppm"),
              none = run_here(folder, "enhance -n --levels 6 --max-memory ,1M a.ppm -o b.ppm");
    CHECK(whole.code == 0);
    CHECK(regions.code == 0);
    CHECK(has_text(regions.out, " of "));
    CHECK_FALSE(has_text(whole.out, " of "));
    CHECK(none.code == 33);
    CHECK(none.says("a.ppm: an image of 400x300"));
}

TEST_CASE("invalid amounts of device memory, and border mirror in regions, are refused") {
    const Folder folder;
    folder.ppm("a.ppm", 400, 300);
    for (const char* amount : {"lots", "0", "-1G", "4Q"}) {
        check(run_here(folder, "enhance a.ppm -o b.ppm --max-memory=," + std::string(amount)), 2,
              {"--max-memory"});
    }
    if (!has_device()) return;
    check(run_here(folder, "enhance --levels 2 --border mirror --max-memory ,3M a.ppm -o b.ppm"), 33,
          {"a.ppm: ", "--border mirror"});
    CHECK_FALSE(folder.has("b.ppm"));
}

namespace {

/// A command with the needs of `enhance`.
struct Needing final : FileCommandOf<int> {
    explicit Needing(const EnhanceOptions& options) : FileCommandOf(enhance_needs(options)) {}
    void describe(Json&) const override {}
    FrameMemory estimate(Frame&) override { return {}; }
    void process(const Window&, std::size_t) override {}
    std::uint64_t add_cells(Frame&, std::vector<std::string>&) override { return 0; }
};

} // namespace

TEST_CASE("limits are the device's, the machine's for a CPU, and --max-memory if regions are worth it") {
    EnhanceOptions options;
    DeviceInfo gpu;
    gpu.type = DeviceInfo::Type::gpu;
    gpu.memory = std::uint64_t(16) << 30;
    gpu.largest_buffer = std::uint64_t(4) << 30;
    const OutputPlan outputs{};
    Frame frame;
    frame.decoded_bytes = frame.result_bytes = 100 << 20;
    const auto limits_on = [&](const DeviceInfo& device) {
        Needing command(options);
        RunResources resources{outputs, {device}};
        return limits_of({command, resources, {}, options.batch}, frame);
    };
    options.batch.memory = 1; // no limit for a device with its own memory
    const MemoryLimits limits = limits_on(gpu);
    CHECK(limits.whole < gpu.memory);
    CHECK(limits.whole > gpu.memory / 8 * 7);
    for (const std::uint64_t other : {limits.region, limits.allowed_whole, limits.allowed_region})
        CHECK(other == limits.whole);
    CHECK(limits.largest_buffer == gpu.largest_buffer);
    options.batch.device_memory = 123 << 20;
    CHECK(limits_on(gpu).allowed_region == options.batch.device_memory);

    DeviceInfo cpu = gpu;
    cpu.type = DeviceInfo::Type::cpu;
    options.batch.device_memory = 0;
    options.batch.memory = std::uint64_t(700) << 20;
    CHECK(limits_on(cpu).whole == std::uint64_t(500) << 20);  // in addition to two copies of the image file
    CHECK(limits_on(cpu).region == std::uint64_t(400) << 20); // and the result of the regions
    options.companions.compare = true;
    CHECK(limits_on(cpu).whole == std::uint64_t(300) << 20);
    CHECK(limits_on(cpu).region == std::uint64_t(256) << 20); // the minimum
    options.batch.device_memory = 123 << 20;
    CHECK(limits_on(cpu).region == options.batch.device_memory);
}

TEST_CASE("memory is planned for the part that takes most, and for none without colours") {
    if (!has_device()) return;
    const Folder folder;
    ImageFile parts;
    parts.parts.resize(2);
    for (const int i : {0, 1}) {
        Part& part = parts.parts[std::size_t(i)];
        part.name = i ? "large" : "small";
        part.pixels.size = i ? Size{400, 300} : Size{16, 16};
        part.pixels.type = PixelType::u16;
        part.pixels.bytes = Bytes(part.pixels.byte_count());
        std::memset(part.pixels.bytes.data.get(), 0x30, part.pixels.bytes.size);
    }
    write_image_file(parts, folder.path / "a.tif", {});
    const std::string memory = " --levels 2 --max-memory ,4M --log none ";
    const Ran dry = run_here(folder, "enhance -n" + memory + "a.tif -o b.tif");
    CHECK(dry.code == 0);
    CHECK(has_text(dry.out, " of "));
    CHECK(run_here(folder, "enhance" + memory + "a.tif -o b.tif").code == 0);
    tagged::write_depth(folder.path / "z.exr", {300, 200});
    expect(run_here(folder, "enhance --max-memory ,100K --log none z.exr -o y.exr"), 0,
           {line(messages::copied_without_colours)});
}

TEST_CASE("the first Ctrl-C ends an image between its regions") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm", 3000, 2000);
    // An earlier signal would be lost, so the test waits until the program prints its device.
    check(folder.shell("'" + program() +
                       "' enhance -v --levels 6 --max-memory ,10M a.ppm -o b.ppm --log none 2>err & pid=$!\n"
                       "until grep -q 'device ' err; do sleep 0.05; kill -0 $pid || break; done\n"
                       "sleep 0.5; kill -INT $pid; wait $pid\n"),
          130, {});
    CHECK_FALSE(folder.has("b.ppm"));
    CHECK(folder.list(".").find(".atrous-") == std::string::npos);
}
