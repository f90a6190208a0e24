#include "run_texts.h"

#define FLAG_FAILED 1u
#define FLAG_TRANSIENT 2u

/* The part of a call that before and invalid share. */
typedef struct call_texts {
  lg_js_text name, args, id;
  uint32_t kind, profile;
} call_texts;

/* argv[0] to argv[3]: name, args, argsKind, id. */
static bool read_call(lg_js_call *call, call_texts *texts) {
  return lg_js_read_text(call, call->argv[0], &texts->name) &&
         lg_js_read_choice(call, call->argv[2], LG_ARGS_NONE, &texts->kind) &&
         (texts->kind == LG_ARGS_NONE ? lg_js_read_optional_text(call, call->argv[1], &texts->args)
                                      : lg_js_read_text(call, call->argv[1], &texts->args)) &&
         lg_js_read_optional_text(call, call->argv[3], &texts->id);
}

/* Once every argument is read and the scratch stands still. */
static lg_call core_call(const lg_js_call *call, const call_texts *texts, double now_ms) {
  const lg_js_scratch *scratch = &call->instance->scratch;
  return (lg_call){.name = lg_js_text_at(scratch, texts->name),
                   .name_len = texts->name.len,
                   .args_kind = texts->kind == LG_ARGS_NONE ? LG_ARGS_NONE : LG_ARGS_RAW,
                   .args = lg_js_text_at(scratch, texts->args),
                   .args_len = texts->args.len,
                   .id = lg_js_text_at(scratch, texts->id),
                   .id_len = texts->id.len,
                   .profile = texts->profile,
                   .now_ms = now_ms};
}

bool lg_js_read_request(lg_js_call *call, lg_call *out_request) {
  call_texts texts;
  lg_js_text query;
  double now_ms;
  if (!read_call(call, &texts) || !lg_js_read_optional_text(call, call->argv[4], &query) ||
      !lg_js_read_u32(call, call->argv[5], &texts.profile) || !lg_js_read_double(call, call->argv[6], &now_ms))
    return false;
  *out_request = core_call(call, &texts, now_ms);
  out_request->query = lg_js_text_at(&call->instance->scratch, query);
  out_request->query_len = query.len;
  return true;
}

bool lg_js_read_rejected(lg_js_call *call, lg_call *out_request, lg_outcome *out_outcome) {
  call_texts texts;
  lg_js_text error;
  double now_ms;
  if (!read_call(call, &texts) || !lg_js_read_u32(call, call->argv[4], &texts.profile) ||
      !lg_js_read_optional_text(call, call->argv[5], &error) || !lg_js_read_double(call, call->argv[6], &now_ms))
    return false;
  *out_request = core_call(call, &texts, now_ms);
  *out_outcome = (lg_outcome){.failed = true, .error_len = error.len, .now_ms = now_ms};
  out_outcome->error = lg_js_text_at(&call->instance->scratch, error);
  return true;
}

bool lg_js_read_outcome(lg_js_call *call, const napi_value *argv, lg_js_outcome_texts *texts) {
  return lg_js_read_choice(call, argv[0], LG_RESULT_JSON, &texts->kind) &&
         (texts->kind == LG_RESULT_NONE ? lg_js_read_optional_text(call, argv[1], &texts->result)
                                        : lg_js_read_text(call, argv[1], &texts->result)) &&
         lg_js_read_choice(call, argv[2], FLAG_FAILED | FLAG_TRANSIENT, &texts->flags) &&
         lg_js_read_optional_text(call, argv[3], &texts->error) && lg_js_read_double(call, argv[4], &texts->now_ms);
}

lg_outcome lg_js_core_outcome(const lg_js_call *call, const lg_js_outcome_texts *texts) {
  const lg_js_scratch *scratch = &call->instance->scratch;
  return (lg_outcome){.result_kind = (lg_result_kind)texts->kind,
                      .result = lg_js_text_at(scratch, texts->result),
                      .result_len = texts->result.len,
                      .failed = (texts->flags & FLAG_FAILED) != 0,
                      .transient = (texts->flags & FLAG_TRANSIENT) != 0,
                      .error = lg_js_text_at(scratch, texts->error),
                      .error_len = texts->error.len,
                      .now_ms = texts->now_ms};
}
