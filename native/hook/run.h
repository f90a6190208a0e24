/*
 * The run of a session, as session.c asks it: the core's (run.c), or that of a guard in JavaScript, which has
 * functions (wasm/hook.c).
 */
#ifndef HOOK_RUN_H
#define HOOK_RUN_H

#include "event.h"
#include "text.h"

typedef enum hook_question {
  HOOK_ASK_BEFORE,
  HOOK_ASK_SAID,     /* the verdict of a call of this round, once more; nothing changes */
  HOOK_ASK_LET_PASS, /* the call asked about last was refused, and runs */
  HOOK_ASK_REFUSE,   /* there is nobody to ask about the call asked about last: it does not run */
  HOOK_ASK_AFTER,    /* also of a call that is not known */
  HOOK_ASK_INVALID,  /* a call that reached no tool */
  HOOK_ASK_KNOWN,    /* `yes`: the call is in progress, or was judged in this round */
  HOOK_ASK_JUDGED,   /* `yes`: it was judged in this round */
  HOOK_ASK_ROUND,    /* begins a round; and so on */
  HOOK_ASK_TURN,
  HOOK_ASK_RESET,
  HOOK_ASK_COMPACTED,
  HOOK_ASK_STOPPED,   /* the agent wants to end its turn */
  HOOK_ASK_END_TURN,  /* the turn should have ended, but the agent cannot end it */
  HOOK_ASK_TURN_ENDED /* `yes`: that was said of this turn */
} hook_question;

/* What the run says. The texts are owned: free it with hook_verdict_free. */
typedef struct hook_verdict {
  bool yes;
  lg_action action; /* what becomes of the call; of one that has run, anything but LG_ABORT is a warning */
  lg_action found;  /* the same, but not LG_ALLOW in shadow mode */
  program_out text; /* what the model reads, or would; for LG_ABORT the error's text */
  program_out what; /* what was found, for people */
  program_out detector;
} hook_verdict;

typedef struct hook_run hook_run;
struct hook_run {
  /* `call` and `outcome` where the question is about one, else NULL. `out` is empty. */
  lg_status (*ask)(hook_run *self, hook_question question, const hook_event *event, const hook_call *call,
                   const hook_outcome *outcome, hook_verdict *out);
};

static inline void hook_verdict_free(hook_verdict *verdict) {
  program_out_free(&verdict->text);
  program_out_free(&verdict->what);
  program_out_free(&verdict->detector);
  *verdict = (hook_verdict){.action = LG_ALLOW};
}

/* A run of the core that a session asks. */

typedef struct hook_core_run {
  hook_run base;
  lg_run *run;
  uint32_t ticket; /* of the call asked about last */
} hook_core_run;

/* Borrows `run`. */
hook_core_run hook_core_run_of(lg_run *run);

#endif
