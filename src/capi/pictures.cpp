// Where rows have gaps, or the output lies across the input, samples take a way round.
#include "capi/pictures.h"
#include "base/error.h"
#include "engine/finite_samples.h"
#include <utility>

namespace atrous {
namespace {

/// Whether the filter may work in the output's memory.
bool may_lend(const CallerImage& from, const CallerImage& to) {
    const auto address = reinterpret_cast<std::uintptr_t>(to.first);
    if (to.size != from.size || !to.is_packed() || address % sample_bytes(to.type) != 0) return false;
    const bool same = from.first == to.first && from.is_packed();
    return same || !overlap(from, to);
}

Bytes lent(const CallerImage& image) { return Bytes(std::span(image.first, image.extent())); }

} // namespace

Pixels described(const CallerImage& image, const ColourOptions& colours) {
    Pixels pixels;
    pixels.size = image.size;
    pixels.type = image.type;
    pixels.colours = image.colours();
    set_colours(colours, image.has_alpha(), pixels);
    return pixels;
}

void on_picture(const ApiFilter& filter, const ColourOptions& colours,
                const std::function<void(Pixels&)>& work) {
    const CallerImage &from = image_of(filter.images(), "color"), &to = image_of(filter.images(), "output");
    Pixels pixels = described(from, colours);
    pixels.bytes = may_lend(from, to) ? lent(to) : Bytes(pixels.byte_count());
    if (pixels.bytes.data.get() != from.first) gather(from, pixels.bytes.data.get());
    work(pixels);
    if (pixels.size != to.size)
        throw Error(Exit::internal,
                    "the result has " + to_string(pixels.size) + " pixels, the output " + to_string(to.size));
    if (pixels.bytes.data.get() != to.first) scatter(pixels.bytes.data.get(), to);
}

void warn_of_replaced(Monitoring& monitoring, std::uint64_t samples, std::uint64_t filled) {
    if (samples > 0)
        monitoring.warn(std::to_string(samples) + " colour samples were NaN or infinite and are replaced" +
                        filled_words(filled));
}

} // namespace atrous
