/* What the methods of a run read from JavaScript: calls and outcomes. */
#ifndef LG_ADDON_RUN_TEXTS_H
#define LG_ADDON_RUN_TEXTS_H

#include "glue.h"

/*
 * argv[0] to argv[6] of before: name, args, argsKind, id, query, profile, nowMs; a text that its kind asks for must be
 * there. The texts of `out_request` are in the scratch, so every argument is to be read by then.
 */
bool lg_js_read_request(lg_js_call *call, lg_call *out_request);
/* The same of invalid: name, args, argsKind, id, profile, error, nowMs. */
bool lg_js_read_rejected(lg_js_call *call, lg_call *out_request, lg_outcome *out_outcome);

typedef struct lg_js_outcome_texts {
  lg_js_text result, error;
  uint32_t kind, flags;
  double now_ms;
} lg_js_outcome_texts;

/* Five arguments from `argv` on: resultKind, result, flags, error, nowMs. */
bool lg_js_read_outcome(lg_js_call *call, const napi_value *argv, lg_js_outcome_texts *texts);
lg_outcome lg_js_core_outcome(const lg_js_call *call, const lg_js_outcome_texts *texts);

#endif
