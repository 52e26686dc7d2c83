// Tests lists of frames, and patterns of file names and of layers.
#include "fuzz.h"
#include "renders/layers.h"
#include "renders/sequence.h"

using namespace atrous;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text = text_of(data, size);
    refuses([&] {
        const std::vector<int> frames = parse_frames(text, "--frames");
        hold(parse_frames(frames_text(frames), "--frames") == frames);
    });
    const std::size_t half = size / 2;
    glob(text.substr(0, half), text.substr(half));
    return 0;
}
