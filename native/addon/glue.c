#include "glue.h"

#include <stdlib.h>
#include <string.h>

/* V8 is told of the core's memory in steps of this size, not of every allocation. */
#define REPORT_STEP ((int64_t)32 << 10)

/* ---- the instance ---- */

static void *counted_malloc(void *ctx, size_t size) {
  void *ptr = malloc(size);
  if (ptr != NULL) ((lg_js_instance *)ctx)->live_bytes += size;
  return ptr;
}

static void *counted_realloc(void *ctx, void *ptr, size_t old_size, size_t size) {
  void *grown = realloc(ptr, size);
  if (grown != NULL) ((lg_js_instance *)ctx)->live_bytes += size - old_size;
  return grown;
}

static void counted_free(void *ctx, void *ptr, size_t size) {
  free(ptr);
  ((lg_js_instance *)ctx)->live_bytes -= size;
}

lg_js_instance *lg_js_instance_new(void) {
  lg_js_instance *instance = calloc(1, sizeof *instance);
  if (instance == NULL) return NULL;
  instance->holders = 1;
  instance->allocator = (lg_allocator){counted_malloc, counted_realloc, counted_free, instance};
  if (lg_workspace_new(&instance->allocator, &instance->workspace) != LG_OK) {
    lg_js_instance_release(instance);
    return NULL;
  }
  return instance;
}

void lg_js_instance_hold(lg_js_instance *instance) { instance->holders++; }

void lg_js_instance_release(lg_js_instance *instance) {
  if (--instance->holders != 0) return;
  lg_workspace_free(instance->workspace);
  lg_js_scratch_free(&instance->scratch);
  free(instance);
}

/* So that handles which hold much memory outside V8's heap are collected in time. */
static void report_memory(lg_js_call *call) {
  int64_t change = (int64_t)call->instance->live_bytes - call->instance->reported_bytes;
  if (change < REPORT_STEP && change > -REPORT_STEP) return;
  int64_t total;
  if (napi_adjust_external_memory(call->env, change, &total) == napi_ok) call->instance->reported_bytes += change;
}

/* ---- the way in and out of a method ---- */

static napi_value invoke(napi_env env, napi_callback_info info) {
  lg_js_call call = {.env = env, .argc = LG_JS_MAX_ARGS};
  void *data;
  NAPI_TRY(env, napi_get_cb_info(env, info, &call.argc, call.argv, &call.self, &data), NULL);
  NAPI_TRY(env, napi_get_instance_data(env, (void **)&call.instance), NULL);
  const lg_js_method *method = data;
  size_t mark = call.instance->scratch.used; /* not 0 when a getter of an argument calls us again */
  napi_value result = method->run(&call);
  lg_js_scratch_rewind(&call.instance->scratch, mark);
  report_memory(&call);
  return result;
}

static napi_value construct(napi_env env, napi_callback_info info) {
  napi_value target;
  NAPI_TRY(env, napi_get_new_target(env, info, &target), NULL);
  if (target == NULL) {
    NAPI_TRY(env, napi_throw_type_error(env, "ERR_LOOPGUARD_EINVAL", "This class is called through new"), NULL);
    return NULL;
  }
  return invoke(env, info);
}

static napi_property_descriptor describe(const lg_js_method *method) {
  void *data = (void *)(uintptr_t)method; /* Node-API takes it without const, and gives it back untouched */
  return (napi_property_descriptor){
      .utf8name = method->name, .method = invoke, .attributes = napi_default_method, .data = data};
}

bool lg_js_define_functions(napi_env env, napi_value object, const lg_js_method *methods, size_t count) {
  for (size_t i = 0; i < count; i++) {
    napi_property_descriptor property = describe(&methods[i]);
    NAPI_TRY(env, napi_define_properties(env, object, 1, &property), false);
  }
  return true;
}

bool lg_js_define_class(napi_env env, napi_value exports, const lg_js_method *constructor, const lg_js_method *methods,
                        size_t count, napi_value *out_class) {
  napi_property_descriptor properties[LG_JS_MAX_METHODS];
  for (size_t i = 0; i < count; i++) properties[i] = describe(&methods[i]);
  napi_property_descriptor class = describe(constructor);
  NAPI_TRY(
      env,
      napi_define_class(env, class.utf8name, NAPI_AUTO_LENGTH, construct, class.data, count, properties, out_class),
      false);
  NAPI_TRY(env, napi_set_named_property(env, exports, class.utf8name, *out_class), false);
  return true;
}

bool lg_js_wrap(lg_js_call *call, const napi_type_tag *tag, void *handle, napi_finalize finalize) {
  NAPI_TRY(call->env, napi_type_tag_object(call->env, call->self, tag), false);
  NAPI_TRY(call->env, napi_wrap(call->env, call->self, handle, finalize, NULL, NULL), false);
  lg_js_instance_hold(call->instance);
  return true;
}

