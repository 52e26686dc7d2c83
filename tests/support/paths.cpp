// Defines the paths that the build sets.
#include "support/paths.h"
#include "support/warm.h"

namespace atrous {

const std::string& source_dir() {
    static const std::string path = ATROUS_SOURCE_DIR;
    return path;
}

const std::string& manual_dir() {
    static const std::string path = ATROUS_MANUAL_DIR;
    return path;
}

const std::string& program() {
    static const std::string path = ATROUS_PROGRAM;
    return path;
}

const std::string& warm_client() {
    static const std::string path = ATROUS_WARM_CLIENT;
    return path;
}

const std::string& module_folder() {
    static const std::string path = ATROUS_MODULE_FOLDER;
    return path;
}

const std::string& nowhere() {
    static const std::string path = source_dir() + "/LICENSE/nowhere";
    return path;
}

} // namespace atrous
