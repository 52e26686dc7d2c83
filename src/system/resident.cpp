// As /proc tells it.
#include "system/resident.h"
#include <fstream>
#include <unistd.h>

namespace atrous {

std::uint64_t resident_bytes() {
    std::ifstream in("/proc/self/statm");
    std::uint64_t all = 0, resident = 0;
    if (!(in >> all >> resident)) return 0;
    return resident * std::uint64_t(::sysconf(_SC_PAGE_SIZE));
}

} // namespace atrous
