// Joins the passes of a frame other than gathering and levels in one program: compiling one costs more than running
// them.
#include "atrous/layout_tables.cl"
#include "svgf/count.cl"
#include "svgf/enter.cl"
#include "svgf/invert.cl"
#include "svgf/leave.cl"
#include "svgf/neighbours.cl"
#include "svgf/start.cl"
#include "svgf/variance.cl"
