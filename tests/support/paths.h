// Where the program under test and the sources are; only paths.cpp is compiled anew when they are elsewhere.
#pragma once
#include <string>

namespace atrous {

const std::string& source_dir();
/// The manual pages as they are installed.
const std::string& manual_dir();
const std::string& program();
/// Where an installation has the module, seen from the program's folder.
const std::string& module_folder();
/// A folder that is not there and that nobody can make, root neither, since it would lie below a plain file.
const std::string& nowhere();

} // namespace atrous
