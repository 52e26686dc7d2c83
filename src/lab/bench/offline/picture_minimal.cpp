// Pictures as PGM, which needs no library.
#include "base/error.h"
#include "base/file.h"
#include "lab/bench/offline/picture.h"
#include "lab/bench/rows/options.h"

namespace atrous {

void write_picture(const std::string& path, Size size, const std::vector<std::uint8_t>& grey) {
    if (!path.ends_with(".pgm"))
        throw usage_error("--picture " + path +
                          ": this program was built without image files; name it *.pgm");
    const std::string head =
        "P5\n" + std::to_string(size.width) + " " + std::to_string(size.height) + "\n255\n";
    write_text(path, head + std::string(grey.begin(), grey.end()));
}

} // namespace atrous
