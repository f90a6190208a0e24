/*
 * What a CLI agent tells a hook: one JSON object on stdin. Claude Code's, Codex's and Gemini CLI's dialects are alike
 * but for the names of the events.
 */
#ifndef HOOK_EVENT_H
#define HOOK_EVENT_H

#include "loopguard.h"

typedef enum hook_dialect { HOOK_AUTO, HOOK_CLAUDE, HOOK_CODEX, HOOK_GEMINI } hook_dialect;

typedef enum hook_kind {
  HOOK_BEFORE,
  HOOK_AFTER,
  HOOK_FAILURE,
  HOOK_BATCH,
  HOOK_REQUEST,
  HOOK_PROMPT,
  HOOK_START
} hook_kind;

/* A text of the event. `s` NULL: there is none. */
typedef struct hook_text {
  const char *s;
  size_t len;
} hook_text;

/* A call as an event, or an entry of a batch, has it. */
typedef struct hook_call {
  hook_text name;
  hook_text id; /* the agent's, or `made_id` */
  lg_args_kind kind;
  hook_text args; /* LG_ARGS_RAW: a string, what a model sent */
  char *made_id;  /* from name and arguments, a block of its own; NULL: the agent has one */
} hook_call;

typedef struct hook_event {
  hook_dialect dialect; /* not HOOK_AUTO */
  hook_kind kind;
  const char *name;         /* of the event */
  double now_ms;            /* when it came; 0 until the caller says it */
  lg_value session, agent;  /* strings; an agent that is not there is none */
  lg_value response, error; /* or none */
  bool interrupted;
  bool has_prompt;  /* a text that is not empty */
  lg_value calls;   /* of a batch */
  hook_text source; /* of a prompt or a session's start */
  hook_call call;
  lg_workspace *workspace; /* where all that is */
} hook_event;

typedef enum hook_read { HOOK_READ, HOOK_NOT_OURS, HOOK_NOT_JSON } hook_read;

/*
 * Reads one event from `text`, which is not needed any more. HOOK_NOT_OURS: a valid text that asks nothing of us. Only
 * after HOOK_READ there is an event, to be freed with hook_event_free. `asked`: the dialect that the command line
 * names; it tells Codex from Claude Code, which have the same names for their events.
 */
hook_read hook_event_read(const char *text, size_t len, hook_dialect asked, hook_event *out_event);
void hook_event_free(hook_event *event);

/*
 * Whether the agent tells of a call's end however it ends. Codex tells of a shell command's, and of another call's only
 * where it went well; Gemini CLI of none that its policy, or the user, refuses after us. Such a call has an id made
 * from its name and arguments, by which it is known again.
 */
bool hook_tells_every_end(const hook_event *event);

/* A string's text; of any other value, and of none, there is none. */
hook_text hook_text_of(lg_value value);

/* The member `name` of an object, or none. */
lg_value hook_member(lg_value object, const char *name);

/* The call in the members of `object`; false: it has no name, or there is no memory. Freed with hook_call_free. */
bool hook_call_read(lg_value object, hook_call *out_call);
void hook_call_free(hook_call *call);

#endif
