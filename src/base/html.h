// Text in pages.
#pragma once
#include <string>

namespace atrous {

/// As text or an attribute's value in HTML, on one line: as one_line() prints it, with &, <, > and quotes escaped.
std::string html_escaped(const std::string& text);

/// "data:TYPE;base64,..." of bytes.
std::string data_uri(const char* type, const std::string& bytes);

} // namespace atrous
