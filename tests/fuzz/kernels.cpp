// Tests kernel files of `banks optimize`: arrays, loops and indices as text in JSON.
#include "fuzz.h"
#include "lab/banks/kernel.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    refuses([&] { atrous::read_kernels(text_of(data, size), "fuzz.json"); });
    return 0;
}
