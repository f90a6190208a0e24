/*
 * What a CLI agent tells a hook: one JSON object on stdin. Claude Code's, Codex's and Gemini CLI's dialects are alike
 * but for the names of the events.
 */
#ifndef HOOK_EVENT_H
#define HOOK_EVENT_H

#include "json_span.h"
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

/* A text of its own, to be freed. `s` NULL: there is none. */
typedef struct hook_text {
  char *s;
  size_t len;
} hook_text;

/* A call as an event, or an entry of a batch, has it. */
typedef struct hook_call {
  hook_text name;
  hook_text id; /* the agent's, or made from name and arguments */
  lg_args_kind kind;
  hook_span args;      /* JSON text as it came, or `args_text` */
  hook_text args_text; /* of arguments that are a string: what a model sent */
} hook_call;

typedef struct hook_event {
  hook_dialect dialect; /* not HOOK_AUTO */
  hook_kind kind;
  const char *name;          /* of the event */
  double now_ms;             /* when it came; 0 until the caller says it */
  hook_span session, agent;  /* JSON strings; an agent that is not there has NULL */
  hook_span response, error; /* JSON values, or NULL */
  bool interrupted;
  bool has_prompt;  /* a text that is not empty */
  hook_span calls;  /* of a batch */
  hook_text source; /* of a prompt or a session's start */
  hook_call call;
} hook_event;

typedef enum hook_read { HOOK_READ, HOOK_NOT_OURS, HOOK_NOT_JSON } hook_read;

/*
 * Reads one event from `text`, which must outlive it. HOOK_NOT_OURS: a valid text that asks nothing of us. Only after
 * HOOK_READ there is an event, to be freed with hook_event_free. `asked`: the dialect that the command line names; it
 * tells Codex from Claude Code, which have the same names for their events.
 */
hook_read hook_event_read(const char *text, size_t len, hook_dialect asked, hook_event *out_event);
void hook_event_free(hook_event *event);

/*
 * Whether the agent tells of a call's end however it ends. Codex tells of a shell command's, and of another call's only
 * where it went well; Gemini CLI of none that its policy, or the user, refuses after us. Such a call has an id made
 * from its name and arguments, by which it is known again.
 */
bool hook_tells_every_end(const hook_event *event);

/* The call in the members of `object`; false: it has no name, or there is no memory. Freed with hook_call_free. */
bool hook_call_read(hook_span object, hook_call *out_call);
void hook_call_free(hook_call *call);

#endif
