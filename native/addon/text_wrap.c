/* The functions of NativeBinding (lib/binding.ts) that need no handle; they work in the instance's workspace. */
#include "wraps.h"

static const char *text_of(const lg_js_call *call, lg_js_text text) {
  return lg_js_text_at(&call->instance->scratch, text);
}

/* identify(key, mode, name, args, argsKind) */
static napi_value identify(lg_js_call *call) {
  uint8_t key[LG_KEY_SIZE];
  uint32_t mode, kind;
  lg_js_text name, args;
  if (!lg_js_read_key(call, call->argv[0], key) || !lg_js_read_choice(call, call->argv[1], LG_CANONICAL, &mode) ||
      !lg_js_read_text(call, call->argv[2], &name) || !lg_js_read_choice(call, call->argv[4], LG_ARGS_NONE, &kind) ||
      !(kind == LG_ARGS_NONE ? lg_js_read_optional_text(call, call->argv[3], &args)
                             : lg_js_read_text(call, call->argv[3], &args)))
    return NULL;
  lg_digest digest;
  lg_status status =
      lg_identify(call->instance->workspace, key, (lg_identity_mode)mode, text_of(call, name), name.len,
                  kind == LG_ARGS_NONE ? LG_ARGS_NONE : LG_ARGS_RAW, text_of(call, args), args.len, NULL, &digest);
  if (status == LG_OK) return lg_js_hex(call, &digest);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

/* canonicalize(mode, text) */
static napi_value canonicalize(lg_js_call *call) {
  uint32_t mode;
  lg_js_text text;
  if (!lg_js_read_choice(call, call->argv[0], LG_CANONICAL, &mode) || !lg_js_read_text(call, call->argv[1], &text))
    return NULL;
  const char *out;
  size_t len;
  lg_status status = lg_canonicalize(call->instance->workspace, (lg_identity_mode)mode, LG_ARGS_RAW,
                                     text_of(call, text), text.len, &out, &len);
  if (status == LG_OK) return lg_js_string(call, out, len);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

/* normalizeVolatile(classes, text) */
static napi_value normalize_volatile(lg_js_call *call) {
  uint32_t classes;
  lg_js_text text;
  if (!lg_js_read_u32(call, call->argv[0], &classes) || !lg_js_read_text(call, call->argv[1], &text)) return NULL;
  /* The result may be a part of the text, in the scratch: it must not move while a string is made of it. */
  if (!lg_js_scratch_reserve(&call->instance->scratch, text.len * sizeof(uint16_t))) {
    (void)lg_js_throw_status(call, LG_ENOMEM);
    return NULL;
  }
  const char *given = text_of(call, text), *out;
  size_t len;
  lg_status status = lg_normalize_volatile(call->instance->workspace, classes, given, text.len, &out, &len);
  if (status != LG_OK) {
    (void)lg_js_throw_status(call, status);
    return NULL;
  }
  return out == given && len == text.len ? call->argv[1] : lg_js_string(call, out, len);
}

static napi_value similarity(lg_js_call *call) {
  lg_js_text a, b;
  if (!lg_js_read_text(call, call->argv[0], &a) || !lg_js_read_text(call, call->argv[1], &b)) return NULL;
  double ratio;
  lg_status status = lg_similarity(call->instance->workspace, text_of(call, a), a.len, text_of(call, b), b.len, &ratio);
  if (status == LG_OK) return lg_js_number(call, ratio);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

static napi_value snapshot_key(lg_js_call *call) {
  lg_js_text bytes;
  if (!lg_js_read_bytes(call, call->argv[0], &bytes)) return NULL;
  uint8_t key[LG_KEY_SIZE];
  const void *data = text_of(call, bytes);
  lg_status status = lg_snapshot_key(data, bytes.len, key);
  if (status == LG_OK) return lg_js_bytes(call, key, sizeof key);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

static const lg_js_method functions[] = {{"identify", identify},
                                         {"canonicalize", canonicalize},
                                         {"normalizeVolatile", normalize_volatile},
                                         {"similarity", similarity},
                                         {"snapshotKey", snapshot_key}};

bool lg_js_define_text_functions(napi_env env, napi_value exports) {
  return lg_js_define_functions(env, exports, functions, LG_JS_COUNT(functions));
}
