/* class Run: NativeRun of lib/binding.ts over lg_run. new Run(guard); Guard.prototype.run makes them. */
#include "wraps.h"

#include <stdlib.h>

#include "record_wrap.h"
#include "run_texts.h"

static const napi_type_tag run_tag = {0x2c9a7be05f8341d6u, 0x9e60d3f7184b25acu};

#define ANY_TICKET 0x0fffffffu /* NO_TICKET of binding.ts: LG_NO_TICKET in the 28 bits that a packed verdict has */

typedef struct run_handle {
  lg_run *core; /* NULL once closed */
  lg_js_shared_guard *guard;
  lg_js_instance *instance;
} run_handle;

static void close_handle(run_handle *handle) {
  if (handle->core == NULL) return;
  lg_run_free(handle->core);
  handle->core = NULL;
  lg_js_shared_guard_release(handle->guard);
}

static void finalize(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  run_handle *handle = data;
  lg_js_instance *instance = handle->instance;
  close_handle(handle);
  free(handle);
  lg_js_instance_release(instance);
}

static napi_value construct_run(lg_js_call *call) {
  lg_js_shared_guard *guard;
  if (!lg_js_read_guard(call, call->argv[0], &guard)) return NULL;
  lg_run *core;
  lg_status status = lg_run_new(guard->core, &core);
  if (status != LG_OK) {
    (void)lg_js_throw_status(call, status);
    return NULL;
  }
  run_handle *handle = malloc(sizeof *handle);
  if (handle == NULL) {
    (void)lg_js_throw_status(call, LG_ENOMEM);
  } else {
    *handle = (run_handle){core, guard, call->instance};
    if (lg_js_wrap(call, &run_tag, handle, finalize)) {
      guard->holders++;
      return NULL;
    }
  }
  lg_run_free(core);
  free(handle);
  return NULL;
}

bool lg_js_open_run(lg_js_call *call, lg_run **out_run) {
  void *data;
  if (!lg_js_unwrap(call, &data)) return false;
  *out_run = ((run_handle *)data)->core;
  return *out_run != NULL || lg_js_throw_closed(call, "run");
}

/* ---- judging ---- */

/* PackedVerdict of binding.ts. */
static napi_value packed(lg_js_call *call, lg_status status, const lg_verdict *verdict) {
  if (status != LG_OK) return lg_js_number(call, -(double)status);
  double ticket = verdict->ticket == LG_NO_TICKET ? ANY_TICKET : verdict->ticket;
  return lg_js_number(call, ticket * 16 + (verdict->detected ? 8 : 0) + (double)verdict->action);
}

static uint32_t core_ticket(uint32_t ticket) { return ticket == ANY_TICKET ? LG_NO_TICKET : ticket; }

/* before(name, args, argsKind, id, query, profile, nowMs) */
static napi_value before(lg_js_call *call) {
  lg_call request;
  lg_run *run;
  if (!lg_js_read_request(call, &request) || !lg_js_open_run(call, &run)) return NULL;
  lg_verdict verdict;
  return packed(call, lg_run_before(run, &request, &verdict), &verdict);
}

/* after(ticket, resultKind, result, flags, error, nowMs) */
static napi_value after(lg_js_call *call) {
  uint32_t ticket;
  lg_js_outcome_texts texts;
  lg_run *run;
  if (!lg_js_read_u32(call, call->argv[0], &ticket) || !lg_js_read_outcome(call, call->argv + 1, &texts) ||
      !lg_js_open_run(call, &run))
    return NULL;
  lg_outcome outcome = lg_js_core_outcome(call, &texts);
  lg_verdict verdict;
  return packed(call, lg_run_after(run, core_ticket(ticket), &outcome, &verdict), &verdict);
}

/* invalid(name, args, argsKind, id, profile, error, nowMs) */
static napi_value invalid(lg_js_call *call) {
  lg_call request;
  lg_outcome outcome;
  lg_run *run;
  if (!lg_js_read_rejected(call, &request, &outcome) || !lg_js_open_run(call, &run)) return NULL;
  lg_verdict verdict;
  return packed(call, lg_run_invalid(run, &request, &outcome, &verdict), &verdict);
}

