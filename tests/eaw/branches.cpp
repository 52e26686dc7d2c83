// Tests that each branch of the planner gives the same bits in memory full of NaN and in memory that another image
// left: kernels, forms, lanes, groups together and apart, borders, storages, guards. A branch that no plan takes fails.
#include "support/branches.h"
#include "filters/atrous/frame.h"
#include "filters/eaw/plan.h"
#include "graph/tables.h"
#include "support/gpu_fixture.h"
#include <cstring>
#include <doctest/doctest.h>
#include <limits>

using namespace atrous;
using namespace atrous::test;

namespace {

std::string branch_of(const KernelLaunch& launch) {
    const int luma = std::stoi(value_of(launch, "LUMA"));
    const char* groups = value_of(launch, "CHROMA") != "0" ? "both" : luma == 1 ? "luma" : "chroma";
    const bool half = value_of(launch, "STORAGE_HALF") == "1";
    return launch.kernel + " " + value_of(launch, "VECTOR") + " " + groups + " edges " +
           value_of(launch, "EDGES") + " guard " + value_of(launch, "GUARDED") + " " +
           borders()[std::size_t(std::stoi(value_of(launch, "BORDER")))].name + (half ? " half" : " float");
}

/// Adds the branches of the levels (kernel, lanes, groups, edges, guard, border, storage) and the names of all other kernels.
void add_levels(const Plan& plan, Branches& taken) {
    for (const Pass& pass : plan.passes) {
        const auto* launch = std::get_if<KernelLaunch>(&pass.operation);
        taken.insert(launch && pass.stage == Stage::level ? branch_of(*launch) : name_of(pass));
    }
}

/// A way to compute an image, with thresholds of the planner by value.
struct Way {
    EawSettings settings;
    bool apart = false; ///< luma and chroma
    int lanes = 0;      ///< 0: the device's
    int spacing = 1;
};

DeviceTraits traits_of(const Way& way) {
    DeviceTraits device = traits(*engine());
    if (way.lanes > 0) device.native_vector = way.lanes;
    return device;
}

EawResolved resolved(const Way& way, const Pixels& pixels) {
    EawResolved settings = resolve(way.settings, pixels, traits_of(way));
    settings.min_pixels_apart = way.apart ? 0 : std::numeric_limits<std::int64_t>::max();
    if (settings.how.form->strips) settings.strip_levels = way.settings.levels;
    settings.spacing = way.spacing;
    return settings;
}

Pixels result(Engine& e, const Way& way, const Pixels& input) {
    const EawResolved settings = resolved(way, input);
    Pixels out = input.copy();
    run_planned(
        e, settings,
        {region_grid(input.size, 0, 1, 1), eaw_plan(settings, shape_of(input, input.size), traits_of(way))},
        out);
    return out;
}

bool same_bytes(const Pixels& a, const Pixels& b) {
    return std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

/// Widths of whole vectors leave no padding between rows and planes. Others do.
constexpr Size sizes[] = {{48, 17}, {37, 23}};

/// Returns the results in each size.
std::vector<Pixels> check_memory(const Way& way, Branches& taken) {
    CAPTURE(name_of(way.settings));
    CAPTURE(way.settings.how.storage->name);
    CAPTURE(way.apart);
    CAPTURE(way.lanes);
    std::vector<Pixels> results;
    for (const Size size : sizes) {
        const Pixels input = make_pixels(size, PixelType::f32),
                     bright = make_pixels(size, PixelType::f32, 3, Alpha::none, 1e15);
        result(keeping_engine(), way, bright); // leaves its values
        results.push_back(result(*engine(), way, input));
        CHECK(same_bytes(results.back(), result(keeping_engine(), way, input)));
        CHECK(largest_difference(results.back(), input, 1) > 1e-3);
        add_levels(eaw_plan(resolved(way, input), input, traits_of(way)), taken);
    }
    return results;
}

/// The same with the groups apart, if the form can do so: the same bits.
void check_groups(const Way& way, Branches& taken) {
    const std::vector<Pixels> together = check_memory(way, taken);
    if (!way.settings.how.form->vectors) return;
    Way other = way;
    other.apart = true;
    const std::vector<Pixels> apart = check_memory(other, taken);
    for (std::size_t i = 0; i < apart.size(); ++i) CHECK(same_bytes(together[i], apart[i]));
}

EawSettings settings_with(const Form& form, const BorderRule& border, const Storage& storage) {
    EawSettings s = busy_settings("lab");
    s.levels = 3;
    s.border = &border;
    s.how.form = &form;
    s.how.storage = &storage;
    s.how.synthesis = named("fused");
    return s;
}

/// Boosts of details above noise that is known, of luma or of both groups.
EawSettings boosts(EawSettings s, bool of_chroma) {
    s.luma = s.chroma = {{1.8, 1.5, 1.4}};
    s.luma_threshold = s.chroma_threshold = {{0}};
    s.noise_guard = 1.5;
    s.noise = {0, 100, {}};
    for (int l = 0; l < s.levels; ++l)
        for (auto& group : s.noise.levels.emplace_back()) {
            group.most = 5;
            group.variance.fill(1.0 / (1 + l));
        }
    for (auto& level : s.noise.levels)
        if (!of_chroma) level[1].most = 0;
    return s;
}

/// All branches of a border and a storage without guard. `edges`: EDGES of the kernels.
void expect(Branches& wanted, const std::vector<const char*>& kernels, const std::string& lanes,
            const std::vector<const char*>& groups, const std::string& rest) {
    for (const char* kernel : kernels)
        for (const char* group : groups)
            wanted.insert(std::string("eaw_") + kernel + " " + lanes + " " + group + " " + rest);
}

std::string lanes_here() { return std::to_string(vector_lanes(traits(*engine()))); }

/// Only the levels.
Branches levels_of(Branches taken) {
    std::erase_if(taken, [](const std::string& branch) { return !branch.starts_with("eaw_decompose"); });
    return taken;
}

} // namespace

TEST_CASE("branches: every form, border, storage and group gives its bits in memory full of NaN") {
    if (!engine()) return;
    Branches wanted, taken;
    for (const auto& storage : storages())
        for (const auto& border : borders()) {
            for (const auto& form : forms())
                for (const auto& schedule : schedules()) {
                    Way way{settings_with(form, border, storage)};
                    way.settings.how.schedule = &schedule;
                    check_groups(way, taken);
                }
            const std::string rest = std::string("edges 1 guard 0 ") + border.name + " " + storage.name;
            expect(wanted, {"decompose", "decompose_tile", "decompose_ring"}, "1", {"both"}, rest);
            expect(wanted, {"decompose", "decompose_strip"}, lanes_here(), {"both", "luma", "chroma"}, rest);
        }
    CHECK(wanted.size() == 2 * 4 * 9);
    CHECK(differences(wanted, levels_of(taken)) == "");
    for (const char* kernel : {"layout_tables", "pixel_enter", "pixel_leave"}) CHECK(taken.contains(kernel));
}

TEST_CASE("branches: vectors of 4, 8 and 16 floats give their bits in memory full of NaN") {
    if (!engine()) return;
    Branches wanted, taken;
    for (const int lanes : {4, 8, 16})
        for (const Form& form : forms()) {
            if (!form.vectors) continue;
            check_groups({settings_with(form, borders()[0], storages()[0]), false, lanes}, taken);
            expect(wanted, {form.strips ? "decompose_strip" : "decompose"}, std::to_string(lanes),
                   {"both", "luma", "chroma"}, "edges 1 guard 0 drop float");
        }
    CHECK(wanted.size() == 18);
    CHECK(differences(wanted, levels_of(taken)) == "");
}

TEST_CASE(
    "branches: levels without edges, with searched edges and with guards give their bits in memory full of NaN") {
    if (!engine()) return;
    Branches wanted, taken;
    for (const auto& form : forms()) {
        Way off{settings_with(form, borders()[0], storages()[0])}, search = off, guards = off;
        off.settings.edges = {{0}};
        search.settings.search_edges = true;
        search.settings.edges = {};
        guards.settings = boosts(guards.settings, true);
        check_groups(off, taken);
        check_memory(search, taken);
        check_groups(guards, taken);
        guards.settings = boosts(guards.settings, false);
        check_groups(guards, taken);
    }
    expect(wanted, {"decompose", "decompose_tile", "decompose_ring"}, "1", {"both"},
           "edges 0 guard 0 drop float");
    expect(wanted, {"decompose"}, lanes_here(), {"both", "luma", "chroma"}, "edges 0 guard 0 drop float");
    for (const std::string& lanes : {std::string("1"), lanes_here()})
        expect(wanted, {"decompose"}, lanes, {"both"}, "edges 2 guard 0 drop float");
    for (const char* guard : {"1", "3"}) {
        const std::string rest = std::string("edges 1 guard ") + guard + " drop float";
        expect(wanted, {"decompose", "decompose_tile", "decompose_ring"}, "1", {"both"}, rest);
        expect(wanted, {"decompose", "decompose_strip"}, lanes_here(), {"both"}, rest);
    }
    expect(wanted, {"decompose", "decompose_strip"}, lanes_here(), {"luma", "chroma"},
           "edges 1 guard 1 drop float");
    expect(wanted, {"decompose", "decompose_strip"}, lanes_here(), {"chroma"}, "edges 1 guard 0 drop float");
    CHECK(wanted.size() == 6 + 2 + 10 + 6);
    CHECK(differences(wanted, levels_of(taken)) == "");
    for (const char* step : {"candidates", "errors", "choose", "smooth"})
        CHECK(taken.contains(std::string("eaw_search_") + step));
}

TEST_CASE(
    "branches: kept details, found thresholds and protected shadows give their bits in memory full of NaN") {
    if (!engine()) return;
    Branches taken;
    for (const auto& storage : storages())
        for (const auto& form : forms())
            for (const auto& synthesis : syntheses()) {
                Way way{settings_with(form, borders()[0], storage)};
                way.settings.how.synthesis = &synthesis;
                check_memory(way, taken);
                Way shadows = way, bayes = way;
                shadows.settings.protect_shadows = 10;
                bayes.settings.denoise = named("bayes");
                if (!synthesis.gathers_blocks) check_memory(shadows, taken);
                if (synthesis.stores_details && storage.exact) check_memory(bayes, taken);
            }
    for (const char* kernel :
         {"eaw_synthesize", "eaw_gather", "noise_padding", "noise_histogram", "norm", "noise_thresholds"})
        CHECK(taken.contains(kernel));
}

TEST_CASE(
    "branches: pixels of a spacing have the bits of the whole, with every border and number of levels") {
    if (!engine()) return;
    for (const auto& form : forms())
        for (const auto& border : borders()) {
            if (!form.vectors || form.strips) continue;
            for (const int levels : {1, 2, 4})
                for (const int spacing : {2, 4})
                    for (const bool apart : {false, true}) {
                        Way all{boosts(settings_with(form, border, storages()[0]), true), apart};
                        all.settings.levels = levels;
                        all.settings.how.order = &find_row(orders(), "subdivision", "order");
                        Way part = all;
                        part.spacing = spacing;
                        const Pixels input = make_pixels({53, 37}, PixelType::f32);
                        const Pixels whole = result(*engine(), all, input),
                                     some = result(*engine(), part, input);
                        CAPTURE(name_of(part.settings));
                        int different = 0;
                        for (int y = 0; y < input.size.height; y += spacing)
                            for (int x = 0; x < input.size.width; x += spacing)
                                different +=
                                    std::memcmp(whole.at(x, y), some.at(x, y), input.pixel_bytes()) != 0;
                        CHECK(different == 0);
                    }
        }
}

TEST_CASE("branches: levels of vectors compute only rows of a spacing") {
    if (!engine()) return;
    const Pixels input = make_pixels({53, 37}, PixelType::f32);
    for (const auto& form : forms()) {
        if (!form.vectors || form.strips) continue;
        Way way{settings_with(form, borders()[0], storages()[0])};
        way.settings.how.order = &find_row(orders(), "subdivision", "order");
        way.spacing = 4;
        const Plan plan = eaw_plan(resolved(way, input), input, traits_of(way));
        std::vector<std::size_t> rows;
        for (const Pass& pass : plan.passes)
            if (pass.stage == Stage::level) rows.push_back(std::get<KernelLaunch>(pass.operation).global[1]);
        CHECK(rows == std::vector<std::size_t>{37, 19, 10});
    }
}
