// Tests vectors in one direction: the other one is found as in the reference, and gives results of the same quality.
#include "filters/atrous/frame.h"
#include "svgf/params.h"
#include "svgf/shot.h"
#include <cmath>
#include <doctest/doctest.h>
#include <random>

using namespace atrous;
using namespace svgf_shot;

namespace {

/// A frame whose vectors meet and part, with few depths, among them the sky's, so that many pixels are equally near. Some
/// vectors leave the image, and some are missing. `in_flocks`: a quarter of all pairs move alike.
Samples crossing(Size size, bool to_next, bool in_flocks) {
    Samples s = make_frame(size, 0);
    std::mt19937 random(5);
    std::vector<float>& vectors = to_next ? s.next : s.previous;
    for (float& v : vectors) {
        v = 1.0f / 32; // no pixel is half way between two
        v += in_flocks ? float(int(random() % 2) * 6 - 3) + float(int(random() % 8) - 4) / 8
                       : float(int(random() % 80) - 40) / 8;
        if (random() % 16 == 0) v = NAN;
    }
    constexpr float depths[] = {1, 2, 2.5f, 0};
    for (float& z : s.depth) z = depths[random() % 4];
    (to_next ? s.previous : s.next).clear();
    return s;
}

/// Both planes of vectors in the prepared frame on the device.
std::vector<float> vectors_of(const SvgfFrame& frame, int plane) {
    std::vector<float> all(frame.planes.bytes() / sizeof(float)), found;
    frame.planes.read(std::as_writable_bytes(std::span(all)));
    const kernels::PlaneStack planes = plane_stack(frame.size, 2);
    for (int k = 0; k < 2; ++k)
        for (int y = 0; y < frame.size.height; ++y)
            for (int x = 0; x < frame.size.width; ++x)
                found.push_back(
                    all[std::size_t(planes.guard + (plane + k) * planes.plane + y * planes.pitch + x)]);
    return found;
}

Shot with_direction(Shot shot, bool next) {
    for (auto& frame : shot.frames) (next ? frame->previous : frame->next).clear();
    return shot;
}

} // namespace

TEST_CASE(
    "found vectors lead to a pixel, of the nearest surface, then of the first pixel; there are none if no vector does or the pixel came another way") {
    Engine* e = test::engine();
    if (!e) return;
    SvgfSettings settings;
    settings.reach = 1;
    for (const char* form : {"direct", "vector"})
        for (const Size size : {Size{1, 1}, Size{1, 23}, Size{7, 5}, Size{37, 21}})
            for (const int way : {0, 1, 2, 3}) {
                const bool to_next = way % 2 > 0, has_own = way / 2 > 0;
                CAPTURE(to_string(size));
                CAPTURE(to_next);
                CAPTURE(has_own);
                settings.how.form = &find_row(forms(), form, "form");
                const SvgfResolved resolved = resolve(settings, test::traits(*e));
                const Samples samples = crossing(size, to_next, has_own);
                Samples other = samples;
                if (!has_own) (to_next ? other.next : other.previous).clear();
                SvgfDevice device(*e);
                SvgfFrame from = prepare_frame(device, resolved, samples.planes()),
                          to = prepare_frame(device, resolved, other.planes());
                SvgfFrame* earlier = to_next ? &from : &to;
                SvgfFrame* later = to_next ? &to : &from;
                filter_frame(device, resolved, std::vector<SvgfFrame*>{earlier, later, nullptr});
                const auto found = vectors_of(to, to_next ? kernels::FRAME_PREVIOUS : kernels::FRAME_NEXT);
                const auto one = reference::svgf::prepare(samples.reference(), {}),
                           two = reference::svgf::prepare(other.reference(), {});
                const auto both =
                    reference::svgf::with_all_vectors({to_next ? &one : &two, to_next ? &two : &one});
                const auto& wanted = to_next ? both[1].previous : both[0].next;
                std::size_t none = 0, wrong = 0, pixels = std::size_t(size.pixels());
                for (std::size_t i = 0; i < 2 * pixels; ++i) {
                    const double want = wanted[i / pixels][i % pixels];
                    if (std::isfinite(want))
                        wrong += double(found[i]) != want;
                    else
                        wrong += found[i] != SVGF_NO_MOTION, ++none;
                }
                CHECK(wrong == 0);
                if (pixels > 100) CHECK((none > pixels / 4 && none < pixels * (has_own ? 19 : 15) / 10));
            }
}

TEST_CASE("a window whose vectors lead in one direction gives the reference, in both directions") {
    Engine* e = test::engine();
    if (!e) return;
    for (const bool next : {false, true}) {
        CAPTURE(next);
        const Shot shot = with_direction(make_shot({53, 37}, 2), next);
        const Difference d = difference(run(*e, {}, shot).planes, expected({}, shot).image);
        CHECK(double(d.beyond) <= 1e-4 * double(d.values));
        CHECK(d.largest <= 1e-2);
    }
}

TEST_CASE("a window with vectors in one direction finds nearly as much as one with both") {
    Engine* e = test::engine();
    if (!e) return;
    const Shot shot = make_shot({53, 37}, 2);
    const double both = run(*e, {}, shot).unmatched_fraction();
    for (const bool next : {false, true})
        CHECK(run(*e, {}, with_direction(shot, next)).unmatched_fraction() <= both + 0.02);
}
