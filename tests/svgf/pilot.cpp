// Tests that a result mixed with another denoiser's frames follows its equations, in every way to compute it, and keeps its
// promises: lights that add up, frames without a pilot as without, strength, memory.
#include "engine/denoise/halves.h"
#include "svgf/shot.h"
#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;
using namespace svgf_shot;

namespace {

constexpr Extras with_pilot{.pilot = true};
constexpr float none = std::numeric_limits<float>::quiet_NaN();

void check(Engine& e, const SvgfSettings& settings, const Shot& shot,
           const kernels::SvgfNeighbours& known = usual_neighbours) {
    check_reference(run(e, settings, shot, known).planes, all_planes(expected(settings, shot, known)));
}

constexpr Size square_size{76, 60};
/// True for samples in a square of images of that size.
bool is_in_square(std::size_t i) {
    const int x = int(i) % square_size.width, y = int(i) / square_size.width % square_size.height;
    return x >= 20 && x < 40 && y >= 20 && y < 40;
}

/// Mean squares in dB of the difference to the light without noise, which a right pilot has but for a tenth of the noise.
struct Errors {
    double square = 0, outside = 0;

    Errors(const std::vector<float>& image, const Samples& right) {
        std::size_t in_square = 0;
        for (std::size_t i = 0; i < image.size(); ++i) {
            const double wanted = (double(right.pilot[i]) - .1 * double(right.beauty[i])) / .9,
                         error =
                             std::pow(double(image[i]) / (1 + double(image[i])) - wanted / (1 + wanted), 2);
            (is_in_square(i) ? square : outside) += error;
            in_square += is_in_square(i);
        }
        square = 10 * std::log10(square / double(in_square));
        outside = 10 * std::log10(outside / double(image.size() - in_square));
    }
};

Shot without_pilots(Shot shot) {
    for (auto& frame : shot.frames) frame->pilot.clear();
    return shot;
}

} // namespace

TEST_CASE("a single frame with a pilot gives the reference in every way to compute it, and the same bits") {
    Engine* e = test::engine();
    if (!e) return;
    for (const Size size : {Size{1, 1}, Size{2, 1}, Size{1, 23}, Size{61, 47}}) {
        SvgfSettings settings;
        settings.reach = 0;
        const Shot shot = make_shot(size, 0, with_pilot);
        const auto wanted = expected(settings, shot).image;
        check_ways(*e, ways(settings), shot,
                   [&](const std::vector<float>& found) { check_reference(found, wanted); });
    }
}

TEST_CASE("a window with pilots gives the reference, whole, with holes, and at the ends of a shot") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    for (const std::vector<int>& holes : {std::vector<int>{}, {1}, {0, 1}, {0, 1, 3, 4}}) {
        CAPTURE(holes.size());
        check(*e, settings, make_shot({53, 37}, 2, with_pilot, holes));
    }
    settings.reach = 3;
    settings.samples = 2;
    check(*e, settings, make_shot({7, 43}, 3, with_pilot));
    settings.reach = 1;
    settings.samples = 60;
    settings.prefilter = &prefilters().back();
    check(*e, settings, make_shot({31, 29}, 1, with_pilot));
}

TEST_CASE(
    "a pilot gives the reference with emission, lights, glows, a variance, strength, and light that flickers") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    const Extras all{.emission = true, .variance = true, .glow = true, .lights = 2, .pilot = true};
    const Shot shot = make_shot({37, 31}, 2, all);
    check(*e, settings, shot);
    constexpr kernels::SvgfNeighbours known{{{.7F, .3F}, {1.2F, .9F}, {}}, {{1, 1}, {1.6F, .5F}, {}}};
    check(*e, settings, shot, known);
    settings.strength = 0.6;
    check(*e, settings, shot);
}

TEST_CASE("what GPUs run gives the reference with a pilot as well") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.levels = 4;
    settings.how.form = &find_row(forms(), "direct", "form");
    const Shot shot = make_shot({61, 47}, 1, {.emission = true, .lights = 2, .pilot = true});
    const auto found = run(*e, settings, shot, usual_neighbours, as_gpu(test::traits(*e))).planes;
    check_reference(found, all_planes(expected(settings, shot)));
}

TEST_CASE("half storage is near the reference with a pilot as well") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.how.storage = &find_row(storages(), "half", "storage");
    const Shot shot = make_shot({29, 21}, 1, with_pilot);
    const Difference d = difference(run(*e, settings, shot).planes, expected(settings, shot).image);
    CHECK(d.mean <= 3e-3);
    CHECK(d.largest <= 0.05);
}

