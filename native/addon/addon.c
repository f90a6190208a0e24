/*
 * The addon: one door for each environment (the main thread or a worker), freed at the environment's end. JavaScript
 * writes messages to an ArrayBuffer, and what it asks to the end of it; native/door does the rest.
 *
 *   call(block: ArrayBuffer): void       lg_door_call
 */
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "door.h"

/* The end of a block, wherever it lies; the answer, a double, takes its place. So only the block crosses: a number
 * takes longer through Node-API than through memory. lib/core/core.ts writes it. */
typedef struct request {
  uint32_t operation, handle, length, unused;
} request;

/* The core's memory is reported to V8 in steps of this size, not for every allocation. */
#define REPORT_STEP ((int64_t)32 << 10)

typedef struct instance {
  lg_door *door;
  size_t live_bytes;
  int64_t reported_bytes; /* the part of live_bytes that was reported to V8 */
} instance;

static void *counted_malloc(void *ctx, size_t size) {
  void *ptr = malloc(size);
  if (ptr != NULL) ((instance *)ctx)->live_bytes += size;
  return ptr;
}

static void *counted_realloc(void *ctx, void *ptr, size_t old_size, size_t size) {
  void *moved = realloc(ptr, size);
  if (moved != NULL) ((instance *)ctx)->live_bytes += size - old_size;
  return moved;
}

static void counted_free(void *ctx, void *ptr, size_t size) {
  free(ptr);
  ((instance *)ctx)->live_bytes -= size;
}

/* Tells V8 about memory outside its heap, so that it collects the JavaScript objects that hold handles in time. */
static void report_memory(napi_env env, instance *self) {
  int64_t change = (int64_t)self->live_bytes - self->reported_bytes, total;
  if (change < REPORT_STEP && change > -REPORT_STEP) return;
  if (napi_adjust_external_memory(env, change, &total) == napi_ok) self->reported_bytes += change;
}

/* Throws the last Node-API error, unless an exception is pending already or JavaScript cannot run. */
static napi_value fail(napi_env env) {
  const napi_extended_error_info *info;
  bool pending;
  if (napi_get_last_error_info(env, &info) != napi_ok) return NULL;
  napi_status status = info->error_code;
  const char *message = info->error_message != NULL ? info->error_message : "a Node-API call failed";
  if (status == napi_pending_exception || status == napi_cannot_run_js) return NULL;
  if (napi_is_exception_pending(env, &pending) != napi_ok || pending) return NULL;
  (void)napi_throw_error(env, "ERR_LOOPGUARD_INTERNAL", message); /* if that fails too, nothing more can be done */
  return NULL;
}

#define NAPI_TRY(env, call)                                                                                            \
  do {                                                                                                                 \
    if ((call) != napi_ok) return fail(env);                                                                           \
  } while (0)

static napi_value call(napi_env env, napi_callback_info info) {
  size_t argc = 1, size;
  napi_value block;
  void *data, *bytes;
  bool suits;
  request asked;
  NAPI_TRY(env, napi_get_cb_info(env, info, &argc, &block, NULL, &data));
  NAPI_TRY(env, napi_is_arraybuffer(env, block, &suits)); /* not a SharedArrayBuffer: threads could race */
  if (suits) NAPI_TRY(env, napi_get_arraybuffer_info(env, block, &bytes, &size));
  if (!suits || size < sizeof asked) {
    NAPI_TRY(env,
             napi_throw_type_error(env, "ERR_LOOPGUARD_EINVAL", "An ArrayBuffer of at least 16 bytes was expected"));
    return NULL;
  }
  size -= sizeof asked;
  memcpy(&asked, (uint8_t *)bytes + size, sizeof asked);
  instance *self = data;
  lg_door_share(self->door, bytes, size);
  double answer = lg_door_call(self->door, asked.operation, asked.handle, asked.length);
  memcpy((uint8_t *)bytes + size, &answer, sizeof answer);
  report_memory(env, self);
  return NULL;
}

/* At the environment's end, when no JavaScript runs any more. */
static void finalize(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  instance *self = data;
  lg_door_free(self->door);
  free(self);
}

NAPI_MODULE_INIT(/* napi_env env, napi_value exports */) {
  instance *self = calloc(1, sizeof *self);
  const lg_allocator allocator = {counted_malloc, counted_realloc, counted_free, self};
  if (self == NULL || lg_door_new(&allocator, &self->door) != LG_OK) {
    free(self);
    NAPI_TRY(env, napi_throw_error(env, "ERR_LOOPGUARD_MEMORY", lg_status_message(LG_ENOMEM)));
    return NULL;
  }
  if (napi_set_instance_data(env, self, finalize, NULL) != napi_ok) {
    finalize(env, self, NULL);
    return fail(env);
  }
  const napi_property_descriptor functions[] = {
      {.utf8name = "call", .method = call, .attributes = napi_default_method, .data = self}};
  NAPI_TRY(env, napi_define_properties(env, exports, sizeof functions / sizeof *functions, functions));
  return exports;
}
