// Contains the paths of the tested program and the sources. Only paths.cpp is recompiled if they change.
#pragma once
#include <string>

namespace atrous {

const std::string& source_dir();
/// The installed manual pages.
const std::string& manual_dir();
const std::string& program();
/// Path of the module in an installation, relative to the program's folder.
const std::string& module_folder();
/// A folder that does not exist and that no user can create, not even root, since it would lie below a plain file.
const std::string& nowhere();

} // namespace atrous
