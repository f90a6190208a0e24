/* The classes of the addon, each in a file of its own. */
#ifndef LG_ADDON_WRAPS_H
#define LG_ADDON_WRAPS_H

#include "glue.h"

/* Each adds its part to `exports`; false once an exception is pending. */
bool lg_js_define_guard(napi_env env, napi_value exports);
bool lg_js_define_run(napi_env env, napi_value exports, lg_js_instance *instance);
bool lg_js_define_detector(napi_env env, napi_value exports);
bool lg_js_define_text_functions(napi_env env, napi_value exports);

/* A core guard and how many open objects use it: the Guard itself, and each Run. The last to close frees it. */
typedef struct lg_js_shared_guard {
  lg_guard *core;
  size_t holders;
} lg_js_shared_guard;

/* The run behind call->self; closed when it is closed. */
bool lg_js_open_run(lg_js_call *call, lg_run **out_run);

void lg_js_shared_guard_release(lg_js_shared_guard *guard);
/* The guard in `value`, an argument; a TypeError when it is not a Guard of this addon, closed when it is closed. */
bool lg_js_read_guard(lg_js_call *call, napi_value value, lg_js_shared_guard **out_guard);

#endif
