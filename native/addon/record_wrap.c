#include "record_wrap.h"

#include "base64.h"
#include "run_texts.h"
#include "wraps.h"

/* A record is a text for JavaScript. */
static napi_value record_of(lg_js_call *call, lg_status status, const uint8_t *bytes, size_t len) {
  lg_js_scratch *scratch = &call->instance->scratch;
  if (status == LG_OK && !lg_js_scratch_reserve(scratch, LG_JS_BASE64_SIZE(len))) status = LG_ENOMEM;
  if (status != LG_OK) {
    (void)lg_js_throw_status(call, status);
    return NULL;
  }
  char *text = scratch->data + scratch->used;
  lg_js_base64_write(bytes, len, text);
  return lg_js_string(call, text, LG_JS_BASE64_SIZE(len));
}

/* The bytes of a record in place of its text; false where it is none. */
static bool decode_record(lg_js_call *call, lg_js_text *record) {
  char *text = call->instance->scratch.data + record->offset;
  return lg_js_base64_read(text, record->len, (uint8_t *)text, &record->len);
}

/* recordBefore(name, args, argsKind, id, query, profile, nowMs) */
napi_value lg_js_record_before(lg_js_call *call) {
  lg_call request;
  lg_run *run;
  if (!lg_js_read_request(call, &request) || !lg_js_open_run(call, &run)) return NULL;
  const uint8_t *bytes = NULL;
  size_t len = 0;
  lg_status status = lg_run_record_before(run, &request, &bytes, &len);
  return record_of(call, status, bytes, len);
}

/* recordAfter(id, profile, resultKind, result, flags, error, nowMs) */
napi_value lg_js_record_after(lg_js_call *call) {
  lg_js_text id;
  uint32_t profile;
  lg_js_outcome_texts texts;
  lg_run *run;
  if (!lg_js_read_text(call, call->argv[0], &id) || !lg_js_read_u32(call, call->argv[1], &profile) ||
      !lg_js_read_outcome(call, call->argv + 2, &texts) || !lg_js_open_run(call, &run))
    return NULL;
  lg_outcome outcome = lg_js_core_outcome(call, &texts);
  const uint8_t *bytes = NULL;
  size_t len = 0;
  const char *text = lg_js_text_at(&call->instance->scratch, id);
  lg_status status = lg_run_record_after(run, text, id.len, profile, &outcome, &bytes, &len);
  return record_of(call, status, bytes, len);
}

/* recordInvalid(name, args, argsKind, id, profile, error, nowMs) */
napi_value lg_js_record_invalid(lg_js_call *call) {
  lg_call request;
  lg_outcome outcome;
  lg_run *run;
  if (!lg_js_read_rejected(call, &request, &outcome) || !lg_js_open_run(call, &run)) return NULL;
  const uint8_t *bytes = NULL;
  size_t len = 0;
  lg_status status = lg_run_record_invalid(run, &request, &outcome, &bytes, &len);
  return record_of(call, status, bytes, len);
}

/* recordResolve(id, action) */
napi_value lg_js_record_resolve(lg_js_call *call) {
  lg_js_text id;
  uint32_t action;
  lg_run *run;
  if (!lg_js_read_text(call, call->argv[0], &id) || !lg_js_read_choice(call, call->argv[1], LG_ABORT, &action) ||
      !lg_js_open_run(call, &run))
    return NULL;
  const uint8_t *bytes = NULL;
  size_t len = 0;
  const char *text = lg_js_text_at(&call->instance->scratch, id);
  lg_status status = lg_run_record_resolve(run, text, id.len, (lg_action)action, &bytes, &len);
  return record_of(call, status, bytes, len);
}

/* recordDetect(detector, profile, name, key, repeats) */
napi_value lg_js_record_detect(lg_js_call *call) {
  uint32_t detector, profile, repeats;
  lg_js_text name, key;
  lg_run *run;
  if (!lg_js_read_u32(call, call->argv[0], &detector) || !lg_js_read_u32(call, call->argv[1], &profile) ||
      !lg_js_read_text(call, call->argv[2], &name) || !lg_js_read_text(call, call->argv[3], &key) ||
      !lg_js_read_u32(call, call->argv[4], &repeats) || !lg_js_open_run(call, &run))
    return NULL;
  const lg_js_scratch *scratch = &call->instance->scratch;
  const uint8_t *bytes = NULL;
  size_t len = 0;
  lg_status status = lg_run_record_detect(run, detector, profile, lg_js_text_at(scratch, name), name.len,
                                          lg_js_text_at(scratch, key), key.len, repeats, &bytes, &len);
  return record_of(call, status, bytes, len);
}

/* recordStep(step) */
napi_value lg_js_record_step(lg_js_call *call) {
  uint32_t step;
  lg_run *run;
  if (!lg_js_read_choice(call, call->argv[0], LG_UNSEEN, &step) || !lg_js_open_run(call, &run)) return NULL;
  const uint8_t *bytes = NULL;
  size_t len = 0;
  lg_status status = lg_run_record_step(run, (lg_step)step, &bytes, &len);
  return record_of(call, status, bytes, len);
}

/* recordName(record) */
napi_value lg_js_record_name(lg_js_call *call) {
  lg_js_text record;
  lg_run *run;
  if (!lg_js_read_text(call, call->argv[0], &record) || !lg_js_open_run(call, &run)) return NULL;
  lg_js_scratch *scratch = &call->instance->scratch;
  const char *name = NULL;
  size_t len = 0;
  /* the name lies in the record, which must not move while it is made a string */
  lg_status status = lg_js_scratch_reserve(scratch, 2 * record.len) ? LG_OK : LG_ENOMEM;
  if (status == LG_OK && !decode_record(call, &record)) status = LG_ERECORD;
  if (status == LG_OK)
    status = lg_run_record_name(run, (const void *)lg_js_text_at(scratch, record), record.len, &name, &len);
  if (status == LG_OK) return lg_js_string(call, name, len);
  (void)lg_js_throw_status(call, status);
  return NULL;
}

/* apply(record): AppliedVerdict of binding.ts */
napi_value lg_js_apply(lg_js_call *call) {
  lg_js_text record;
  lg_run *run;
  if (!lg_js_read_text(call, call->argv[0], &record) || !lg_js_open_run(call, &run)) return NULL;
  lg_verdict verdict;
  if (!decode_record(call, &record)) return lg_js_number(call, -(double)LG_ERECORD);
  lg_status status =
      lg_run_apply(run, (const void *)lg_js_text_at(&call->instance->scratch, record), record.len, &verdict);
  if (status != LG_OK) return lg_js_number(call, -(double)status);
  return lg_js_number(call, (verdict.ticket == LG_NO_TICKET ? 32 : 0) + (verdict.known ? 16 : 0) +
                                (verdict.detected ? 8 : 0) + (double)verdict.action);
}
