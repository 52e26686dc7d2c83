// Tests the check of the kernels: its stored sums against the reference, right kernels in every form, and
// kernels that are edited.
#include "engine/denoise/denoise_check.h"
#include "engine/messages.h"
#include "support/checked_engine.h"
#include "support/edited_kernels.h"
#include "support/messages.h"
#include "support/named.h"
#include "svgf/shot.h"
#include <cmath>
#include <cstdlib>
#include <doctest/doctest.h>
#include <iomanip>
#include <random>
#include <sstream>

using namespace atrous;
using namespace svgf_shot;
namespace ref = atrous::reference::svgf;

namespace {

/// A run whose kernels the check tries. Rows of the table are in the order of all_rows(): first runs without a prefilter and pilots.
struct CheckedRun {
    SvgfSettings settings{};
    bool has_lights = false;
};

SvgfSettings run_settings(const char* filter, int mode, bool has_model, bool has_residual) {
    SvgfSettings s;
    s.filter = &find_row(render_filters(), filter, "filter");
    s.reach = mode == 1 ? 2 : 0;
    s.recursive = mode == 2;
    if (s.recursive) s.sigma_normal = 128;
    s.fit = has_model;
    s.samples = has_residual ? 8 : 2;
    s.prefilter = &prefilters()[1];
    return s;
}

/// The settings of each row of the table.
std::vector<CheckedRun> all_rows() {
    std::vector<SvgfSettings> all;
    for (const int mode : {0, 1, 2})
        for (const bool has_model : {false, true})
            for (const bool has_residual : {false, true})
                all.push_back(checked_settings(run_settings("svgf", mode, has_model, has_residual)).back());
    for (const char* filter : {"svgf", "eaw"}) {
        SvgfSettings prefiltered = run_settings(filter, 0, false, false);
        if (filter == std::string("eaw")) all.push_back(checked_settings(prefiltered).front());
        prefiltered.prefilter = &prefilters()[2];
        all.push_back(checked_settings(prefiltered).front());
    }
    for (const int mode : {0, 1})
        for (const bool has_model : {false, true})
            for (const bool has_residual : {false, true}) {
                SvgfSettings with_pilot = run_settings("svgf", mode, has_model, has_residual);
                with_pilot.pilots = true;
                // Without a window, all are mixed in one way.
                if (mode == 1 || (has_model && has_residual))
                    all.push_back(checked_settings(with_pilot).back());
            }
    std::vector<CheckedRun> rows;
    for (const SvgfSettings& s : all)
        for (const bool has_lights : {false, true}) rows.push_back({s, has_lights});
    return rows;
}

SvgfRoles roles_with(bool has_lights, bool both_vectors = true) {
    SvgfRoles roles;
    roles.lights = has_lights;
    roles.next = both_vectors;
    return roles;
}

/// The frame in double precision, with samples that are off by a share of `error`.
ref::Frame reference_frame(const RenderPlanes& planes, std::mt19937& random, double error) {
    std::uniform_real_distribution<double> off(-error, error);
    const auto of = [&](const std::vector<float>& samples) {
        ref::Planes result;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            if (i % planes.pixels() == 0) result.emplace_back();
            result.back().push_back(double(samples[i]) * (1 + off(random)));
        }
        return result;
    };
    return {planes.size,         of(planes.beauty),   of(planes.albedo),   of(planes.normal),
            of(planes.depth),    of(planes.previous), of(planes.next),     of(planes.emission),
            of(planes.variance), of(planes.lights),   of(planes.coverage), of(planes.pilot)};
}

/// checked_result() of a frame, mixed with its pilot.
ref::Result mixed_result(const ref::Frame& frame, const std::vector<float>& result,
                         const std::vector<const ref::Prepared*>& window, const ref::Settings& s) {
    ref::Planes planes;
    for (std::size_t i = 0; i < result.size(); ++i) {
        if (i % std::size_t(frame.size.pixels()) == 0) planes.emplace_back();
        planes.back().push_back(double(result[i]));
    }
    ref::Result mixed;
    mixed.image = {planes.begin(), planes.end() - 3};
    mixed.emission = {planes.end() - 3, planes.end()};
    const auto add_emission = [&](double factor) {
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t i = 0; i < planes[k].size(); ++i)
                mixed.image[k][i] += factor * mixed.emission[k][i];
    };
    add_emission(-1);
    mix_pilot(mixed.image, *window[window.size() / 2], gather_pilots(window, s), 0);
    add_emission(1);
    return mixed;
}

