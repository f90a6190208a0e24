/* The methods of a run that make records and apply them. */
#ifndef LG_ADDON_RECORD_WRAP_H
#define LG_ADDON_RECORD_WRAP_H

#include "glue.h"

napi_value lg_js_record_before(lg_js_call *call);
napi_value lg_js_record_after(lg_js_call *call);
napi_value lg_js_record_invalid(lg_js_call *call);
napi_value lg_js_record_resolve(lg_js_call *call);
napi_value lg_js_record_detect(lg_js_call *call);
napi_value lg_js_record_step(lg_js_call *call);
napi_value lg_js_record_name(lg_js_call *call);
napi_value lg_js_apply(lg_js_call *call);

/* clang-format off */
#define LG_JS_RECORD_METHODS \
  {"recordBefore", lg_js_record_before}, {"recordAfter", lg_js_record_after}, {"recordInvalid", lg_js_record_invalid}, \
  {"recordResolve", lg_js_record_resolve}, {"recordDetect", lg_js_record_detect}, {"recordStep", lg_js_record_step}, \
  {"recordName", lg_js_record_name}, {"apply", lg_js_apply}
/* clang-format on */

#endif