bool lg_js_unwrap(lg_js_call *call, void **out_handle) {
  NAPI_TRY(call->env, napi_unwrap(call->env, call->self, out_handle), false);
  return true;
}

/* ---- errors ---- */

bool lg_js_fail(napi_env env) {
  const napi_extended_error_info *info;
  if (napi_get_last_error_info(env, &info) != napi_ok) return false;
  napi_status status = info->error_code;
  const char *message = info->error_message != NULL ? info->error_message : "a Node-API call failed";
  bool pending;
  if (status == napi_pending_exception || status == napi_cannot_run_js) return false;
  if (napi_is_exception_pending(env, &pending) != napi_ok || pending) return false;
  if (napi_throw_error(env, "ERR_LOOPGUARD_INTERNAL", message) != napi_ok) return false;
  return false;
}

bool lg_js_throw_argument(lg_js_call *call, const char *expected) {
  NAPI_TRY(call->env, napi_throw_type_error(call->env, "ERR_LOOPGUARD_EINVAL", expected), false);
  return false;
}

/* Lets the error factory make the error, so that lib/errors.ts stays the only place with texts and codes. */
static bool throw_made(lg_js_call *call, const char *name, const char *text) {
  napi_value factory = NULL, receiver, argv[2], error;
  if (call->instance->error_factory != NULL)
    NAPI_TRY(call->env, napi_get_reference_value(call->env, call->instance->error_factory, &factory), false);
  if (factory == NULL) {
    NAPI_TRY(call->env, napi_throw_error(call->env, name, text), false);
    return false;
  }
  NAPI_TRY(call->env, napi_get_undefined(call->env, &receiver), false);
  NAPI_TRY(call->env, napi_create_string_utf8(call->env, name, NAPI_AUTO_LENGTH, &argv[0]), false);
  NAPI_TRY(call->env, napi_create_string_utf8(call->env, text, NAPI_AUTO_LENGTH, &argv[1]), false);
  NAPI_TRY(call->env, napi_call_function(call->env, receiver, factory, 2, argv, &error), false);
  NAPI_TRY(call->env, napi_throw(call->env, error), false);
  return false;
}

bool lg_js_throw_status(lg_js_call *call, lg_status status) {
  return throw_made(call, lg_status_name(status), lg_status_message(status));
}

bool lg_js_throw_closed(lg_js_call *call, const char *what) { return throw_made(call, "LG_CLOSED", what); }

/* ---- arguments ---- */

bool lg_js_read_choice(lg_js_call *call, napi_value value, uint32_t max, uint32_t *out) {
  double number;
  if (!lg_js_read_double(call, value, &number)) return false;
  if (!(number >= 0 && number <= (double)max && number == (double)(uint32_t)number))
    return lg_js_throw_argument(call, "A number is out of range");
  *out = (uint32_t)number;
  return true;
}

bool lg_js_read_u32(lg_js_call *call, napi_value value, uint32_t *out) {
  return lg_js_read_choice(call, value, UINT32_MAX, out);
}

bool lg_js_read_double(lg_js_call *call, napi_value value, double *out) {
  napi_status status = napi_get_value_double(call->env, value, out);
  if (status == napi_number_expected) return lg_js_throw_argument(call, "A number was expected");
  NAPI_TRY(call->env, status, false);
  return true;
}

bool lg_js_read_bool(lg_js_call *call, napi_value value, bool *out) {
  napi_status status = napi_get_value_bool(call->env, value, out);
  if (status == napi_boolean_expected) return lg_js_throw_argument(call, "A boolean was expected");
  NAPI_TRY(call->env, status, false);
  return true;
}

bool lg_js_read_text(lg_js_call *call, napi_value value, lg_js_text *out) {
  napi_status status = lg_js_scratch_read(&call->instance->scratch, call->env, value, out);
  if (status == napi_string_expected) return lg_js_throw_argument(call, "A string was expected");
  if (status == napi_generic_failure) return lg_js_throw_status(call, LG_ENOMEM);
  NAPI_TRY(call->env, status, false);
  return true;
}

bool lg_js_read_optional_text(lg_js_call *call, napi_value value, lg_js_text *out) {
  napi_valuetype type;
  NAPI_TRY(call->env, napi_typeof(call->env, value, &type), false);
  if (type != napi_undefined) return lg_js_read_text(call, value, out);
  *out = (lg_js_text){0, 0, false};
  return true;
}

