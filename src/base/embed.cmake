# Writes OUT, a C++ file that holds FILES (a list of paths below ROOT) as text: atrous::embedded(name), where the name is
# the path below kernels/, data/presets/, data/aov/ or data/report/.
set(text "// Made from kernels/, data/presets/, data/aov/ and data/report/ by embed.cmake; do not edit.\n#include \"base/embedded.h\"\n\nnamespace atrous {\n\n")
string(APPEND text "const std::vector<Embedded>& embedded_files() {\n    static const std::vector<Embedded> files = {\n")
foreach(path IN LISTS FILES)
  file(RELATIVE_PATH name ${ROOT} ${path})
  string(REGEX REPLACE "^(kernels|data/presets|data/aov|data/report)/" "" name ${name})
  file(READ ${path} body)
  string(APPEND text "        {\"${name}\", R\"~~~~(${body})~~~~\"},\n")
endforeach()
string(APPEND text "    };\n    return files;\n}\n\n} // namespace atrous\n")
file(WRITE ${OUT} "${text}")
