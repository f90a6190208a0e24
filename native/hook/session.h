/*
 * The run of a session, as session.c asks it: the core's (run.c), or that of a guard in JavaScript, which has
 * functions (wasm/hook.c).
 */
#ifndef HOOK_SESSION_H
#define HOOK_SESSION_H

#include "event.h"
#include "text.h"

typedef enum hook_question {
  HOOK_ASK_BEFORE,
  HOOK_ASK_SAID,     /* the verdict of a call of this round, once more; nothing changes */
  HOOK_ASK_OVERRULE, /* the call asked about last was refused, and runs */
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

/* What the run says. */
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
  /* `call` and `outcome` where the question is about one, else NULL. */
  hook_verdict (*ask)(hook_run *self, hook_question question, const hook_event *event, const hook_call *call,
                      const lg_outcome *outcome);
  lg_run *core;    /* the core's; NULL: the host has the run */
  uint32_t ticket; /* of the core's call asked about last */
};

/* A run of the core, which is borrowed. */
hook_run hook_run_of(lg_run *core);

/* The hook's answer to the agent: the outcome of judging one event. */
typedef struct hook_answer {
  lg_action action; /* after the call ran: LG_WARN or LG_ABORT */
  program_out text; /* for the model; after the call ran, only warnings */
  program_out stop; /* LG_ABORT: why the turn ends */
  program_out note; /* for the person, where the answer is LG_ALLOW */
} hook_answer;

/* What the program does for the agent. */
typedef struct hook_reply {
  program_out text;   /* for stdout; nothing, where there is nothing to say */
  bool plain;         /* it is the text itself, not JSON */
  bool on_stderr;     /* it is for stderr */
  int code;           /* the exit code; 2 is a refusal */
  program_out record; /* a line for the log, with its end, or nothing */
} hook_reply;

/* Writes the answer, or nothing where the agent has no place for it. Changes the answer's texts. */
void hook_answer_write(const hook_event *event, hook_answer *answer, hook_reply *out);

/* Tells `run` of the event and writes what the agent is to read. `arguments`: the log has the call's. The program ends
 * where the event cannot be judged; the run is then not kept. */
void hook_session_tell(hook_run *run, const hook_event *event, bool arguments, hook_reply *out);

/* The hook does not guard: tells the person and the log `why`. The call runs. Only where a turn or a session begins
 * and, with `at_calls`, before each call. */
void hook_session_complain(const hook_event *event, program_text why, bool at_calls, hook_reply *out);

typedef struct hook_options {
  hook_dialect dialect;
  bool observe;       /* nothing is refused */
  bool log_arguments; /* the log has the arguments of calls */
  program_out config; /* for lg_guard_configure */
} hook_options;

typedef enum hook_ready {
  HOOK_READY,
  HOOK_WRONG,     /* an option is */
  HOOK_NEEDS_NODE /* the configuration is wrong, or needs JavaScript */
} hook_ready;

/* Reads the options, LOOPGUARD_PRESET and LOOPGUARD_CONFIG. `*out_why` says why it is not HOOK_READY. */
hook_ready hook_options_read(int argc, char **argv, hook_options *out, lg_config_error *out_why);

#endif
