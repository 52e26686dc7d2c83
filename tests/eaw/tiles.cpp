// Form tile: work-groups, elements and maps never change a result, on sizes that are no multiple of anything.
#include "base/error.h"
#include "support/gpu_fixture.h"
#include <cstdlib>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

const std::vector<Size> groups = {{8, 8}, {16, 8}, {16, 16}, {32, 8}};

struct Tile {
    const Map* map;
    const Element* element;
    Size group;
    int turn; // sum of the three's places in their tables: of neighbours, one is even, one odd
};

EawSettings with(EawSettings s, const Tile& tile) {
    s.how.form = named("tile");
    s.how.map = tile.map;
    s.how.element = tile.element;
    s.how.group = tile.group;
    return s;
}

// Every map, element and work-group that exist together.
std::vector<Tile> tiles_of(const EawSettings& base, const Pixels& pixels, const DeviceTraits& device) {
    std::vector<Tile> tiles;
    for (const auto& map : maps())
        for (const auto& element : elements())
            for (const Size& group : groups) {
                const auto turn =
                    (&map - maps().data()) + (&element - elements().data()) + (&group - groups.data());
                const Tile tile{&map, &element, group, int(turn)};
                try {
                    resolve(with(base, tile), pixels, device);
                } catch (const Error&) {
                    continue; // this work-group has no such map
                }
                tiles.push_back(tile);
            }
    return tiles;
}

std::string tile_name(const EawSettings& s) {
    return name_of(s) + " map " + s.how.map->name + ", element " + s.how.element->name + ", group " +
           to_string(s.how.group);
}

} // namespace

TEST_CASE("every map, element and work-group gives the reference") {
    Engine* e = engine();
    if (!e) return;
    const bool exhaustive = std::getenv("ATROUS_EXHAUSTIVE");
    for (const int radius : {2, 1})
        for (const int odd : {0, 1}) {
            const Pixels input = make_pixels({67, 45}, PixelType::f32); // unoptimised kernels are slow
            auto base = busy_settings("lab");
            base.levels = 5;
            base.radius = radius;
            base.border = named(odd ? "clamp" : "drop");
            base.how.order = named(radius == 2 ? "ascending" : "split");
            base.how.synthesis = named(odd ? "stored" : "fused");
            const auto expected = reference::eaw(to_reference(input), to_reference(base, input)).back();
            const auto tiles = tiles_of(base, input, traits(*e));
            CHECK(tiles.size() >= 40); // of 80: not every work-group has every map
            for (const auto& tile : tiles) {
                // Compiling takes seconds: each map and work-group meets one element and border at each radius.
                if (!exhaustive && (tile.turn + radius) % 2) continue;
                if (!exhaustive && (tile.turn / 2 + odd) % 2) continue;
                const auto s = with(base, tile);
                CAPTURE(tile_name(s));
                CHECK(largest_difference(run(*e, s, input), expected, 1) <= 1e-5);
            }
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

TEST_CASE("half storage is near float storage, and says that it is approximate") {
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

TEST_CASE("a map that a work-group does not have is refused, naming those that it has") {
    auto s = busy_settings("lab");
    s.how.form = named("tile");
    s.how.map = named("bank");
    s.how.group = {7, 7};
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    CHECK_THROWS_WITH_AS(resolve(s, input, {}),
                         doctest::Contains("--map bank: a work-group of 7x7 has no such map"), Error);
}

TEST_CASE("a work-group larger than the device allows is refused with both numbers") {
    auto s = busy_settings("lab");
    s.how.group = {64, 64};
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    for (const auto* form : {"direct", "tile"}) {
        s.how.form = named(form);
        CHECK_THROWS_WITH_AS(resolve(s, input, {}), doctest::Contains("4096 work-items are more than 256"),
                             Error);
    }
}

TEST_CASE("a tile larger than local memory is refused with both numbers") {
    auto s = busy_settings("lab");
    s.how.form = named("tile");
    s.how.group = {16, 16};
    DeviceTraits small;
    small.local_memory = 1000;
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    CHECK_THROWS_WITH_AS(resolve(s, input, small),
                         doctest::Contains("of local memory, but the device has 1000 B"), Error);
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
    CHECK_THROWS_WITH_AS(resolve(s, input, gpu),
                         doctest::Contains("of local memory, but the device has 40 KiB"), Error);
}

TEST_CASE("refused: a width of banks that is no power of two, which would be another one silently") {
    auto s = busy_settings("lab");
    s.how.form = named("tile");
    s.how.bank_bits = 12;
    const Pixels input = make_pixels({16, 16}, PixelType::f32);
    CHECK_THROWS_WITH_AS(resolve(s, input, {}), doctest::Contains("--bank-bits 12: a bank's word has 8, 16"),
                         Error);
}
