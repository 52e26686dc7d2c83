// Tests uses of handles, memory, texts and processes that could crash or block a library.
#include "capi/library.h"
#include "capi/messages.h"
#include "cli/tables.h"
#include "support/gpu_fixture.h"
#include "support/messages.h"
#include <cstdint>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace atrous;
using namespace atrous::test;

TEST_CASE("a released filter's handle never means a filter that was made later") {
    if (!api_device()) return;
    AtrousFilter* const old = atrousNewFilter(api_device(), "enhance");
    atrousReleaseFilter(old);
    for (int i = 0; i < 64; ++i) {
        const Filter filter = api_filter("enhance");
        CHECK(filter.get() != old);
        refused(atrousSetFilterOption(old, "luma", "2"), {line(messages::api_handle_unknown, "filter")});
    }
    refused(atrousSetFilterOption(reinterpret_cast<AtrousFilter*>(api_device()), "luma", "2"),
            {line(messages::api_handle_unknown, "filter")});
}

namespace {

/// Pages that can be unmapped, at addresses that the system does not reuse.
struct Mapped {
    static constexpr std::size_t bytes = 65536;
    void* at = ::mmap(reinterpret_cast<void*>(std::uintptr_t(1) << 40), bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    Mapped() { REQUIRE(at != MAP_FAILED); }
    ~Mapped() { take_away(); }
    Mapped(const Mapped&) = delete;
    Mapped& operator=(const Mapped&) = delete;
    void take_away() const { ::munmap(at, bytes); }
};

} // namespace

TEST_CASE("images whose memory was unmapped after they were set are errors, also in other frames") {
    if (!api_device()) return;
    struct Row {
        const char *filter, *name;
        int format, frame;
    };
    for (const Row& row :
         {Row{"enhance", "color", ATROUS_FLOAT3, 0}, Row{"enhance", "output", ATROUS_FLOAT3, 0},
          Row{"scale", "color", ATROUS_FLOAT3, 0}, Row{"denoise", "color", ATROUS_FLOAT3, 1},
          Row{"denoise", "albedo", ATROUS_FLOAT3, 0}, Row{"denoise", "depth", ATROUS_FLOAT, 1},
          Row{"denoise", "output", ATROUS_FLOAT3, 0}}) {
        CAPTURE(std::string(row.filter));
        CAPTURE(std::string(row.name));
        const Filter filter = api_filter(row.filter);
        std::vector<float> usual(std::size_t(3 * 40 * 30), 0.5F);
        const Mapped gone;
        const bool shot = row.filter == std::string("denoise");
        const auto set = [&](const char* name, void* pixels, int format) {
            done(atrousSetFilterImage(filter.get(), name, pixels, format, 40, 30, 0, 0, 0));
        };
        for (int frame = 0; frame < (shot ? 2 : 1); ++frame) {
            done(atrousSetFilterFrame(filter.get(), frame));
            for (const char* name : {"color", "output"}) set(name, usual.data(), ATROUS_FLOAT3);
            if (frame == row.frame) set(row.name, gone.at, row.format);
        }
        if (row.filter == std::string("scale")) done(atrousSetFilterOption(filter.get(), "factor", "1"));
        if (shot) done(atrousSetFilterOption(filter.get(), "temporal", "window:1"));
        done(atrousSetFilterFrame(filter.get(), 0));
        done(atrousCommitFilter(filter.get()));
        gone.take_away();
        refused(atrousExecuteFilter(filter.get()), {row.name, "memory of this process"});
    }
}

TEST_CASE("texts of errors escape control characters of the arguments") {
    if (!api_device()) return;
    const Filter filter = api_filter("enhance");
    for (const auto& [name, value] : {std::pair{"luma", "\x1b[31mred\nnext"}, std::pair{"lu\x1b[31m\n", "2"},
                                      std::pair{"preset", "no\x1b[31m\nne"}}) {
        CHECK(atrousSetFilterOption(filter.get(), name, value) == ATROUS_ERROR_INVALID);
        const std::string text = error_of(ATROUS_ERROR_INVALID);
        CAPTURE(text);
        CHECK(text.find_first_of("\x1b\n") == std::string::npos);
        CHECK(text.find("\\x1b[31m") != std::string::npos);
    }
}

namespace {

/// Sets each option of each filter to long texts, and commits. The answers do not matter.
void* set_long_texts(void*) {
    const struct {
        const char* filter;
        const OptionTable& (*table)();
    } rows[] = {{"enhance", enhance_table}, {"denoise", denoise_table}, {"scale", scale_table}};
    for (const auto& row : rows)
        for (const OptionRow& option : row.table().rows)
            for (const std::size_t length : {2000, 40000})
                for (const std::string text : {"x", "1,"}) {
                    const Filter filter = api_filter(row.filter);
                    std::string value;
                    while (value.size() < length) value += text;
                    atrousSetFilterOption(filter.get(), option.name, value.c_str());
                    atrousCommitFilter(filter.get());
                    atrousGetError(nullptr);
                }
    return nullptr;
}

} // namespace

TEST_CASE("options of any length do not end the process, in a thread with a small stack neither") {
    if (!api_device()) return;
    pthread_attr_t small;
    ::pthread_attr_init(&small);
    ::pthread_attr_setstacksize(&small, std::size_t(512) << 10);
    pthread_t thread{};
    REQUIRE(::pthread_create(&thread, &small, set_long_texts, nullptr) == 0);
    ::pthread_join(thread, nullptr);
    ::pthread_attr_destroy(&small);
}

TEST_CASE(
    "in a process that was forked after a device was made, all calls are errors, and none waits without end") {
    if (!api_device()) return;
    const Filter filter = api_filter("enhance");
    std::vector<std::uint8_t> pixels(std::size_t(3 * 40 * 30), 90);
    for (const char* name : {"color", "output"})
        done(atrousSetFilterImage(filter.get(), name, pixels.data(), ATROUS_UINT8_3, 40, 30, 0, 0, 0));
    done(atrousCommitFilter(filter.get()));
    done(atrousExecuteFilter(filter.get()));
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        ::alarm(60); // ends a call that does not return
        int said = 0;
        const auto says = [&] {
            const char* text = "";
            const AtrousError code = atrousGetError(&text);
            const std::string words = text;
            said += code == ATROUS_ERROR_INVALID && words.find("after fork") != std::string::npos &&
                    words.find("use spawn") != std::string::npos;
        };
        atrousExecuteFilter(filter.get()), says();
        atrousCommitFilter(filter.get()), says();
        said += !atrousNewDevice(nullptr), says();
        said += !atrousNewFilter(api_device(), "scale"), says();
        atrousReleaseFilter(filter.get());
        ::_exit(said);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 6);
    done(atrousExecuteFilter(filter.get())); // the parent goes on
}

namespace {

/// Leaves freed memory full of NaN on the heap, as hosts do that worked with arrays before.
void use_heap() {
    constexpr std::size_t bytes = 16 << 20, count = 16;
    ::mallopt(M_ARENA_MAX, 1);
    ::mallopt(M_MMAP_THRESHOLD, 2 * bytes); // the largest: buffers of planes come from the heap, too
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
    std::vector<std::vector<unsigned char>> blocks;
    for (std::size_t i = 0; i < count; ++i) blocks.emplace_back(bytes, static_cast<unsigned char>(0xFF));
}

} // namespace

TEST_CASE("a large image in a host whose heap is full of NaN has the pixels of the next run") {
    if (!api_device()) return;
    const Options options = {
        {"levels", "2"}, {"border", "drop"}, {"luma", "2"}, {"chroma", "1.5"}, {"execution", "form=vector"}};
    const Pixels input =
        make_pixels({2048, 1024}, PixelType::f32); // luma and chroma go down the levels one after the other
    use_heap();
    const Pixels made = filtered("enhance", options, input);
    CHECK(same_samples(made, filtered("enhance", options, input))); // which finds its own values in memory
    CHECK(largest_difference(made, input, 1) < 1);
}