TEST_CASE(
    "pixels without a pilot stay as they are without one, to the bit, and neighbours without one count for light") {
    Engine* e = test::engine();
    if (!e) return;
    for (const char* storage : {"float", "half"}) {
        SvgfSettings settings;
        settings.reach = 1;
        settings.how.storage = &find_row(storages(), storage, "storage");
        Shot shot = make_shot({37, 31}, 1, {.lights = 2, .pilot = true});
        const auto plain = run(*e, settings, without_pilots(shot)).planes;
        Samples& middle = *shot.frames[1];
        const auto pixels = std::size_t(middle.size.pixels());
        for (std::size_t i = 0; i < pixels; i += 3)
            middle.pilot[i % 2 * pixels + i] = i % 5 ? none : std::numeric_limits<float>::infinity();
        const auto mixed = run(*e, settings, shot).planes;
        std::size_t changed = 0;
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            REQUIRE(std::isfinite(mixed[i]));
            if (i % pixels % 3 == 0)
                CHECK(mixed[i] == plain[i]);
            else
                changed += mixed[i] != plain[i];
        }
        CHECK(changed > pixels);
        std::ranges::fill(middle.pilot, none);
        CHECK(run(*e, settings, shot).planes == plain);
    }
    Shot shot = make_shot({37, 31}, 1, with_pilot);
    std::ranges::fill(shot.frames[0]->pilot, none);
    for (std::size_t i = 0; i < shot.frames[2]->pilot.size(); i += 7) shot.frames[2]->pilot[i] = none;
    SvgfSettings settings;
    settings.reach = 1;
    check(*e, settings, shot);
}

TEST_CASE("lights add up to a beauty that was mixed with a pilot") {
    Engine* e = test::engine();
    if (!e) return;
    for (const double strength : {1., .5}) {
        SvgfSettings settings;
        settings.reach = 1;
        settings.strength = strength;
        Shot shot = make_shot({37, 31}, 1, {.lights = 2, .pilot = true});
        for (auto& frame : shot.frames) // black parts, where the pilot has light
            for (std::vector<float>* planes : {&frame->beauty, &frame->lights})
                for (std::size_t i = 0; i < planes->size(); ++i)
                    if (i % 37 < 12) (*planes)[i] = 0;
        const auto planes = run(*e, settings, shot).planes;
        const std::size_t light = planes.size() / 3;
        for (std::size_t i = 0; i < light; ++i)
            CHECK(std::abs(planes[light + i] + planes[2 * light + i] - planes[i]) <= 1e-3F);
    }
}

TEST_CASE("a pilot changes the result, and nothing at strength 0") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    const Shot shot = make_shot({37, 31}, 1, with_pilot);
    CHECK(largest_difference(run(*e, settings, shot).planes, run(*e, settings, without_pilots(shot)).planes) >
          .01);
    settings.strength = 0;
    CHECK(largest_difference(run(*e, settings, shot).planes, shot.frames[1]->beauty) < 1e-5);
}

TEST_CASE("a square of a pilot that is painted over comes back, and a right pilot makes the result better") {
    Engine* e = test::engine();
    if (!e) return;
    for (const int reach : {0, 2}) {
        CAPTURE(reach);
        SvgfSettings settings;
        settings.reach = reach;
        settings.samples = 8;
        const Shot shot = make_shot(square_size, reach, {.pilot = true, .right = true});
        const Samples& right = *shot.frames[std::size_t(reach)];
        const Errors plain(run(*e, settings, without_pilots(shot)).planes, right),
            mixed(run(*e, settings, shot).planes, right);
        CHECK(mixed.square < plain.square - .5);
        CHECK(mixed.outside < plain.outside - 1.5);
        for (const double gain : {0., .5, 1.5}) { // 0: one colour
            CAPTURE(gain);
            Shot painted = shot;
            for (auto& frame : painted.frames)
                for (std::size_t i = 0; i < frame->pilot.size(); ++i)
                    if (is_in_square(i)) frame->pilot[i] = gain == 0 ? .9F : float(gain) * frame->pilot[i];
            const Errors with(run(*e, settings, painted).planes, right);
            CHECK(with.square < plain.square + 1);
            CHECK(with.outside < mixed.outside + .5);
        }
    }
}

