// Tests kernel files of `banks optimize`: arrays, loops and indices as text in JSON.
// Sources: src/lab/banks/kernel_read.cpp src/base/json.cpp src/base/json_parse.cpp src/base/message.cpp src/base/text.cpp src/base/utf8.cpp
#include "fuzz.h"
#include "lab/banks/kernel.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    refuses([&] { atrous::read_kernels(text_of(data, size), "fuzz.json"); });
    return 0;
}
