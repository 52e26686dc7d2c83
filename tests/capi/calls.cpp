// Tests in-place memory, memory with gaps, monitors, and several threads.
#include "capi/library.h"
#include "support/files/tagged.h"
#include <cstring>
#include <thread>

using namespace atrous;
using namespace atrous::test;

namespace {

/// A ramp with a step.
Pixels ramp(Size size = {61, 47}) {
    return tagged::picture(size, PixelType::u8, 3, [](int x, int y, int c) {
        return ((x * 3 + y * 2 + c * 20 + (x > 30 ? 60 : 0)) & 255) / 255.0;
    });
}

struct Told {
    int calls = 0, most = 1 << 30;
    double last = 0;
    bool falls = false, calls_back = false;
    AtrousFilter* filter = nullptr;
    AtrousError answer = ATROUS_OK;
};

bool watch(void* user, double share, const char*) {
    Told& told = *static_cast<Told*>(user);
    told.falls |= share < told.last;
    told.last = share;
    if (told.calls_back) told.answer = atrousCommitFilter(told.filter);
    return ++told.calls < told.most;
}

} // namespace

TEST_CASE("pixels are filtered in place, at any address, and with gaps") {
    if (!api_device()) return;
    const Pixels input = ramp();
    const Pixels expected = filtered("enhance", {{"preset", "sharpen"}}, input);
    struct Row {
        std::size_t offset, pixel, row;
    };
    const std::size_t packed = std::size_t(input.size.width) * 3;
    for (const Row& row :
         {Row{0, 3, packed}, Row{1, 3, packed}, Row{5, 3, packed + 7}, Row{0, 4, 4 * 61}, Row{2, 7, 1000}}) {
        CAPTURE(row.pixel);
        CAPTURE(row.row);
        const Filter filter = api_filter("enhance");
        std::vector<std::uint8_t> memory(row.offset + row.row * 47 + 64, 123);
        const auto at = [&](int x, int y) {
            return memory.data() + row.offset + std::size_t(y) * row.row + std::size_t(x) * row.pixel;
        };
        for (int y = 0; y < 47; ++y)
            for (int x = 0; x < 61; ++x) std::memcpy(at(x, y), input.at(x, y), 3);
        done(atrousSetFilterOption(filter.get(), "preset", "sharpen"));
        for (const char* name : {"color", "output"})
            done(atrousSetFilterImage(filter.get(), name, memory.data(), ATROUS_UINT8_3, 61, 47, row.offset,
                                      row.pixel, row.row));
        done(atrousCommitFilter(filter.get()));
        done(atrousExecuteFilter(filter.get()));
        bool same = true;
        for (int y = 0; y < 47; ++y)
            for (int x = 0; x < 61; ++x) same = same && std::memcmp(at(x, y), expected.at(x, y), 3) == 0;
        CHECK(same);
        if (row.pixel > 3) CHECK(*(at(5, 5) + 3) == 123);
    }
}

TEST_CASE("a monitor gets growing progress, and cancels") {
    if (!api_device()) return;
    Pixels input = ramp(), output = input.copy();
    const Filter filter = api_filter("enhance");
    done(set_image(filter.get(), "color", input));
    done(set_image(filter.get(), "output", output));
    done(atrousCommitFilter(filter.get()));
    Told told;
    done(atrousSetFilterMonitor(filter.get(), watch, &told));
    done(atrousExecuteFilter(filter.get()));
    CHECK(told.calls > 3);
    CHECK_FALSE(told.falls);
    CHECK(told.last == 1);
    Told cancels{.most = 2};
    done(atrousSetFilterMonitor(filter.get(), watch, &cancels));
    refused(atrousExecuteFilter(filter.get()), {"cancelled"}, ATROUS_ERROR_CANCELLED);
    CHECK(cancels.calls == 2);
    Told calls{.calls_back = true, .filter = filter.get()};
    done(atrousSetFilterMonitor(filter.get(), watch, &calls));
    done(atrousExecuteFilter(filter.get()));
    CHECK(calls.answer == ATROUS_ERROR_INVALID);
    done(atrousSetFilterMonitor(filter.get(), nullptr, nullptr));
    done(atrousExecuteFilter(filter.get()));
}

TEST_CASE("threads share a device, and a filter") {
    if (!api_device()) return;
    const Pixels input = ramp();
    const Pixels expected = filtered("enhance", {}, input);
    std::vector<int> same(4);
    {
        const Filter shared = api_filter("scale");
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&, i] {
                atrousSetFilterOption(shared.get(), "factor", i % 2 ? "2" : "3");
                const Filter own(atrousNewFilter(api_device(), "enhance"));
                Pixels pixels = input.copy();
                set_image(own.get(), "color", pixels);
                set_image(own.get(), "output", pixels);
                const bool done =
                    atrousCommitFilter(own.get()) == ATROUS_OK && atrousExecuteFilter(own.get()) == ATROUS_OK;
                same[std::size_t(i)] = done && same_samples(pixels, expected);
            });
    }
    CHECK(same == std::vector<int>{1, 1, 1, 1});
}

TEST_CASE("a filter keeps its device if the caller releases the device first") {
    if (!api_device()) return;
    Device device(atrousNewDevice("auto"));
    REQUIRE(device);
    const Filter filter(atrousNewFilter(device.get(), "enhance"));
    device.reset();
    Pixels pixels = ramp();
    done(set_image(filter.get(), "color", pixels));
    done(set_image(filter.get(), "output", pixels));
    done(atrousCommitFilter(filter.get()));
    done(atrousExecuteFilter(filter.get()));
}
