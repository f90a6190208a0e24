/* class Guard: NativeGuard of lib/binding.ts over lg_guard. new Guard(key, maxEntries, ladder, shadow) */
#include "wraps.h"

#include <stdlib.h>

static const napi_type_tag guard_tag = {0x8f3bd21c6a5e4907u, 0xb1746c0e9d2f8a53u};

typedef struct guard_handle {
  lg_js_shared_guard *shared; /* NULL once closed */
  lg_js_instance *instance;
} guard_handle;

void lg_js_shared_guard_release(lg_js_shared_guard *guard) {
  if (--guard->holders != 0) return;
  lg_guard_free(guard->core);
  free(guard);
}

static void close_handle(guard_handle *handle) {
  if (handle->shared != NULL) lg_js_shared_guard_release(handle->shared);
  handle->shared = NULL;
}

static void finalize(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  guard_handle *handle = data;
  lg_js_instance *instance = handle->instance;
  close_handle(handle);
  free(handle);
  lg_js_instance_release(instance);
}

/* Takes `core` in any case. */
static bool wrap_guard(lg_js_call *call, lg_guard *core) {
  guard_handle *handle = malloc(sizeof *handle);
  lg_js_shared_guard *shared = malloc(sizeof *shared);
  bool ok = handle != NULL && shared != NULL;
  if (ok) {
    *shared = (lg_js_shared_guard){core, 1};
    *handle = (guard_handle){shared, call->instance};
    ok = lg_js_wrap(call, &guard_tag, handle, finalize);
  } else {
    (void)lg_js_throw_status(call, LG_ENOMEM);
  }
  if (!ok) {
    lg_guard_free(core);
    free(shared);
    free(handle);
  }
  return ok;
}

static napi_value construct_guard(lg_js_call *call) {
  lg_guard_options options = {.shadow = false};
  uint32_t max_entries;
  if (!lg_js_read_key(call, call->argv[0], options.key) || !lg_js_read_u32(call, call->argv[1], &max_entries) ||
      !lg_js_read_ladder(call, call->argv[2], &options.ladder) ||
      !lg_js_read_bool(call, call->argv[3], &options.shadow))
    return NULL;
  options.max_entries = max_entries;
  lg_guard *core;
  lg_status status = lg_guard_new(&call->instance->allocator, &options, &core);
  if (status != LG_OK)
    (void)lg_js_throw_status(call, status);
  else
    (void)wrap_guard(call, core);
  return NULL;
}

static bool open_guard(lg_js_call *call, lg_js_shared_guard **out_guard) {
  void *data;
  if (!lg_js_unwrap(call, &data)) return false;
  *out_guard = ((guard_handle *)data)->shared;
  return *out_guard != NULL || lg_js_throw_closed(call, "guard");
}

bool lg_js_read_guard(lg_js_call *call, napi_value value, lg_js_shared_guard **out_guard) {
  napi_valuetype type;
  bool tagged = false;
  void *data;
  NAPI_TRY(call->env, napi_typeof(call->env, value, &type), false);
  if (type == napi_object)
    NAPI_TRY(call->env, napi_check_object_type_tag(call->env, value, &guard_tag, &tagged), false);
  if (!tagged) return lg_js_throw_argument(call, "A Guard was expected");
  NAPI_TRY(call->env, napi_unwrap(call->env, value, &data), false);
  *out_guard = ((guard_handle *)data)->shared;
  return *out_guard != NULL || lg_js_throw_closed(call, "guard");
}

/* ---- members of spec and profile ---- */

static bool member_u32(lg_js_call *call, napi_value object, const char *name, uint32_t *out) {
  napi_value value;
  return lg_js_read_member(call, object, name, &value) && lg_js_read_u32(call, value, out);
}

static bool member_double(lg_js_call *call, napi_value object, const char *name, double *out) {
  napi_value value;
  return lg_js_read_member(call, object, name, &value) && lg_js_read_double(call, value, out);
}

static bool member_bool(lg_js_call *call, napi_value object, const char *name, bool *out) {
  napi_value value;
  return lg_js_read_member(call, object, name, &value) && lg_js_read_bool(call, value, out);
}

static bool member_ladder(lg_js_call *call, napi_value object, lg_ladder *out) {
  napi_value value;
  return lg_js_read_member(call, object, "ladder", &value) && lg_js_read_ladder(call, value, out);
}

static napi_value add_detector(lg_js_call *call) {
  napi_value object = call->argv[0], type;
  lg_detector_spec spec = {.canonical = false};
  uint32_t number;
  lg_js_shared_guard *guard;
  if (!lg_js_read_member(call, object, "type", &type) ||
      !lg_js_read_choice(call, type, LG_DETECTOR_TYPES - 1, &number) ||
      !member_u32(call, object, "threshold", &spec.threshold) ||
      !member_u32(call, object, "minCycleLen", &spec.min_cycle_len) ||
      !member_u32(call, object, "maxCycleLen", &spec.max_cycle_len) ||
      !member_u32(call, object, "windowSize", &spec.window_size) ||
      !member_u32(call, object, "transientThreshold", &spec.transient_threshold) ||
      !member_u32(call, object, "errorThreshold", &spec.error_threshold) ||
      !member_u32(call, object, "ackThreshold", &spec.ack_threshold) ||
      !member_double(call, object, "similarity", &spec.similarity) ||
      !member_double(call, object, "pollAfterMs", &spec.poll_after_ms) ||
      !member_double(call, object, "maxWaitMs", &spec.max_wait_ms) ||
      !member_bool(call, object, "canonical", &spec.canonical) ||
      !member_bool(call, object, "settled", &spec.settled) ||
      !member_bool(call, object, "strongOnly", &spec.strong_only) ||
      !member_bool(call, object, "failuresOnly", &spec.failures_only) || !member_ladder(call, object, &spec.ladder) ||
      !open_guard(call, &guard))
    return NULL;
  spec.type = (lg_detector_type)number;
  lg_status status = lg_guard_add_detector(guard->core, &spec);
  if (status != LG_OK) (void)lg_js_throw_status(call, status);
  return NULL;
}