/// The reference of Gaussians takes guides as they are.
void prefilter(ref::Frame& frame, const ref::Settings& settings) {
    const ref::Prepared filtered = with_filtered_guides(entered(frame), settings);
    frame.albedo = filtered.a;
    frame.normal = filtered.n;
    frame.depth = {filtered.z};
}

BlockSums reference_sums(const CheckedRun& row, double error = 0, bool both_vectors = true) {
    std::mt19937 random(1);
    std::vector<ref::Frame> frames;
    ref::Settings s = reference_settings(row.settings);
    SvgfRoles roles = roles_with(row.has_lights, both_vectors);
    roles.pilot = row.settings.pilots;
    for (int number = 0; number < checked_frames(row.settings); ++number)
        frames.push_back(reference_frame(checked_frame(number, roles), random, error));
    ref::Result result;
    if (row.settings.filter->gaussian) {
        if (row.settings.prefilter->any()) prefilter(frames[0], s);
        result = gaussian(frames[0], s);
    } else if (row.settings.recursive && !row.settings.pilots) {
        ref::History history;
        for (const ref::Frame& frame : frames) result = recursive(frame, history, s);
    } else {
        std::vector<ref::Prepared> prepared;
        for (const ref::Frame& frame : frames) prepared.push_back(prepare(frame, s));
        std::vector<const ref::Prepared*> window;
        for (const ref::Prepared& one : prepared) window.push_back(&one);
        const std::size_t middle = window.size() / 2;
        const std::vector<float> x = checked_result(checked_frame(int(middle), roles));
        result = roles.pilot ? mixed_result(frames[middle], x, window, s) : filter(window, s);
    }
    BlockSums sums{};
    const ref::Planes planes = all_planes(result);
    for (std::size_t plane = 0; plane < planes.size(); ++plane)
        for (std::size_t i = 0; i < planes[plane].size(); ++i) add_to_sums(sums, plane, i, planes[plane][i]);
    return sums;
}

double largest_of(const BlockSums& a, std::span<const double> b) {
    double most = 0;
    for (std::size_t k = 0; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
    return most;
}

/// The difference that the check finds, of kernels of these settings.
double difference_of(SvgfDevice& device, const SvgfSettings& run, const SvgfRoles& roles) {
    double most = 0;
    for (const SvgfSettings& one : checked_settings(run)) {
        REQUIRE(has_stored_sums(one));
        const double found = denoise_difference(device, one, roles);
        if (found < 0) return found;
        most = std::max(most, found);
    }
    return most;
}

} // namespace

TEST_CASE("the stored sums of the check are the reference's") {
    std::ostringstream lines;
    double most = 0;
    for (const CheckedRun& row : all_rows()) {
        const BlockSums sums = reference_sums(row);
        most = std::max(most, largest_of(sums, stored_sums(row.settings, row.has_lights)));
        for (const double sum : sums) lines << std::fixed << std::setprecision(5) << sum << ", ";
    }
    CAPTURE(lines.str()); // for src/engine/denoise/checked_sums.h
    CHECK(most <= 1e-5);
}

TEST_CASE(
    "the check's shot is far from the limits of tests: neither rounding nor found vectors change a sum beyond the bound") {
    for (const CheckedRun& row : all_rows()) {
        if (row.has_lights) continue;
        const auto stored = stored_sums(row.settings, false);
        CHECK(largest_of(reference_sums(row, 1e-6), stored) <= sum_bound);
        CHECK(largest_of(reference_sums(row, 0, false), stored) <= 1e-5);
    }
}

TEST_CASE("the check finds right kernels right, in every form") {
    Engine* const e = test::engine();
    if (!e) return;
    double most = 0, most_halves = 0;
    for (const bool is_gpu : {false, true})
        for (const char* form : {"vector", "direct", "tile"})
            for (const char* storage : {"float", "half"}) {
                SvgfDevice device(*e);
                if (is_gpu) device.plans.device = as_gpu(device.plans.device);
                if (is_gpu == (form == std::string("vector"))) continue;
                for (const char* filter : {"svgf", "eaw"})
                    for (const int mode : {1, 2, 0}) {
                        if (filter == std::string("eaw") && mode != 0) continue;
                        SvgfSettings s = run_settings(filter, mode, filter == std::string("svgf"), true);
                        s.prefilter = &prefilters()[mode == 1 ? 2 : 1];
                        s.pilots = true;
                        s.how.form = test::named(form);
                        s.how.storage = test::named(storage);
                        const double found = difference_of(device, s, roles_with(mode == 0, mode != 1));
                        CAPTURE(form);
                        CAPTURE(storage);
                        CAPTURE(filter);
                        CAPTURE(mode);
                        MESSAGE(is_gpu << " " << form << " " << storage << " " << filter << " " << mode
                                       << ": " << found);
                        CHECK(found >= 0);
                        CHECK(found <= (s.how.storage->exact ? sum_bound : sum_bound_halves));
                        double& of = s.how.storage->exact ? most : most_halves;
                        of = std::max(of, found);
                    }
            }
    MESSAGE("the largest difference of a sum: " << most << ", with halves " << most_halves);
}