bool lg_js_read_bytes(lg_js_call *call, napi_value value, lg_js_text *out) {
  bool typed;
  NAPI_TRY(call->env, napi_is_typedarray(call->env, value, &typed), false);
  napi_typedarray_type type = napi_int8_array;
  size_t len = 0;
  void *data = NULL;
  if (typed) NAPI_TRY(call->env, napi_get_typedarray_info(call->env, value, &type, &len, &data, NULL, NULL), false);
  if (type != napi_uint8_array) return lg_js_throw_argument(call, "A Uint8Array was expected");
  lg_js_scratch *scratch = &call->instance->scratch;
  if (!lg_js_scratch_reserve(scratch, len)) return lg_js_throw_status(call, LG_ENOMEM);
  if (len != 0) memcpy(scratch->data + scratch->used, data, len); /* detached: no bytes, and no address */
  *out = (lg_js_text){scratch->used, len, true};
  scratch->used += len;
  return true;
}

bool lg_js_read_key(lg_js_call *call, napi_value value, uint8_t out_key[LG_KEY_SIZE]) {
  lg_js_text bytes = {0, 0, false};
  if (!lg_js_read_bytes(call, value, &bytes)) return false;
  if (bytes.len != LG_KEY_SIZE) return lg_js_throw_argument(call, "A key has 16 bytes");
  memcpy(out_key, lg_js_text_at(&call->instance->scratch, bytes), LG_KEY_SIZE);
  return true;
}

bool lg_js_read_ladder(lg_js_call *call, napi_value value, lg_ladder *out) {
  uint32_t *const rungs[] = {&out->warn, &out->hint, &out->ask, &out->abort};
  bool is_array;
  NAPI_TRY(call->env, napi_is_array(call->env, value, &is_array), false);
  if (!is_array) return lg_js_throw_argument(call, "A ladder is an array of four numbers");
  for (uint32_t i = 0; i < LG_JS_COUNT(rungs); i++) {
    napi_value rung;
    NAPI_TRY(call->env, napi_get_element(call->env, value, i, &rung), false);
    if (!lg_js_read_u32(call, rung, rungs[i])) return false;
  }
  return true;
}

bool lg_js_read_member(lg_js_call *call, napi_value object, const char *name, napi_value *out) {
  napi_valuetype type;
  NAPI_TRY(call->env, napi_typeof(call->env, object, &type), false);
  if (type != napi_object) return lg_js_throw_argument(call, "An object was expected");
  NAPI_TRY(call->env, napi_get_named_property(call->env, object, name, out), false);
  return true;
}

/* ---- results ---- */

napi_value lg_js_number(lg_js_call *call, double number) {
  napi_value value;
  NAPI_TRY(call->env, napi_create_double(call->env, number, &value), NULL);
  return value;
}

napi_value lg_js_bool(lg_js_call *call, bool boolean) {
  napi_value value;
  NAPI_TRY(call->env, napi_get_boolean(call->env, boolean, &value), NULL);
  return value;
}

napi_value lg_js_string(lg_js_call *call, const char *text, size_t len) {
  napi_value value;
  if (lg_js_is_ascii(text, len)) {
    NAPI_TRY(call->env, napi_create_string_latin1(call->env, text, len, &value), NULL);
    return value;
  }
  lg_js_scratch *scratch = &call->instance->scratch;
  if (len > SIZE_MAX / 4 || !lg_js_scratch_reserve(scratch, len * sizeof(uint16_t))) {
    (void)lg_js_throw_status(call, LG_ENOMEM);
    return NULL;
  }
  uint16_t *units = (uint16_t *)(void *)(scratch->data + scratch->used);
  size_t count = lg_js_wtf8_decode(text, len, units);
  NAPI_TRY(call->env, napi_create_string_utf16(call->env, (const char16_t *)units, count, &value), NULL);
  return value;
}

napi_value lg_js_hex(lg_js_call *call, const lg_digest *digest) {
  static const char digits[] = "0123456789abcdef";
  char hex[2 * sizeof digest->bytes];
  for (size_t i = 0; i < sizeof digest->bytes; i++) {
    hex[2 * i] = digits[digest->bytes[i] >> 4];
    hex[2 * i + 1] = digits[digest->bytes[i] & 15];
  }
  napi_value value;
  NAPI_TRY(call->env, napi_create_string_latin1(call->env, hex, sizeof hex, &value), NULL);
  return value;
}

napi_value lg_js_bytes(lg_js_call *call, const void *bytes, size_t len) {
  napi_value buffer, array;
  void *data;
  NAPI_TRY(call->env, napi_create_arraybuffer(call->env, len, &data, &buffer), NULL);
  if (len != 0) memcpy(data, bytes, len);
  NAPI_TRY(call->env, napi_create_typedarray(call->env, napi_uint8_array, len, buffer, 0, &array), NULL);
  return array;
}

napi_value lg_js_undefined(lg_js_call *call) {
  napi_value value;
  NAPI_TRY(call->env, napi_get_undefined(call->env, &value), NULL);
  return value;
}
