// Reads /proc. The second field is the program's name in brackets, which may itself contain blanks and
// brackets.
#include "platform/process.h"
#include <charconv>
#include <fstream>
#include <string>
#include <unistd.h>

namespace atrous {

std::uint64_t process_start_in(std::string_view stat) {
    std::size_t at = stat.rfind(')');
    constexpr int after_name = 22 - 2;
    for (int i = 0; i < after_name && at != std::string_view::npos; ++i) at = stat.find(' ', at + 1);
    if (at == std::string_view::npos) return 0;
    std::uint64_t ticks = 0;
    std::from_chars(stat.data() + at + 1, stat.data() + stat.size(), ticks);
    return ticks;
}

std::uint64_t process_start(int process) {
    std::ifstream in("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    return std::getline(in, line) ? process_start_in(line) : 0;
}

std::uint64_t resident_bytes() {
    std::ifstream in("/proc/self/statm");
    std::uint64_t all = 0, resident = 0;
    if (!(in >> all >> resident)) return 0;
    return resident * std::uint64_t(::sysconf(_SC_PAGE_SIZE));
}

} // namespace atrous
