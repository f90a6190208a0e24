/* The programs' texts: those of lib/report/messages.ts, filled in from the core's reports. */
#ifndef HOOK_TEXTS_H
#define HOOK_TEXTS_H

#include "json_out.h"
#include "loopguard.h"

/* The texts of one type of detector, with placeholders; see preset.gen.h. */
typedef struct hook_texts {
  const char *found;
  const char *loop;    /* for a pattern of several calls; NULL: `found` */
  const char *waited;  /* for a loop that was judged by time; NULL: `found` */
  const char *wait;    /* for a poll that came too soon; NULL: `found` */
  const char *advice;  /* NULL: none */
  const char *warning; /* NULL: HOOK_WARNING */
} hook_texts;

/* What gathers detections into loops must know of a detector; see lib/detectors/record.ts. */
typedef struct hook_traits {
  bool of_one_call;   /* it compares calls with their arguments, not tools */
  bool digests_steps; /* the steps of its patterns tell calls of one tool apart */
  bool judges_news;   /* it depends on everything that happens in a run, and fires only before a call runs */
  bool by_time;       /* it depends on time alone, which records may lack */
} hook_traits;

/*
 * Adds the message for the model: that of `verdict`, with the run's last report, on a call of the tool `name`. `ran`:
 * the call has run already, so it cannot be refused. For LG_ABORT it is the error's text; for LG_ALLOW nothing.
 */
void hook_verdict_text(hook_out *out, const lg_run *run, lg_action action, const char *name, size_t name_len, bool ran);

/* Adds what was found, by the run's last report, on a call of the tool `name`. */
void hook_detection_text(hook_out *out, const lg_run *run, const char *name, size_t name_len);
/* The same by a report which is of no tool. */
void hook_found_text(hook_out *out, const lg_run *run);

/* Adds that no call runs any more in a turn that should have ended. */
void hook_turn_ended_text(hook_out *out);
/* Adds to the text of an abort that the model should end its turn, since the hook cannot. */
void hook_end_turn_text(hook_out *out);

/* Whether the result `text` says that the tool does not exist or rejects its arguments. */
bool hook_is_not_taken(const char *text, size_t len);
/* What is known of the detections with this name, by the table in lib/detectors: nothing of a name that a user chose.
 */
hook_traits hook_traits_of(const char *name, size_t len);
/* Whether prompts of this source are made by a program, not by a user. */
bool hook_is_machine(const char *source, size_t len);

#endif