namespace {

/// A change of a kernel's source, and the run that it is found in.
struct Edit {
    const char *file, *from, *to;
    int mode; ///< 1: window, 2: history
    bool is_gpu = false, pilots = false;
};
/// Each kernel, and each part of the levels: nearly all results are off by 1 % or less.
constexpr Edit edits[] = {
    {"gather.cl", "const vf w = masked(taps->weight", "const vf w = masked(1.01f * taps->weight", 1},
    {"level.h", "sums->variance *= share * share", "sums->variance *= 1.01f * share * share", 2},
    {"leave.cl", "mixed(input, filtered, (vf)(p.share))", "1.001f * mixed(input, filtered, (vf)(p.share))",
     2},
    {"invert.cl", "vector[k] = -sample_of(", "vector[k] = -1.01f * sample_of(", 1},
    {"pilot.cl", "masked(share * (z - c.x[k])", "masked(1.01f * share * (z - c.x[k])", 1, false, true},
    {"recursive.cl", "s.share = svgf_new_share(count)", "s.share = 1.01f * svgf_new_share(count)", 2},
    {"enter.cl", "put(&at, FRAME_PREVIOUS + k, vectors(", "put(&at, FRAME_PREVIOUS + k, 1.01f * vectors(", 1},
    {"start.cl", "2.0f * log(z)", "2.06f * log(z)", 2},
    {"variance.cl", "signal + plane_index(p->linear, 0, y, p->planes), v, x",
     "signal + plane_index(p->linear, 0, y, p->planes), v * 1.01f, x", 2},
    {"fit_taps.h", "norm += f->w[", "norm += 1.001f * f->w[", 2},
    {"weight.h", "#define SVGF_DEPTH 0.01f", "#define SVGF_DEPTH 0.0101f", 2},
    {"level_sums.h", "norm[p] += w;", "norm[p] += 1.001f * w;", 2, true},
    {"level_tile.cl", "values[k] = value_at(s, k, x, y)", "values[k] = 1.001f * value_at(s, k, x, y)", 2,
     true},
    {"variance_tile.h", "fmax(sums->count - (FEATURES + 1), 1.0f)", "fmax(sums->count - FEATURES, 1.0f)", 2,
     true},
    {"neighbours.cl", "in ? neighbour(a, p, 1) : 0", "in ? neighbour(a, p, -1) : 0", 2},
    {"residual.cl", "clamp(r, -limit, limit)", "1.01f * clamp(r, -limit, limit)", 2},
    {"residual.cl", "MOMENT_RR, x, y, p.planes, sums.rr", "MOMENT_RR, x, y, p.planes, 1.01f * sums.rr", 2},
    {"residual.cl", "v[2] * 0.375f", "v[2] * 0.376f", 2},
    {"residual.cl", "r * trust * p.fade", "1.01f * r * trust * p.fade", 2},
    {"leave.cl", "STORE_PLANE(luma, frame", "STORE_PLANE(luma * 1.01f, frame", 1},
    {"invert.cl", "as_uint(INFINITY) - as_uint(z) + 1u", "as_uint(z)", 1},
    {"invert.cl", "atomic_max(first + target, ~(uint)(y", "atomic_max(first + target, ~(uint)(y + 1", 1},
    {"recursive.cl", "STORE_ONE(LOAD_ONE(signal", "STORE_ONE(1.01f * LOAD_ONE(signal", 2},
    {"guides.cl", "STORE_PLANE(sum, noise", "STORE_PLANE(1.01f * sum, noise", 1},
    {"guides.cl", "put_frame(out, FRAME_A + k, x, y, p->planes, a)",
     "put_frame(out, FRAME_A + k, x, y, p->planes, 1.01f * a)", 1},
    {"pilot.cl", "sqrt(0.06f / deviation)", "sqrt(0.061f / deviation)", 1, false, true},
    {"pilot.cl", "fmax(z, of_x) * (1.0f / 3.0f)", "fmax(z, of_x) * 0.35f", 1, false, true},
    {"pilot.cl", "const vf d = (value - c.z[k]) * c.factor[k]",
     "const vf d = (value - 1.01f * c.z[k]) * c.factor[k]", 1, false, true},
    {"pilot.cl", "mixed(own[k], of_others[k] * factor, share)", "mixed(own[k], of_others[k], share)", 1,
     false, true},
    {"pilot.cl", "weights += w", "weights += 1.01f * w", 1, false, true},
    {"pilot.cl", "fma(d, third, sums[PILOT_DD])", "fma(1.01f * d, third, sums[PILOT_DD])", 1, false, true},
    {"pilot.cl", "const vf firm = most /", "const vf firm = 1.01f * most /", 1, false, true},
    {"pilot.cl", "within((c.y[k] - out) * c.factor[k], limit)",
     "within((c.y[k] - 1.01f * out) * c.factor[k], limit)", 1, false, true},
    {"pilot.cl", "put_here(squares, 2 * p.means + i, x, y, p.planes, sum",
     "put_here(squares, 2 * p.means + i, x, y, p.planes, 1.05f * sum", 1, false, true},
    {"pilot.cl", "wrong += fmax(", "wrong += 1.05f * fmax(", 1, false, true},
    {"pilot.cl", "worse += fmax(", "worse += 1.05f * fmax(", 1, false, true},
    {"gather.cl", "PILOT_Q + k, s->x, s->y, planes, select(sums->sum[k]",
     "PILOT_Q + k, s->x, s->y, planes, select(1.01f * sums->sum[k]", 1, false, true},
    {"count.cl", "pixels[i] += bin == i", "pixels[i] += bin == i && i != 1", 2},
};
constexpr std::size_t usual_edits = 6; ///< one in each program of kernels, without ATROUS_EXHAUSTIVE

} // namespace