/* detect(detector, name, key, repeats) */
static napi_value detect(lg_js_call *call) {
  uint32_t detector, repeats;
  lg_js_text name, key;
  lg_run *run;
  if (!lg_js_read_u32(call, call->argv[0], &detector) || !lg_js_read_text(call, call->argv[1], &name) ||
      !lg_js_read_text(call, call->argv[2], &key) || !lg_js_read_u32(call, call->argv[3], &repeats) ||
      !lg_js_open_run(call, &run))
    return NULL;
  const lg_js_scratch *scratch = &call->instance->scratch;
  lg_verdict verdict;
  lg_status status = lg_run_detect(run, detector, lg_js_text_at(scratch, name), name.len, lg_js_text_at(scratch, key),
                                   key.len, repeats, &verdict);
  return packed(call, status, &verdict);
}

/* ---- bookkeeping ---- */

static napi_value ticket_of(lg_js_call *call) {
  lg_js_text id;
  lg_run *run;
  if (!lg_js_read_text(call, call->argv[0], &id) || !lg_js_open_run(call, &run)) return NULL;
  uint32_t ticket;
  lg_status status = lg_run_ticket(run, lg_js_text_at(&call->instance->scratch, id), id.len, &ticket);
  if (status == LG_OK) return lg_js_number(call, ticket == LG_NO_TICKET ? ANY_TICKET : ticket);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

static napi_value nothing_or(lg_js_call *call, lg_status status) {
  if (status != LG_OK) (void)lg_js_throw_status(call, status);
  return NULL;
}

static napi_value resolve(lg_js_call *call) {
  uint32_t ticket, action;
  lg_run *run;
  if (!lg_js_read_u32(call, call->argv[0], &ticket) || !lg_js_read_choice(call, call->argv[1], LG_ABORT, &action) ||
      !lg_js_open_run(call, &run))
    return NULL;
  return nothing_or(call, lg_run_resolve(run, core_ticket(ticket), (lg_action)action));
}

static napi_value begin_round(lg_js_call *call) {
  lg_run *run;
  return lg_js_open_run(call, &run) ? nothing_or(call, lg_run_begin_round(run)) : NULL;
}

static napi_value begin_turn(lg_js_call *call) {
  lg_run *run;
  return lg_js_open_run(call, &run) ? nothing_or(call, lg_run_begin_turn(run)) : NULL;
}

static napi_value unseen(lg_js_call *call) {
  lg_run *run;
  return lg_js_open_run(call, &run) ? nothing_or(call, lg_run_unseen(run)) : NULL;
}

static napi_value explicit_rounds(lg_js_call *call) {
  lg_run *run;
  bool rounds;
  if (!lg_js_open_run(call, &run)) return NULL;
  lg_status status = lg_run_explicit_rounds(run, &rounds);
  return status == LG_OK ? lg_js_bool(call, rounds) : nothing_or(call, status);
}

/* setExplicitRounds(explicit) */
static napi_value set_explicit_rounds(lg_js_call *call) {
  lg_run *run;
  bool rounds;
  if (!lg_js_read_bool(call, call->argv[0], &rounds) || !lg_js_open_run(call, &run)) return NULL;
  return nothing_or(call, lg_run_set_explicit_rounds(run, rounds));
}

static napi_value reset(lg_js_call *call) {
  lg_run *run;
  return lg_js_open_run(call, &run) ? nothing_or(call, lg_run_reset(run)) : NULL;
}

/* ---- report ---- */

static bool set_member(lg_js_call *call, napi_value object, const char *name, napi_value value) {
  if (value == NULL) return false;
  NAPI_TRY(call->env, napi_set_named_property(call->env, object, name, value), false);
  return true;
}

static bool set_number(lg_js_call *call, napi_value object, const char *name, double number) {
  return set_member(call, object, name, lg_js_number(call, number));
}

static napi_value pattern(lg_js_call *call, const lg_report *report) {
  napi_value array, item;
  NAPI_TRY(call->env, napi_create_array_with_length(call->env, report->pattern_count, &array), NULL);
  for (uint32_t i = 0; i < report->pattern_count; i++) {
    NAPI_TRY(call->env, napi_create_object(call->env, &item), NULL);
    if (!set_member(call, item, "name", lg_js_string(call, report->pattern[i].name, report->pattern[i].name_len)) ||
        !set_member(call, item, "signature", lg_js_hex(call, &report->pattern[i].signature)))
      return NULL;
    NAPI_TRY(call->env, napi_set_element(call->env, array, i, item), NULL);
  }
  return array;
}

static napi_value report_of(lg_js_call *call) {
  lg_run *run;
  const lg_report *report;
  if (!lg_js_open_run(call, &run)) return NULL;
  lg_status status = lg_run_report(run, &report);
  if (status != LG_OK) return nothing_or(call, status);
  napi_value object;
  NAPI_TRY(call->env, napi_create_object(call->env, &object), NULL);
  bool ok =
      set_number(call, object, "detector", report->detector) &&
      set_number(call, object, "type", (double)report->type) && set_number(call, object, "repeats", report->repeats) &&
      set_number(call, object, "threshold", report->threshold) &&
      set_number(call, object, "cycleLength", report->cycle_length) &&
      set_number(call, object, "strikes", report->strikes) &&
      set_member(call, object, "strong", lg_js_bool(call, report->strong)) &&
      set_member(call, object, "transient", lg_js_bool(call, report->transient)) &&
      set_member(call, object, "again", lg_js_bool(call, report->again)) &&
      set_member(call, object, "fingerprint", lg_js_hex(call, &report->fingerprint)) &&
      set_member(call, object, "pattern", pattern(call, report)) &&
      set_number(call, object, "waitMs", report->wait_ms) && set_number(call, object, "waitedMs", report->waited_ms);
  return ok ? object : NULL;
}

/* ---- snapshots, end ---- */

static napi_value snapshot(lg_js_call *call) {
  lg_run *run;
  const uint8_t *bytes;
  size_t len;
  if (!lg_js_open_run(call, &run)) return NULL;
  lg_status status = lg_run_snapshot(run, &bytes, &len);
  return status == LG_OK ? lg_js_bytes(call, bytes, len) : nothing_or(call, status);
}

/* NativeRestoreReport of binding.ts. */
static napi_value restore(lg_js_call *call) {
  lg_js_text bytes;
  lg_run *run;
  if (!lg_js_read_bytes(call, call->argv[0], &bytes) || !lg_js_open_run(call, &run)) return NULL;
  const void *data = lg_js_text_at(&call->instance->scratch, bytes);
  lg_restore_report report;
  lg_status status = lg_run_restore_report(run, data, bytes.len, &report);
  if (status != LG_OK) return nothing_or(call, status);
  napi_value object;
  NAPI_TRY(call->env, napi_create_object(call->env, &object), NULL);
  bool ok = set_number(call, object, "version", report.version) &&
            set_member(call, object, "sameOptions", lg_js_bool(call, report.same_options)) &&
            set_number(call, object, "loops", report.loops) && set_number(call, object, "armed", report.armed) &&
            set_number(call, object, "detections", report.detections) &&
            set_number(call, object, "observations", report.observations) &&
            set_number(call, object, "counts", report.counts) && set_number(call, object, "profiles", report.profiles);
  return ok ? object : NULL;
}

static napi_value close_run(lg_js_call *call) {
  void *data;
  if (lg_js_unwrap(call, &data)) close_handle(data);
  return NULL;
}

static const lg_js_method constructor = {"Run", construct_run};
static const lg_js_method methods[] = {
    {"before", before},
    {"after", after},
    {"invalid", invalid},
    {"ticket", ticket_of},
    {"resolve", resolve},
    {"detect", detect},
    {"reset", reset},
    {"beginRound", begin_round},
    {"beginTurn", begin_turn},
    {"unseen", unseen},
    {"report", report_of},
    {"close", close_run},
    {"snapshot", snapshot},
    {"restore", restore},
    {"explicitRounds", explicit_rounds},
    {"setExplicitRounds", set_explicit_rounds},
    LG_JS_RECORD_METHODS,
};
_Static_assert(LG_JS_COUNT(methods) <= LG_JS_MAX_METHODS, "raise LG_JS_MAX_METHODS");

bool lg_js_define_run(napi_env env, napi_value exports, lg_js_instance *instance) {
  napi_value class;
  if (!lg_js_define_class(env, exports, &constructor, methods, LG_JS_COUNT(methods), &class)) return false;
  NAPI_TRY(env, napi_create_reference(env, class, 1, &instance->run_class), false);
  return true;
}
