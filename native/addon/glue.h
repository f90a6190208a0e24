/*
 * What every method of the addon shares: the state of one environment, the way in and out of a method, argument
 * readers, value makers and errors. The glue knows node_api.h and loopguard.h, nothing else of the core.
 *
 * A method reads its arguments, then opens its handle, makes one call of the core, and builds its result. Readers and
 * throwers return false once a JavaScript exception is pending; the method then returns NULL at once.
 */
#ifndef LG_ADDON_GLUE_H
#define LG_ADDON_GLUE_H

#include <node_api.h>

#include "loopguard.h"
#include "scratch.h"

#define LG_JS_MAX_ARGS 7
#define LG_JS_MAX_METHODS 24

/*
 * The addon in one environment (the main thread, or one worker). Held by the environment and by every wrapped object,
 * because at exit the finalizers come in no promised order; used on that environment's thread only.
 */
typedef struct lg_js_instance {
  size_t holders;
  lg_allocator allocator; /* of every core handle of this environment; counts into live_bytes */
  size_t live_bytes;
  int64_t reported_bytes; /* what V8's garbage collector was told of live_bytes */
  lg_js_scratch scratch;
  lg_workspace *workspace; /* of the functions that have no handle */
  napi_ref error_factory;  /* (status name, text) => Error; NULL until set */
  napi_ref run_class;
} lg_js_instance;

/* NULL when memory is short. The caller is the first holder. */
lg_js_instance *lg_js_instance_new(void);
void lg_js_instance_hold(lg_js_instance *instance);
void lg_js_instance_release(lg_js_instance *instance);

/* One call of a method. */
typedef struct lg_js_call {
  napi_env env;
  lg_js_instance *instance;
  napi_value self, argv[LG_JS_MAX_ARGS]; /* missing arguments are undefined */
  size_t argc;                           /* how many were given */
} lg_js_call;

typedef struct lg_js_method {
  const char *name;
  napi_value (*run)(lg_js_call *call);
} lg_js_method;

#define LG_JS_COUNT(array) (sizeof(array) / sizeof *(array))

/* Adds functions to an object. */
bool lg_js_define_functions(napi_env env, napi_value object, const lg_js_method *methods, size_t count);
/*
 * Makes a class and puts it on `exports`. `constructor` is called through `new` only, with `self` the new object.
 * Methods reject receivers of any other class before our code runs (V8 compares the receiver with the class).
 * `count` is at most LG_JS_MAX_METHODS.
 */
bool lg_js_define_class(napi_env env, napi_value exports, const lg_js_method *constructor, const lg_js_method *methods,
                        size_t count, napi_value *out_class);
/* Ties `handle` to call->self and marks the object with `tag`. The instance gains a holder, which `finalize` releases.
 */
bool lg_js_wrap(lg_js_call *call, const napi_type_tag *tag, void *handle, napi_finalize finalize);
/* What was wrapped in call->self. */
bool lg_js_unwrap(lg_js_call *call, void **out_handle);

/* ---- errors: each leaves an exception pending and returns false ---- */

/* Throws what `napi_get_last_error_info` says, unless an exception is pending already or no JavaScript can run. */
bool lg_js_fail(napi_env env);

#define NAPI_TRY(env, call, failed)                                                                                    \
  do {                                                                                                                 \
    if ((call) != napi_ok) {                                                                                           \
      (void)lg_js_fail(env);                                                                                           \
      return failed;                                                                                                   \
    }                                                                                                                  \
  } while (0)

/* A TypeError for an argument that is not what binding.ts says; `expected` is a whole sentence. */
bool lg_js_throw_argument(lg_js_call *call, const char *expected);
/* The Error of a status, made by the error factory. */
bool lg_js_throw_status(lg_js_call *call, lg_status status);
/* The Error of a handle used after close(); `what` is "run" and the like. */
bool lg_js_throw_closed(lg_js_call *call, const char *what);

/* ---- arguments ---- */

bool lg_js_read_u32(lg_js_call *call, napi_value value, uint32_t *out);
/* A u32 that is at most `max`: for enums. */
bool lg_js_read_choice(lg_js_call *call, napi_value value, uint32_t max, uint32_t *out);
bool lg_js_read_double(lg_js_call *call, napi_value value, double *out);
bool lg_js_read_bool(lg_js_call *call, napi_value value, bool *out);
/* A string. */
bool lg_js_read_text(lg_js_call *call, napi_value value, lg_js_text *out);
/* A string or undefined. */
bool lg_js_read_optional_text(lg_js_call *call, napi_value value, lg_js_text *out);
/* The bytes of a Uint8Array, copied: another thread may write to a shared one, and a getter may detach any. */
bool lg_js_read_bytes(lg_js_call *call, napi_value value, lg_js_text *out);
/* A Uint8Array of LG_KEY_SIZE bytes. */
bool lg_js_read_key(lg_js_call *call, napi_value value, uint8_t out_key[LG_KEY_SIZE]);
/* An array of four u32. */
bool lg_js_read_ladder(lg_js_call *call, napi_value value, lg_ladder *out);
/* Member `name` of an object. */
bool lg_js_read_member(lg_js_call *call, napi_value object, const char *name, napi_value *out);

/* ---- results: NULL once an exception is pending ---- */

napi_value lg_js_number(lg_js_call *call, double number);
napi_value lg_js_bool(lg_js_call *call, bool boolean);
/* WTF-8 as a string; lone surrogates come back as they were. In the scratch it needs 2 * len bytes reserved. */
napi_value lg_js_string(lg_js_call *call, const char *text, size_t len);
/* 32 hex digits. */
napi_value lg_js_hex(lg_js_call *call, const lg_digest *digest);
/* A Uint8Array with a copy of the bytes. */
napi_value lg_js_bytes(lg_js_call *call, const void *bytes, size_t len);
napi_value lg_js_undefined(lg_js_call *call);

#endif