/* ---- profiles ---- */

#define MAX_TEXTS 65536u

/* The strings of one array; lg_projection wants pointers and lengths side by side. */
typedef struct text_list {
  lg_js_text *texts;
  const char **pointers;
  size_t *lengths;
  uint32_t count;
} text_list;

static void free_list(text_list *list) {
  free(list->texts);
  free(list->pointers);
  free(list->lengths);
}

static bool read_list(lg_js_call *call, napi_value object, const char *name, text_list *list) {
  napi_value array;
  bool is_array;
  if (!lg_js_read_member(call, object, name, &array)) return false;
  NAPI_TRY(call->env, napi_is_array(call->env, array, &is_array), false);
  if (!is_array) return lg_js_throw_argument(call, "An array of strings was expected");
  uint32_t count;
  NAPI_TRY(call->env, napi_get_array_length(call->env, array, &count), false);
  if (count > MAX_TEXTS) return lg_js_throw_status(call, LG_ETOOBIG);
  if (count == 0) return true;
  list->texts = calloc(count, sizeof *list->texts);
  list->pointers = calloc(count, sizeof *list->pointers);
  list->lengths = calloc(count, sizeof *list->lengths);
  if (list->texts == NULL || list->pointers == NULL || list->lengths == NULL)
    return lg_js_throw_status(call, LG_ENOMEM);
  for (uint32_t i = 0; i < count; i++) {
    napi_value item;
    NAPI_TRY(call->env, napi_get_element(call->env, array, i, &item), false);
    if (!lg_js_read_text(call, item, &list->texts[i])) return false;
  }
  list->count = count;
  return true;
}

/* Once every string is read and the scratch stands still. */
static void locate_list(lg_js_call *call, text_list *list) {
  for (uint32_t i = 0; i < list->count; i++) {
    list->pointers[i] = lg_js_text_at(&call->instance->scratch, list->texts[i]);
    list->lengths[i] = list->texts[i].len;
  }
}

static bool read_profile(lg_js_call *call, napi_value object, lg_profile *profile) {
  return member_bool(call, object, "exempt", &profile->exempt) &&
         member_bool(call, object, "mutates", &profile->mutates) && member_bool(call, object, "poll", &profile->poll) &&
         member_bool(call, object, "similar", &profile->similar) &&
         member_double(call, object, "pollMinIntervalMs", &profile->poll_min_interval_ms) &&
         member_double(call, object, "pollMaxWaitMs", &profile->poll_max_wait_ms) &&
         member_u32(call, object, "maxRepeats", &profile->max_repeats) &&
         member_u32(call, object, "limit", &profile->limit) &&
         member_u32(call, object, "volatileClasses", &profile->volatile_classes) &&
         member_u32(call, object, "failureClasses", &profile->failure_classes) &&
         member_ladder(call, object, &profile->ladder);
}

static napi_value add_profile(lg_js_call *call) {
  lg_profile profile = {.exempt = false};
  text_list keep = {NULL, NULL, NULL, 0}, ignore = keep;
  bool replace_default;
  lg_js_shared_guard *guard;
  napi_value result = NULL;
  if (!read_profile(call, call->argv[0], &profile) || !read_list(call, call->argv[0], "keep", &keep) ||
      !read_list(call, call->argv[0], "ignore", &ignore) || !lg_js_read_bool(call, call->argv[1], &replace_default) ||
      !open_guard(call, &guard))
    goto done;
  locate_list(call, &keep);
  locate_list(call, &ignore);
  profile.projection =
      (lg_projection){keep.pointers, keep.lengths, keep.count, ignore.pointers, ignore.lengths, ignore.count};
  uint32_t number = 0;
  lg_status status = replace_default ? lg_guard_set_default_profile(guard->core, &profile)
                                     : lg_guard_add_profile(guard->core, &profile, &number);
  if (status != LG_OK)
    (void)lg_js_throw_status(call, status);
  else
    result = lg_js_number(call, number);
done:
  free_list(&keep);
  free_list(&ignore);
  return result;
}

static napi_value make_run(lg_js_call *call) {
  napi_value class, run;
  NAPI_TRY(call->env, napi_get_reference_value(call->env, call->instance->run_class, &class), NULL);
  NAPI_TRY(call->env, napi_new_instance(call->env, class, 1, &call->self, &run), NULL);
  return run;
}

static napi_value close_guard(lg_js_call *call) {
  void *data;
  if (lg_js_unwrap(call, &data)) close_handle(data);
  return NULL;
}

static const lg_js_method constructor = {"Guard", construct_guard};
static const lg_js_method methods[] = {
    {"addDetector", add_detector}, {"addProfile", add_profile}, {"run", make_run}, {"close", close_guard}};
_Static_assert(LG_JS_COUNT(methods) <= LG_JS_MAX_METHODS, "raise LG_JS_MAX_METHODS");

bool lg_js_define_guard(napi_env env, napi_value exports) {
  napi_value class;
  return lg_js_define_class(env, exports, &constructor, methods, LG_JS_COUNT(methods), &class);
}
