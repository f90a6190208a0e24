/* What the methods of a run read from JavaScript: calls and outcomes. */
#ifndef LG_ADDON_RUN_TEXTS_H
#define LG_ADDON_RUN_TEXTS_H

#include "glue.h"

/* The part of a call that before and invalid share; a text that its kind asks for must be there. */
typedef struct lg_js_call_texts {
  lg_js_text name, args, id;
  uint32_t kind, profile;
} lg_js_call_texts;

/* argv[0] to argv[3]: name, args, argsKind, id. */
bool lg_js_read_call(lg_js_call *call, lg_js_call_texts *texts);
/* Once every argument is read and the scratch stands still. */
lg_call lg_js_core_call(const lg_js_call *call, const lg_js_call_texts *texts, double now_ms);

typedef struct lg_js_outcome_texts {
  lg_js_text result, error;
  uint32_t kind, flags;
  double now_ms;
} lg_js_outcome_texts;

/* Five arguments from `argv` on: resultKind, result, flags, error, nowMs. */
bool lg_js_read_outcome(lg_js_call *call, const napi_value *argv, lg_js_outcome_texts *texts);
lg_outcome lg_js_core_outcome(const lg_js_call *call, const lg_js_outcome_texts *texts);

#endif
