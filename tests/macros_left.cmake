# macros_left(FILE OUT): the names of macros that the source file defines and does not remove.
function(macros_left file out)
  file(STRINGS ${file} defined REGEX "^#define")
  file(STRINGS ${file} removed REGEX "^#undef")
  list(TRANSFORM defined REPLACE "^#define +([A-Za-z0-9_]+).*" "\\1")
  list(TRANSFORM removed REPLACE "^#undef +" "")
  list(REMOVE_ITEM defined ${removed} "")
  set(${out} ${defined} PARENT_SCOPE)
endfunction()
