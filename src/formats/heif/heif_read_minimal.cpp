// Stands in for heif_read.cpp in a build without libheif's headers: HEIC and AVIF are read by OpenImageIO, with 8 bits.
#include "base/error.h"
#include "formats/heif/heif_read.h"

namespace atrous {

struct HeifReader::State {};

bool has_heif_library() { return false; }

HeifReader::HeifReader(const std::filesystem::path&) {
    throw Error(Exit::internal, "this program was built without libheif");
}
HeifReader::~HeifReader() = default;
HeifReader::HeifReader(HeifReader&&) noexcept = default;

Size HeifReader::size() const { return {}; }
int HeifReader::channels() const { return 0; }
int HeifReader::bits() const { return 0; }
int HeifReader::images() const { return 0; }
int HeifReader::auxiliary() const { return 0; }
bool HeifReader::avif() const { return false; }
const std::string& HeifReader::subsampling() const { return exif(); }
double HeifReader::aspect() const { return 1; }
const std::vector<std::string>& HeifReader::unread() const {
    static const std::vector<std::string> none;
    return none;
}
bool HeifReader::associated() const { return false; }
const std::string& HeifReader::profile() const { return exif(); }
std::optional<CodePoints> HeifReader::colours() const { return {}; }
const std::string& HeifReader::exif() const {
    static const std::string none;
    return none;
}
const std::string& HeifReader::xmp() const { return exif(); }
void HeifReader::read(Bytes&) {}

} // namespace atrous
