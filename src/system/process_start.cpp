// The second field is the program's name in brackets, which may hold blanks and brackets itself.
#include "system/process_start.h"
#include <charconv>
#include <fstream>
#include <string>

namespace atrous {

std::uint64_t process_start_in(std::string_view stat) {
    std::size_t at = stat.rfind(')');
    constexpr int behind_name = 22 - 2;
    for (int i = 0; i < behind_name && at != std::string_view::npos; ++i) at = stat.find(' ', at + 1);
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

} // namespace atrous