TEST_CASE("where a result is wrong, the pilot is used") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 0;
    const SvgfResolved resolved = resolve(settings, test::traits(*e));
    const Samples right = make_frame(square_size, 0, {.pilot = true, .right = true});
    SvgfDevice device(*e);
    SvgfFrame frame = prepare_frame(device, resolved, right.planes());
    SvgfFrame* const window[] = {&frame};
    SvgfPicture picture{.planes = right.pilot};
    for (std::size_t i = 0; i < picture.planes.size(); ++i)
        if (is_in_square(i)) picture.planes[i] *= .5F;
    mix_pilot(device, resolved, window, {}, usual_neighbours, picture);
    CHECK(Errors(picture.planes, right).square < Errors(right.pilot, right).square + 3);
}

TEST_CASE("with a history, a frame is mixed with its pilot alone") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 0;
    settings.recursive = true;
    const SvgfResolved resolved = resolve(settings, test::traits(*e));
    const auto last_of = [&](bool pilots) {
        SvgfDevice device(*e);
        SvgfHistory history;
        SvgfPicture last;
        for (int n = 0; n < 3; ++n) {
            SvgfFrame frame =
                prepare_frame(device, resolved, make_frame({37, 31}, n, {.pilot = pilots}).planes());
            last = filter_frame(device, resolved, frame, history);
        }
        return last;
    };
    const SvgfPicture mixed = last_of(true), plain = last_of(false);
    CHECK(mixed.counts == plain.counts);
    const Samples frame = make_frame({37, 31}, 2, with_pilot);
    auto prepared = reference::svgf::entered(frame.reference());
    reference::svgf::Planes light(3);
    for (std::size_t k = 0; k < 3; ++k)
        light[k].assign(plain.planes.begin() + std::ptrdiff_t(k * frame.beauty.size() / 3),
                        plain.planes.begin() + std::ptrdiff_t((k + 1) * frame.beauty.size() / 3));
    reference::svgf::Others alone{prepared.c, reference::svgf::Plane(prepared.z.size(), 1), {}};
    reference::svgf::mix_pilot(light, prepared, alone, 0);
    check_reference(mixed.planes, light);
}

TEST_CASE("joined halves are mixed with the pilot of their mean") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    settings.samples = 16;
    settings.halves = true;
    const SvgfResolved resolved = resolve(settings, test::traits(*e));
    const auto result = [&](const Shot& shot) {
        SvgfDevice device(*e);
        std::vector<SvgfFrame> frames, halves;
        for (const auto& samples : shot.frames)
            frames.push_back(prepare_frame(device, resolved, samples->planes()));
        for (const float sign : {-1.F, 1.F}) {
            Samples half = *shot.frames[1];
            for (std::size_t i = 0; i < half.beauty.size(); ++i)
                half.beauty[i] *= 1 + sign * .3F * float(i * 7 % 11) / 11;
            halves.push_back(prepare_frame(device, resolved, half.planes()));
        }
        return filter_halves(device, resolved, {&frames[0], &frames[1], &frames[2]}, halves, {},
                             usual_neighbours)
            .planes;
    };
    const Shot shot = make_shot({37, 31}, 1, with_pilot);
    const std::vector<float> plain = result(without_pilots(shot)), mixed = result(shot);
    std::vector<reference::svgf::Prepared> frames;
    for (const auto& samples : shot.frames)
        frames.push_back(reference::svgf::prepare(samples->reference(), reference_settings(settings)));
    reference::svgf::Planes light(3);
    for (std::size_t k = 0; k < 3; ++k)
        light[k].assign(plain.begin() + std::ptrdiff_t(k * plain.size() / 3),
                        plain.begin() + std::ptrdiff_t((k + 1) * plain.size() / 3));
    const std::vector<const reference::svgf::Prepared*> window{&frames[0], &frames[1], &frames[2]};
    mix_pilot(light, frames[1], gather_pilots(window, reference_settings(settings)), 0);
    check_reference(mixed, light);
}

TEST_CASE("the memory of a run with pilots includes the plan that mixes them") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfPlans plans(test::traits(*e));
    for (const int reach : {0, 1, 3}) {
        SvgfSettings settings;
        settings.reach = reach;
        const SvgfResolved resolved = resolve(settings, plans.device);
        const Size size{640, 360};
        const SvgfRoles roles{.emission = true, .pilot = true, .lights = 1};
        const SvgfMemory memory = plans.memory(resolved, size, roles);
        const std::uint64_t window = std::uint64_t(2 * reach + 1) * memory.frame;
        CHECK(plans.pilot_plan(resolved, size, roles, {reach, reach}).bytes() <= window + memory.runs);
        CHECK(plans.filter_plan(resolved, size, roles, {reach, reach}).bytes() <= window + memory.runs);
    }
}
