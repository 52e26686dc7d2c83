// Tests the default form.
#include "filters/atrous/execution.h"
#include <doctest/doctest.h>

using namespace atrous;

TEST_CASE("the form is the fastest that was measured, by the GPU, the border and the size of the image") {
    const struct {
        const char *vendor, *name;
        int capability;
        Size size;
        const char* border;
        const char* form;
    } rows[] = {
        {"NVIDIA Corporation", "H200", 90, {6016, 4032}, "drop", "ring"},
        {"NVIDIA Corporation", "H200", 90, {6016, 4032}, "clamp", "tile"},
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
