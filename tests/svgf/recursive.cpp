// Tests SVGF with a history (--temporal recursive): every frame of a shot equals the reference, in every way to compute it.
#include "svgf/shot.h"
#include <doctest/doctest.h>

using namespace atrous;
using namespace svgf_shot;

namespace {

/// The paper's settings, and enough levels to have a history in every layout.
SvgfSettings with_history() {
    SvgfSettings settings;
    settings.recursive = true;
    settings.reach = settings.fit = 0;
    settings.sigma_luma = 4;
    settings.sigma_normal = 128;
    settings.sigma_depth = 1;
    settings.levels = 3;
    return settings;
}

/// The results of frames 0, 1, ..
std::vector<std::vector<float>> run_shot(Engine& engine, const SvgfSettings& settings,
                                         const std::vector<Samples>& shot) {
    const SvgfResolved resolved = resolve(settings, test::traits(engine));
    SvgfDevice device(engine);
    SvgfHistory history;
    std::vector<std::vector<float>> results;
    for (const Samples& samples : shot) {
        SvgfFrame frame = prepare_frame(device, resolved, samples.planes());
        results.push_back(filter_frame(device, resolved, frame, history).planes);
        CHECK(history.frames == int(results.size()));
    }
    return results;
}

std::vector<Samples> shot_of(Size size, int frames, const Extras& extras = {}) {
    std::vector<Samples> shot;
    for (int n = 0; n < frames; ++n) shot.push_back(make_frame(size, n, extras));
    return shot;
}

} // namespace

TEST_CASE("recursive: every frame of a shot equals the reference, including its lights and its emission") {
    Engine* e = test::engine();
    if (!e) return;
    const auto shot = shot_of({53, 37}, 7, {.emission = true, .glow = true, .lights = 2});
    const auto found = run_shot(*e, with_history(), shot);
    reference::svgf::History history;
    for (std::size_t n = 0; n < shot.size(); ++n) {
        CAPTURE(n);
        check_reference(found[n], all_planes(recursive(shot[n].reference(), history,
                                                       reference_settings(with_history()))));
    }
}

TEST_CASE("recursive: every way to compute it, and a single level, gives the reference") {
    Engine* e = test::engine();
    if (!e) return;
    for (const int levels : {1, 3}) {
        SvgfSettings settings = with_history();
        settings.levels = levels;
        settings.sigma_normal = 32; // their programs are compiled already
        const auto shot = shot_of({31, 23}, 3);
        reference::svgf::History history;
        std::vector<reference::svgf::Result> wanted;
        for (const Samples& frame : shot)
            wanted.push_back(recursive(frame.reference(), history, reference_settings(settings)));
        std::vector<std::vector<float>> first;
        for (const auto& way : ways(settings)) {
            CAPTURE(name_of(way));
            const auto found = run_shot(*e, way, shot);
            for (std::size_t n = 0; n < shot.size(); ++n) check_reference(found[n], all_planes(wanted[n]));
            if (first.empty()) first = found;
            for (std::size_t n = 0; n < shot.size(); ++n) CHECK(largest_difference(found[n], first[n]) == 0);
        }
    }
}

TEST_CASE("recursive: a history of another size starts again, and vectors to the next frame are enough") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings = with_history();
    settings.sigma_normal = 32; // their programs are compiled already
    const SvgfResolved resolved = resolve(settings, test::traits(*e));
    SvgfDevice device(*e);
    SvgfHistory history;
    const auto filtered = [&](const Samples& samples) {
        SvgfFrame frame = prepare_frame(device, resolved, samples.planes());
        return filter_frame(device, resolved, frame, history);
    };
    CHECK(filtered(make_frame({40, 30}, 0)).unmatched_fraction() == 1);
    const double then = filtered(make_frame({40, 30}, 1)).unmatched_fraction();
    CHECK(then < 0.4);
    CHECK(then > 0); // newly visible pixels
    CHECK(filtered(make_frame({41, 30}, 2)).unmatched_fraction() == 1);
    CHECK(history.frames == 1);
    Samples first = make_frame({40, 30}, 0), second = make_frame({40, 30}, 1);
    first.previous.clear(); // the backward vectors are found from the forward ones
    second.previous.clear();
    filtered(first);
    CHECK(filtered(second).unmatched_fraction() < 0.4);
}
