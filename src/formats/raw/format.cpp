// The facts of RAW files of cameras. Many have a TIFF's first bytes, see tiff_format.
#include "formats/common/formats.h"

namespace atrous {

constexpr Format raw_format{
    .name = "raw",
    .extensions =
        "bay,bmq,cr2,cr3,crw,cs1,dc2,dcr,dng,erf,fff,k25,kdc,mdc,mos,mrw,nef,orf,pef,pxn,raf,raw,rdc,sr2,srf,"
        "x3f,arw,3fr,cine,ia,kc2,mef,nrw,qtk,rw2,sti,rwl,srw,drf,dsc,ptx,cap,iiq,rwz",
    .signatures = {"FUJIFILMCCD-RAW",
                   "IIRO",
                   "IIRS",
                   "MMOR",
                   {"IIU\0", 4},
                   {"\0MRM", 4},
                   "FOVb",
                   {"II\x1a\0\0\0HEAPCCDR", 14},
                   "????ftypcrx"},
    .turned = true,
    .title = "RAW"};

} // namespace atrous