TEST_CASE("the check finds a small factor in each kernel") {
    if (!test::engine()) return;
    const std::size_t count = std::getenv("ATROUS_EXHAUSTIVE") ? std::size(edits) : usual_edits;
    for (const Edit& edit : std::span(edits).first(count)) {
        CAPTURE(std::string(edit.from));
        const EditedKernels edited({{"svgf/" + std::string(edit.file), edit.from, edit.to}});
        const auto e = test::unknown_engine();
        SvgfDevice device(*e);
        if (edit.is_gpu) device.plans.device = as_gpu(device.plans.device);
        SvgfSettings s = run_settings("svgf", edit.mode, edit.mode == 2, edit.mode == 2);
        if (edit.file == std::string("guides.cl")) s.prefilter = &prefilters()[2];
        s.pilots = edit.pilots;
        s.how.form = test::named(edit.is_gpu ? "tile" : "vector");
        const double found = difference_of(device, s, roles_with(false, false));
        MESSAGE(std::string(edit.from) << ": " << found);
        CHECK(found > sum_bound);
    }
}

TEST_CASE("the check finds NaN, and remembers its verdict") {
    if (!test::engine()) return;
    SvgfSettings s = run_settings("svgf", 1, false, true);
    s.how.form = test::named("vector");
    const auto check = [&](SvgfDevice device) { return check_denoise(device, s, roles_with(false, false)); };
    {
        const EditedKernels edited({{"svgf/gather.cl", "const vf w = masked(taps->weight",
                                     "const vf w = s->y == 9 ? (vf)(NAN) : masked(taps->weight"}});
        const auto e = test::unknown_engine();
        const SvgfDevice device(*e);
        const Message found = thrown_by([&] { check(device); }, Exit::no_device);
        CHECK(found.id == std::string(messages::kernel_wrong.id));
        CHECK(found.text.find("not finite") != std::string::npos);
        CHECK(thrown_by([&] { check(device); }, Exit::no_device) == found);
    }
    Engine e(test::unknown_device());
    CHECK_NOTHROW(check(SvgfDevice(e)));
    s.sigma_normal = 128; // is only finite
    CHECK_FALSE(has_stored_sums(checked_settings(s).back()));
    CHECK_NOTHROW(check(SvgfDevice(e)));
}
