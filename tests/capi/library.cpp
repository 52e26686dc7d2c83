#include "capi/library.h"
#include "support/messages.h"
#include <cstring>

namespace atrous::test {

AtrousDevice* api_device() {
    static const Device device(has_device() ? atrousNewDevice(nullptr) : nullptr);
    return device.get();
}

Filter api_filter(const char* name) {
    Filter filter(atrousNewFilter(api_device(), name));
    REQUIRE(filter);
    return filter;
}

std::string error_of(AtrousError code) {
    const char* text = nullptr;
    CHECK(atrousGetError(&text) == code);
    return text;
}

void refused(AtrousError got, std::initializer_list<Message> parts, AtrousError code) {
    CHECK(got == code);
    const std::string text = error_of(code);
    CAPTURE(text);
    for (const Message& part : parts) {
        CAPTURE(part.text);
        CHECK(prints(text, part));
    }
}

void done(AtrousError got) {
    const char* text = "";
    if (got != ATROUS_OK) atrousGetError(&text);
    CAPTURE(text);
    REQUIRE(got == ATROUS_OK);
}

AtrousFormat format_of(const Pixels& pixels) {
    constexpr AtrousFormat first[] = {ATROUS_UINT8, ATROUS_UINT16, ATROUS_HALF, ATROUS_FLOAT};
    return AtrousFormat(int(first[std::size_t(pixels.type)]) + pixels.channels() - 1);
}

AtrousError set_image(AtrousFilter* filter, const char* name, Pixels& pixels) {
    return atrousSetFilterImage(filter, name, pixels.bytes.data.get(), format_of(pixels),
                                std::size_t(pixels.size.width), std::size_t(pixels.size.height), 0, 0, 0);
}

std::string typed(const Options& options) {
    std::string line;
    for (const auto& [name, value] : options)
        line += std::string(" --") + name + (value ? " " + std::string(value) : "");
    return line;
}

Pixels filtered(const char* name, const Options& options, const Pixels& pixels) {
    const Filter filter = api_filter(name);
    for (const auto& [option, value] : options) done(atrousSetFilterOption(filter.get(), option, value));
    Pixels input = pixels.copy();
    done(set_image(filter.get(), "color", input));
    std::size_t width = 0, height = 0;
    done(atrousGetFilterSize(filter.get(), &width, &height));
    Pixels output = input.alike();
    output.size = {int(width), int(height)};
    output.bytes = Bytes(output.byte_count());
    done(set_image(filter.get(), "output", output));
    done(atrousCommitFilter(filter.get()));
    done(atrousExecuteFilter(filter.get()));
    CHECK(same_samples(input, pixels));
    return output;
}

bool same_samples(const Pixels& a, const Pixels& b) {
    return a.size == b.size && a.type == b.type && a.channels() == b.channels() &&
           std::memcmp(a.bytes.data.get(), b.bytes.data.get(), a.byte_count()) == 0;
}

} // namespace atrous::test
