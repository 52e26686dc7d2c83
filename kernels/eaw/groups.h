// Divides the planes of the edge-avoiding filter into two groups, each with one weight.
#ifndef ATROUS_EAW_GROUPS_H
#define ATROUS_EAW_GROUPS_H

#ifndef LUMA
#define LUMA 1 // planes weighted together as luma: 1, or 3 in space rgb
#endif
#ifndef CHROMA
#define CHROMA 2 // planes weighted together as chroma: 0 or 2
#endif
#define PLANES (LUMA + CHROMA)
#define MAX_GROUP 3 // planes; loops have this length and test i < planes, because only loops of constant length unroll

#endif
