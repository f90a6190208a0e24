/* The hook's answer to the agent, in the agent's dialect. */
#ifndef HOOK_ANSWER_H
#define HOOK_ANSWER_H

#include "event.h"
#include "text.h"

/* Words that only hooks say, and words of agents that they must know. */

/* Adds that no call runs any more in a turn that should have ended. */
void hook_turn_ended_text(program_out *out);
/* Adds to the text of an abort that the model should end its turn, since the hook cannot. */
void hook_end_turn_text(program_out *out);

/* Whether the result `text` of Claude Code says that the tool does not exist or rejects its arguments. */
bool hook_is_not_taken(program_text text);
/* Whether prompts of this source are made by a program, not by a user. */
bool hook_is_machine(program_text source);

/* The outcome of judging one event. */
typedef struct hook_answer {
  lg_action action; /* after the call ran: LG_WARN or LG_ABORT */
  program_out text; /* for the model; after the call ran, only warnings */
  program_out stop; /* LG_ABORT: why the turn ends */
  program_out note; /* for the person, where the answer is LG_ALLOW */
} hook_answer;

/* What the program does for the agent. Free it with hook_reply_free. */
typedef struct hook_reply {
  program_out text;   /* for stdout; nothing, where there is nothing to say */
  bool plain;         /* it is the text itself, not JSON */
  bool on_stderr;     /* it is for stderr */
  int code;           /* the exit code; 2 is a refusal */
  program_out record; /* a line for the log, with its end, or nothing */
} hook_reply;

/* Writes the answer, or nothing where the agent has no place for it. Changes the answer's texts. */
void hook_answer_write(const hook_event *event, hook_answer *answer, hook_reply *out);
void hook_answer_free(hook_answer *answer);
void hook_reply_free(hook_reply *reply);

#endif
