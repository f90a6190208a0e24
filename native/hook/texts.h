/* What the hook says: the texts of lib/report/messages.ts, filled in with what the core reports. */
#ifndef HOOK_TEXTS_H
#define HOOK_TEXTS_H

#include "json_out.h"
#include "loopguard.h"

/* The texts of one type of detector, with placeholders; see preset.gen.h. */
typedef struct hook_texts {
  const char *found;
  const char *loop;   /* of a pattern of several calls; NULL: `found` */
  const char *waited; /* of a loop that was judged by time; NULL: `found` */
  const char *wait;   /* of a poll that came too soon; NULL: `found` */
  const char *advice; /* NULL: none */
} hook_texts;

/*
 * Adds to `out` what the model reads of `verdict`, whose report is `run`'s last, for a call of the tool `name`. `ran`:
 * it has run already, and a refusal comes too late for it. Of an abort it is the text of the error. Nothing for
 * LG_ALLOW.
 */
void hook_verdict_text(hook_out *out, const lg_run *run, lg_action action, const char *name, size_t name_len, bool ran);

/* Adds to the text of an abort that nobody but the model can end its turn. */
void hook_end_turn_text(hook_out *out);

/* Whether the result `text` says that no tool could take the call. */
bool hook_is_not_taken(const char *text, size_t len);
/* Whether prompts of this source come from no user. */
bool hook_is_machine(const char *source, size_t len);

#endif
