// Tests that work-groups, elements and maps of form tile never change a result, on sizes that are no multiple of anything.
#include "base/error.h"
#include "filters/atrous/messages.h"
#include "support/gpu_fixture.h"
#include "support/messages.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <doctest/doctest.h>
#include <set>

using namespace atrous;
using namespace atrous::test;

namespace {

const std::vector<Size> groups = {{8, 8}, {16, 8}, {16, 16}, {32, 8}};

// One way to compute form tile, as indices into tables. The last index is the image's size.
enum Factor { map, element, group, radius, border, size_of, factors };
using Row = std::array<std::size_t, factors>;

const int radii[] = {1, 2};
const char* const exact_borders[] = {"drop", "clamp"};
// Several work-groups and a rest. One pixel. Narrower than the halo. A multiple of all work-groups.
const Size sizes[] = {{67, 45}, {1, 1}, {3, 41}, {64, 32}};

EawSettings with(EawSettings s, const Row& row) {
    s.how.form = named("tile");
    s.how.map = &maps()[row[map]];
    s.how.element = &elements()[row[element]];
    s.how.group = groups[row[group]];
    s.radius = radii[row[radius]];
    s.border = named(exact_borders[row[border]]);
    s.how.order = named(row[radius] ? "ascending" : "split");
    s.how.synthesis = named(row[border] ? "stored" : "fused");
    return s;
}

// All rows whose work-group has the map.
std::vector<Row> rows_of(const EawSettings& base, const DeviceTraits& device) {
    const Pixels pixels = make_pixels(sizes[0], PixelType::f32);
    const Row counts = {maps().size(),    elements().size(),        groups.size(),
                        std::size(radii), std::size(exact_borders), std::size(sizes)};
    std::size_t all = 1;
    for (const std::size_t count : counts) all *= count;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < all; ++i) {
        Row row;
        std::size_t rest = i;
        for (std::size_t f = 0; f < factors; ++f) {
            row[f] = rest % counts[f];
            rest /= counts[f];
        }
        try {
            resolve(with(base, row), pixels, device);
            rows.push_back(row);
        } catch (const Error&) { // not a map of this work-group
        }
    }
    return rows;
}

// Pairs of a row, each as one number, without pairs of a map and a size.
std::vector<std::size_t> pairs_of(const Row& row) {
    std::vector<std::size_t> pairs;
    for (std::size_t a = 0; a < factors; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (b != map || a != size_of) pairs.push_back(((b * 100 + row[b]) * 10 + a) * 100 + row[a]);
    return pairs;
}

// Selects few rows that contain all pairs: each time the row with most new pairs.
std::vector<Row> in_pairs(const std::vector<Row>& rows) {
    std::set<std::size_t> missing;
    for (const Row& row : rows)
        for (const std::size_t pair : pairs_of(row)) missing.insert(pair);
    std::vector<Row> some;
    while (!missing.empty()) {
        const auto news = [&](const Row& row) {
            return std::ranges::count_if(pairs_of(row), [&](std::size_t p) { return missing.count(p); });
        };
        some.push_back(*std::ranges::max_element(rows, {}, news));
        for (const std::size_t pair : pairs_of(some.back())) missing.erase(pair);
    }
    return some;
}

std::string tile_name(const EawSettings& s) {
    return name_of(s) + " map " + s.how.map->name + ", element " + s.how.element->name + ", group " +
           to_string(s.how.group);
}

} // namespace

TEST_CASE("every map, element and work-group gives the reference") {
    Engine* e = engine();
    if (!e) return;
    auto base = busy_settings("lab");
    base.levels = 5;
    const auto rows = rows_of(base, traits(*e));
    CHECK(rows.size() >= 40 * 16); // of 80 * 16: not every work-group has every map
    for (const Row& row : std::getenv("ATROUS_EXHAUSTIVE") ? rows : in_pairs(rows)) {
        const auto s = with(base, row);
        const Pixels input = make_pixels(sizes[row[size_of]], PixelType::f32);
        const auto expected = reference::eaw(to_reference(input), to_reference(s, input)).back();
        CAPTURE(tile_name(s));
        CAPTURE(to_string(input.size));
        CHECK(largest_difference(run(*e, s, input), expected, 1) <= 1e-5);
    }
}

TEST_CASE("tiles of grey images and of one group of planes give the reference") {
    Engine* e = engine();
    if (!e) return;
    for (const int colours : {1, 3})
        for (const auto& element : elements()) {
            const Pixels input = make_pixels({67, 41}, PixelType::f32, colours);
            auto s = busy_settings("rgb");
            s.levels = 4;
            s.how.form = named("tile");
            s.how.element = &element;
            const auto expected = reference::eaw(to_reference(input), to_reference(s, input)).back();
            CHECK(largest_difference(run(*e, s, input), expected, 1) <= 1e-5);
        }
}

TEST_CASE("half storage is near float storage, and its row is marked as approximate") {
    Engine* e = engine();
    if (!e) return;
    CHECK_FALSE(find_row(storages(), "half", "--storage").exact);
    int turn = 0;
    for (const auto& space : spaces()) {
        const Pixels input = make_pixels({131, 77}, PixelType::f32);
        auto exact = busy_settings(space.name);
        exact.levels = 6;
        auto half = exact;
        half.how.storage = named("half");
        const Pixels expected = run(*e, exact, input);
        for (const auto& way : ways_in_pairs(half, turn++)) {
            CAPTURE(name_of(way));
            const double difference = largest_difference(run(*e, way, input), expected, 1);
            CHECK(difference > 0);
            CHECK(difference < 0.01); // 11 bits per plane and level, gains up to 1.8
        }
    }
}

TEST_CASE("a map that a work-group does not have is refused, with the list of its maps") {
    auto s = busy_settings("lab");
    s.how.form = named("tile");
    s.how.map = named("bank");
    s.how.group = {7, 7};
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    CHECK(is_message(thrown_by([&] { resolve(s, input, {}); }), messages::map_missing, "map", "bank", "7x7",
                     anything, 2, 128, anything));
}

TEST_CASE("a work-group larger than the device allows is refused with both numbers") {
    auto s = busy_settings("lab");
    s.how.group = {64, 64};
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    for (const auto* form : {"direct", "tile"}) {
        s.how.form = named(form);
        CHECK(is_message(thrown_by([&] { resolve(s, input, {}); }), messages::group_size, "group", "64x64",
                         4096, 256));
    }
}

TEST_CASE("a tile larger than local memory is refused with both numbers") {
    auto s = busy_settings("lab");
    s.how.form = named("tile");
    s.how.group = {16, 16};
    DeviceTraits small;
    small.local_memory = 1000;
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    CHECK(is_message(thrown_by([&] { resolve(s, input, small); }), messages::tile_memory, "group", "16x16",
                     anything, "1000 B"));
}

TEST_CASE("a ring is refused only if local memory does not hold it") {
    auto s = busy_settings("lab");
    s.how.form = named("ring");
    s.how.group = {128, 32};
    DeviceTraits gpu;
    gpu.local_memory = 48 << 10;
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    CHECK_NOTHROW(resolve(s, input, gpu));
    gpu.local_memory = 40 << 10;
    CHECK(is_message(thrown_by([&] { resolve(s, input, gpu); }), messages::ring_memory, "group", 128,
                     anything, "40 KiB"));
}

TEST_CASE("a width of banks that is no power of two is refused, and not silently replaced") {
    auto s = busy_settings("lab");
    s.how.form = named("tile");
    s.how.bank_bits = 12;
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    CHECK(is_message(thrown_by([&] { resolve(s, input, {}); }), messages::bank_width, "bank-bits", 12));
}
