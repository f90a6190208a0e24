#include "traits.h"

#include "traits.gen.h"

scan_traits scan_traits_of(program_text name) {
#define XX(TYPE, type_name)                                                                                            \
  if (program_text_is(name, #type_name)) return SCAN_TRAITS[LG_##TYPE];
  LG_DETECTOR_MAP(XX)
#undef XX
  return (scan_traits){.of_one_call = false};
}
