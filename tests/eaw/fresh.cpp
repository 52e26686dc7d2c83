// Tests that previous contents of buffers change no result: a run whose buffers begin as NaN, except the
// margins that plans promise, gives every bit of a run with reused buffers. A run that uses the host's memory
// in place gives the bits of a run that copies.
#include "support/gpu_fixture.h"
#include <cmath>
#include <cstring>
#include <doctest/doctest.h>
#include <optional>

using namespace atrous;
using namespace atrous::test;

namespace {

/// Engines that must agree.
struct Engines {
    Engine usual, poisoned, copying;
};

Engines* engines() {
    static std::optional<Engines> three = []() -> std::optional<Engines> {
        Engine* e = engine();
        if (!e) return {};
        const DeviceInfo& device = e->device();
        return Engines{Engine(device), Engine(device, {.poison = true}), Engine(device, {.copies = true})};
    }();
    return three ? &*three : nullptr;
}

bool same_bytes(const Pixels& a, const Pixels& b) {
    return std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

void check_alike(Engine& usual, Engine& other, const EawSettings& settings, const Pixels& input) {
    CAPTURE(name_of(settings));
    CAPTURE(to_string(input.size));
    FilterReport of_usual, of_other;
    const Pixels expected = run(usual, settings, input, &of_usual);
    CHECK(same_bytes(run(other, settings, input, &of_other), expected));
    CHECK(of_other.replaced == of_usual.replaced);
    CHECK(of_other.found == of_usual.found);
}

constexpr Size odd_sizes[] = {{37, 23}, {48, 17}, {5, 3}, {131, 1}};

} // namespace

TEST_CASE("fresh memory changes no result, in any schedule, order, form, synthesis and border") {
    Engines* e = engines();
    if (!e) return;
    std::size_t turn = 0, kernels = 0;
    for (const auto& border : borders()) { // values with separate kernels change seldom
        const auto& storage = storages()[kernels / 2 % storages().size()];
        for (const auto& way : ways_in_pairs(busy_settings("lab"), int(kernels))) {
            EawSettings settings = way;
            settings.border = &border;
            settings.how.storage = &storage;
            settings.radius = 1 + int(kernels % 2);
            settings.levels = 1 + int(turn % 4);
            const PixelType type = kernels % 2 ? PixelType::u8 : PixelType::f32;
            check_alike(e->usual, e->poisoned, settings, make_pixels(odd_sizes[turn++ / 3 % 4], type));
        }
        ++kernels;
    }
}

TEST_CASE("fresh memory changes no result of searched edges, found thresholds and protected shadows") {
    Engines* e = engines();
    if (!e) return;
    std::size_t turn = 0;
    for (const auto& form : forms()) {
        EawSettings settings = busy_settings("lab");
        settings.levels = 3;
        settings.how.form = &form;
        settings.border = &borders()[turn % borders().size()];
        settings.how.schedule = &schedules()[turn++ % schedules().size()];
        EawSettings search = settings, noise = settings, shadows = settings;
        search.edges = {};
        search.search_edges = true;
        noise.denoise = named("bayes");
        shadows.protect_shadows = 10;
        shadows.how.synthesis = &synthesis_that(true, false);
        const Pixels input = make_pixels({39, 25}, PixelType::u16, 3, Alpha::straight);
        for (const EawSettings& s : {search, noise, shadows}) check_alike(e->usual, e->poisoned, s, input);
    }
}

TEST_CASE(
    "memory of the host or of the device: the same result, of all types and samples that are not finite") {
    Engines* e = engines();
    if (!e) return;
    for (const PixelType type : {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32}) {
        EawSettings settings = busy_settings("lab");
        settings.levels = 3;
        Pixels input = make_pixels({61, 37}, type, 3, Alpha::associated);
        if (is_float(type))
            for (std::size_t i = 0; i < 300; i += 7) set_sample(input, i, i % 2 ? NAN : INFINITY);
        check_alike(e->usual, e->copying, settings, input);
    }
}
