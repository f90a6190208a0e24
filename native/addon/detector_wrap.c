/*
 * class Detector: NativeDetector of lib/binding.ts over lg_detector.
 * new Detector(key, windowSize, minCycleLen, maxCycleLen, repeats), or new Detector(snapshot)
 */
#include "wraps.h"

#include <stdlib.h>

static const napi_type_tag detector_tag = {0xd05e8c4193b7f26au, 0x67fa20d95cb83e14u};

#define CYCLE_LENGTH_UNIT 1048576.0 /* push packs cycleLength * 2^20 + repeats; both are at most 65,536 */

typedef struct detector_handle {
  lg_detector *core; /* NULL once closed */
  lg_js_instance *instance;
} detector_handle;

static void close_handle(detector_handle *handle) {
  lg_detector_free(handle->core);
  handle->core = NULL;
}

static void finalize(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  detector_handle *handle = data;
  lg_js_instance *instance = handle->instance;
  close_handle(handle);
  free(handle);
  lg_js_instance_release(instance);
}

/* An exception is pending when this is NULL. */
static lg_detector *new_core(lg_js_call *call) {
  uint8_t key[LG_KEY_SIZE];
  lg_detector_options options;
  if (!lg_js_read_key(call, call->argv[0], key) || !lg_js_read_u32(call, call->argv[1], &options.window_size) ||
      !lg_js_read_u32(call, call->argv[2], &options.min_cycle_len) ||
      !lg_js_read_u32(call, call->argv[3], &options.max_cycle_len) ||
      !lg_js_read_u32(call, call->argv[4], &options.repeats))
    return NULL;
  lg_detector *core = NULL;
  lg_status status = lg_detector_new(&call->instance->allocator, key, &options, &core);
  if (status != LG_OK) (void)lg_js_throw_status(call, status);
  return core;
}

static lg_detector *restored_core(lg_js_call *call) {
  lg_js_text bytes;
  if (!lg_js_read_bytes(call, call->argv[0], &bytes)) return NULL;
  lg_detector *core = NULL;
  const void *data = lg_js_text_at(&call->instance->scratch, bytes);
  lg_status status = lg_detector_restore(&call->instance->allocator, data, bytes.len, &core);
  if (status != LG_OK) (void)lg_js_throw_status(call, status);
  return core;
}

static napi_value construct_detector(lg_js_call *call) {
  lg_detector *core = call->argc == 1 ? restored_core(call) : new_core(call);
  if (core == NULL) return NULL;
  detector_handle *handle = malloc(sizeof *handle);
  if (handle == NULL) {
    (void)lg_js_throw_status(call, LG_ENOMEM);
  } else {
    *handle = (detector_handle){core, call->instance};
    if (lg_js_wrap(call, &detector_tag, handle, finalize)) return NULL;
  }
  lg_detector_free(core);
  free(handle);
  return NULL;
}

static bool open_detector(lg_js_call *call, lg_detector **out_detector) {
  void *data;
  if (!lg_js_unwrap(call, &data)) return false;
  *out_detector = ((detector_handle *)data)->core;
  return *out_detector != NULL || lg_js_throw_closed(call, "detector");
}

static napi_value push(lg_js_call *call) {
  lg_js_text signature;
  lg_detector *detector;
  if (!lg_js_read_text(call, call->argv[0], &signature) || !open_detector(call, &detector)) return NULL;
  lg_cycle cycle;
  const char *text = lg_js_text_at(&call->instance->scratch, signature);
  lg_status status = lg_detector_push(detector, text, signature.len, &cycle);
  if (status == LG_OK)
    return lg_js_number(call, cycle.cycle_length == 0 ? 0 : cycle.cycle_length * CYCLE_LENGTH_UNIT + cycle.repeats);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

static napi_value at(lg_js_call *call) {
  uint32_t back;
  lg_detector *detector;
  if (!lg_js_read_u32(call, call->argv[0], &back) || !open_detector(call, &detector)) return NULL;
  lg_digest digest;
  lg_status status = lg_detector_at(detector, back, &digest);
  if (status == LG_OK) return lg_js_hex(call, &digest);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

static napi_value reset(lg_js_call *call) {
  lg_detector *detector;
  if (!open_detector(call, &detector)) return NULL;
  lg_status status = lg_detector_reset(detector);
  if (status != LG_OK) (void)lg_js_throw_status(call, status);
  return NULL;
}

static napi_value snapshot(lg_js_call *call) {
  lg_detector *detector;
  if (!open_detector(call, &detector)) return NULL;
  const uint8_t *bytes;
  size_t len;
  lg_status status = lg_detector_snapshot(detector, &bytes, &len);
  if (status == LG_OK) return lg_js_bytes(call, bytes, len);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

static napi_value close_detector(lg_js_call *call) {
  void *data;
  if (lg_js_unwrap(call, &data)) close_handle(data);
  return NULL;
}

static const lg_js_method constructor = {"Detector", construct_detector};
static const lg_js_method methods[] = {
    {"push", push}, {"at", at}, {"reset", reset}, {"snapshot", snapshot}, {"close", close_detector}};
_Static_assert(LG_JS_COUNT(methods) <= LG_JS_MAX_METHODS, "raise LG_JS_MAX_METHODS");

bool lg_js_define_detector(napi_env env, napi_value exports) {
  napi_value class;
  return lg_js_define_class(env, exports, &constructor, methods, LG_JS_COUNT(methods), &class);
}
