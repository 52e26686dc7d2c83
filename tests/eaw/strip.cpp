// Tests form strip: its devices and levels, strips of every width, and the error of its cheaper exponential.
// Tests over the table of forms compare its results with all forms.
#include "base/error.h"
#include "filters/atrous/messages.h"
#include "filters/eaw/plan.h"
#include "support/gpu_fixture.h"
#include "support/messages.h"
#include <cstring>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

EawSettings strips(const std::string& space, int levels) {
    auto s = busy_settings(space);
    s.levels = levels;
    s.how.form = named("strip");
    return s;
}

std::string form_for(const DeviceTraits& device) {
    return resolve(EawSettings{}, make_pixels({16, 16}, PixelType::f32), device).how.form->name;
}

/// Kernels of the levels.
std::vector<std::string> kernels_of(const EawSettings& s, Size size) {
    DeviceTraits device;
    device.local_memory = 1 << 19;
    const Pixels pixels = make_pixels(size, PixelType::f32);
    std::vector<std::string> names;
    for (const auto& pass : eaw_plan(resolve(s, pixels, device), pixels, device).passes)
        if (pass.stage == Stage::level) names.push_back(name_of(pass));
    return names;
}

/// The result with this much local memory.
Pixels run_with(Engine& e, const EawSettings& s, const Pixels& input, std::size_t local_memory) {
    DeviceTraits device = traits(e);
    device.local_memory = local_memory;
    const auto settings = resolve(s, input, device);
    const FilterRegions how{region_grid(input.size, 0, 1, 1), eaw_plan(settings, input, device)};
    Pixels out = input.copy();
    run_planned(e, settings, how, out);
    return out;
}

} // namespace

TEST_CASE("auto is strip if it was measured to be faster and fits: CPUs with vectors of 8 floats") {
    DeviceTraits device;
    device.local_memory = 1 << 19;
    CHECK(form_for(device) == "strip");
    DeviceTraits wider = device, narrow = device, gpu = device;
    wider.native_vector = 16;
    narrow.local_memory = 1000;
    gpu.is_cpu = false;
    CHECK(form_for(wider) == "vector");
    CHECK(form_for(narrow) == "vector");
    CHECK(form_for(gpu) == "direct");
}

TEST_CASE("less local memory than the narrowest strips need is refused with both numbers") {
    DeviceTraits small;
    small.local_memory = 1000;
    const auto refused = [&] { resolve(strips("lab", 2), make_pixels({16, 16}, PixelType::f32), small); };
    CHECK(is_message(thrown_by(refused), messages::strip_memory, "form", anything, "1000 B", "form"));
}

TEST_CASE(
    "levels whose weights differ by side, that stop at no edge or have small subimages run in form vector") {
    const std::string strip = "eaw_decompose_strip", vector = "eaw_decompose";
    auto s = strips("lab", 5);
    CHECK(kernels_of(s, {200, 100}) == std::vector{strip, strip, strip, strip, vector});
    s.edges = {{12, 0, 12}};
    CHECK(kernels_of(s, {200, 200}) == std::vector{strip, vector, strip, strip, strip});
    s.how.schedule = named("dilated");
    CHECK(kernels_of(s, {200, 200}) == std::vector{strip, vector, vector, vector, vector});
    s.how.schedule = named("permuted");
    s.edges = {};
    s.search_edges = true;
    CHECK(kernels_of(s, {200, 200}) == std::vector(5, vector));
}

TEST_CASE("strips of every width give the same bits, across subimages and next to them") {
    Engine* e = engine();
    if (!e) return;
    const Pixels input = make_pixels({661, 131}, PixelType::f32);
    for (const auto& order : orders()) {
        auto s = strips("rgb", 5);
        s.how.order = &order;
        CAPTURE(order.name);
        const Pixels wide = run_with(*e, s, input, 1 << 20), narrow = run_with(*e, s, input, 40000);
        CHECK(std::memcmp(wide.bytes.data.get(), narrow.bytes.data.get(), input.byte_count()) == 0);
    }
}

// Steps of a sigma between plains, with noise: the worst case for errors of weights.
TEST_CASE("weights of degree 4 change a level by at most 2e-7") {
    Engine* e = engine();
    if (!e) return;
    Pixels input = make_pixels({331, 97}, PixelType::f32, 1);
    for (int y = 0; y < 97; ++y)
        for (int x = 0; x < 331; ++x) {
            const auto i = std::size_t(y * 331 + x);
            set_sample(input, i, 0.17 * ((x / 7 + y / 5) % 6) + 0.05 * sample(input, i));
        }
    auto s = strips("rgb", 1);
    s.edges = {{0.17}};
    s.luma = {{2}};
    s.luma_threshold = {{0}};
    const auto exact = reference::eaw(to_reference(input), to_reference(s, input)).back();
    CHECK(largest_difference(run(*e, s, input), exact, 1) <= 2e-7);
}
