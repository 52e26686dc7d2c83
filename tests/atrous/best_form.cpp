// Tests the default form.
#include "filters/atrous/execution.h"
#include "filters/eaw/settings.h"
#include "filters/svgf/settings.h"
#include <doctest/doctest.h>

using namespace atrous;

namespace {

DeviceTraits gpu_of(const std::string& vendor) {
    DeviceTraits device;
    device.is_cpu = false;
    device.vendor = vendor;
    device.largest_group = 1024;
    device.local_memory = 48 << 10;
    return device;
}

std::string eaw_form(const DeviceTraits& device, Size size, const char* border = "drop") {
    Pixels pixels;
    pixels.size = size;
    pixels.type = PixelType::f32;
    pixels.colours = 3;
    EawSettings settings;
    settings.border = &find_row(borders(), border, "border");
    return resolve(settings, pixels, device).how.form->name;
}

std::string svgf_form(const DeviceTraits& device, Size size) {
    return resolve(SvgfSettings{}, device, size).how.form->name;
}

} // namespace

TEST_CASE("the form is the fastest that was measured, by the GPU, the border and the size of the image") {
    const struct {
        const char *vendor, *name;
        int capability;
        Size size;
        const char* border;
        const char* form;
    } rows[] = {
        {"NVIDIA Corporation", "H200", 90, {6016, 4032}, "drop", "ring"},
        {"NVIDIA Corporation", "H200", 90, {6016, 4032}, "clamp", "ring"}, // predicted
        {"NVIDIA Corporation", "H200", 90, {752, 504}, "clamp", "tile"},
        {"NVIDIA Corporation", "A100", 80, {1000, 1000}, "drop", "ring"},
        {"NVIDIA Corporation", "A100", 80, {999, 1000}, "drop", "tile"},
        {"NVIDIA Corporation", "H200", 90, {752, 504}, "drop", "tile"},
        // Not measured, but with known banks:
        {"NVIDIA Corporation", "T4", 75, {6016, 4032}, "drop", "tile"},
        {"Advanced Micro Devices, Inc.", "gfx942", 0, {6016, 4032}, "drop", "tile"},
        {"Imagination", "PowerVR", 0, {6016, 4032}, "drop", "direct"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.name);
        DeviceTraits device;
        device.is_cpu = false;
        device.vendor = row.vendor;
        device.name = row.name;
        device.compute_capability = row.capability;
        CHECK(std::string(best_form({"eaw", row.size, row.border}, device).name) == row.form);
        CHECK(std::string(best_form({"framelet", row.size, row.border}, device).name) == "direct");
        device.is_cpu = true;
        CHECK(std::string(best_form({"eaw", row.size, row.border}, device).name) == "vector");
    }
}

TEST_CASE(
    "a measured form replaces the table's, up to the next class of sizes, for its filter and border only") {
    DeviceTraits gpu = gpu_of("Imagination");       // by the table always direct
    gpu.tuned_forms = {{"eaw", "clamp", 0, "tile"}, // not in the order of sizes
                       {"eaw", "drop", 7'000, ""},
                       {"eaw", "drop", 2'000, "ring"},
                       {"eaw", "drop", 300, "tile"},
                       {"svgf", "", 2'000, "tile"}};
    for (const std::int64_t edge : {300, 2'000, 7'000})
        for (const std::int64_t pixels : {edge - 2, edge - 1, edge, edge + 1, edge + 2}) {
            CAPTURE(pixels);
            const Size size{int(pixels), 1};
            CHECK(eaw_form(gpu, size) == (pixels < 300     ? "direct"
                                          : pixels < 2'000 ? "tile"
                                          : pixels < 7'000 ? "ring"
                                                           : "direct"));
            CHECK(eaw_form(gpu, size, "clamp") == "tile");
            CHECK(eaw_form(gpu, size, "reflect") == "direct");
            CHECK(svgf_form(gpu, size) == (pixels < 2'000 ? "direct" : "tile"));
        }
    DeviceTraits cpu; // AVX2: by the table strip
    cpu.tuned_forms = {{"eaw", "drop", 300, "vector"}};
    cpu.local_memory = 512 << 10;
    CHECK(eaw_form(cpu, {299, 1}) == "strip");
    CHECK(eaw_form(cpu, {300, 1}) == "vector");
    cpu.native_vector = 16; // by the table vector
    cpu.tuned_forms.front().form = "strip";
    CHECK(eaw_form(cpu, {299, 1}) == "vector");
    CHECK(eaw_form(cpu, {300, 1}) == "strip");
}

TEST_CASE("measured forms that are unknown, wrong, of other devices or too large change nothing") {
    for (const char* form : {"", "march", "Tile", "vector", "strip"}) {
        CAPTURE(form);
        DeviceTraits gpu = gpu_of("Imagination");
        gpu.tuned_forms = {{"eaw", "drop", 0, form}, {"svgf", "", 0, form}, {"tile", "drop", 0, "tile"}};
        CHECK(eaw_form(gpu, {640, 480}) == "direct");
        CHECK(svgf_form(gpu, {640, 480}) == "direct");
    }
    for (const char* form : {"tile", "ring"}) {
        CAPTURE(form);
        DeviceTraits gpu = gpu_of("Imagination");
        gpu.tuned_forms = {{"eaw", "drop", 0, form}};
        CHECK(eaw_form(gpu, {640, 480}) == form);
        gpu.local_memory = 256; // of another driver: the form does not fit
        CHECK(eaw_form(gpu, {640, 480}) == "direct");
        gpu = gpu_of("Imagination");
        gpu.tuned_forms = {{"eaw", "drop", 0, form}};
        gpu.wrong_forms = {"svgf/" + std::string(form)};
        CHECK(eaw_form(gpu, {640, 480}) == form);
        gpu.wrong_forms.push_back("eaw/" + std::string(form));
        CHECK(eaw_form(gpu, {640, 480}) == "direct");
    }
    DeviceTraits cpu;
    cpu.native_vector = 16;
    cpu.local_memory = 1000; // a strip does not fit
    cpu.tuned_forms = {{"eaw", "drop", 0, "strip"}};
    CHECK(eaw_form(cpu, {640, 480}) == "vector");
    cpu.tuned_forms = {{"eaw", "drop", 0, "tile"}}; // works on CPUs, many times slower
    CHECK(eaw_form(cpu, {640, 480}) == "vector");
}

TEST_CASE("forms that are wrong on a device are not taken, and direct is the last one") {
    DeviceTraits device;
    device.is_cpu = false;
    device.vendor = "NVIDIA Corporation";
    device.name = "H200";
    device.compute_capability = 90;
    const auto best = [&] { return std::string(best_form({"eaw", {6016, 4032}, "drop"}, device).name); };
    CHECK(best() == "ring");
    device.wrong_forms = {"eaw/ring", "svgf/tile"};
    CHECK(best() == "tile");
    device.wrong_forms.emplace_back("eaw/tile");
    CHECK(best() == "direct");
    device.is_cpu = true;
    CHECK(best() == "vector");
    device.wrong_forms.emplace_back("eaw/vector");
    CHECK(best() == "direct");
}
