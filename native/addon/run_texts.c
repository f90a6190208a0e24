#include "run_texts.h"

#define FLAG_FAILED 1u
#define FLAG_TRANSIENT 2u

bool lg_js_read_call(lg_js_call *call, lg_js_call_texts *texts) {
  return lg_js_read_text(call, call->argv[0], &texts->name) &&
         lg_js_read_choice(call, call->argv[2], LG_ARGS_NONE, &texts->kind) &&
         (texts->kind == LG_ARGS_NONE ? lg_js_read_optional_text(call, call->argv[1], &texts->args)
                                      : lg_js_read_text(call, call->argv[1], &texts->args)) &&
         lg_js_read_optional_text(call, call->argv[3], &texts->id);
}

lg_call lg_js_core_call(const lg_js_call *call, const lg_js_call_texts *texts, double now_ms) {
  const lg_js_scratch *scratch = &call->instance->scratch;
  return (lg_call){.name = lg_js_text_at(scratch, texts->name),
                   .name_len = texts->name.len,
                   .args_kind = (lg_args_kind)texts->kind,
                   .args = lg_js_text_at(scratch, texts->args),
                   .args_len = texts->args.len,
                   .id = lg_js_text_at(scratch, texts->id),
                   .id_len = texts->id.len,
                   .profile = texts->profile,
                   .now_ms = now_ms};
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
