/* What an agent says in an event, in which dialect, and what came of a call. */
#ifndef HOOK_EVENT_H
#define HOOK_EVENT_H

#include "dialects.gen.h"
#include "loopguard.h"
#include "text.h"

/* The facts of a dialect other than HOOK_AUTO. */
const hook_facts *hook_facts_of(hook_dialect dialect);

/* The dialect's event with this name, and its kind. NULL: there is none. */
const char *hook_find_event(hook_dialect dialect, program_text name, hook_kind *out_kind);

/* A call of an event, or of one entry of a batch. */
typedef struct hook_call {
  program_text name;
  program_text id;
  bool made_id; /* the id is made from name and arguments, since the agent gave none, or one that does not do */
  lg_args_kind kind;
  program_text args; /* LG_ARGS_RAW: the event has them as a string */
} hook_call;

typedef struct hook_event {
  hook_dialect dialect; /* not HOOK_AUTO */
  const hook_facts *facts;
  hook_kind kind;
  const char *name;         /* of the event */
  double now_ms;            /* when it came; the caller sets it */
  lg_value session, agent;  /* strings; `agent` may be LG_VALUE_NONE */
  lg_value response, error; /* may be LG_VALUE_NONE; the error in a response, too */
  bool interrupted;
  bool sent_back;      /* of a stop: a hook has sent the agent back before */
  program_text words;  /* of a stop: the agent's last message */
  lg_value calls;      /* of a batch */
  program_text source; /* of a prompt or a session start */
  hook_call call;
} hook_event;

typedef enum hook_read { HOOK_READ, HOOK_NOT_OURS, HOOK_NOT_JSON } hook_read;

/* Reads one event; `text` is not needed afterwards. HOOK_NOT_OURS: JSON, but not an event that the hook handles.
 * `asked`: the dialect on the command line. An agent that runs the hooks of another agent's settings is known by its
 * sign. The hook is for one event, so what it makes is not given back one by one (program_forget). */
hook_read hook_event_read(const char *text, size_t len, hook_dialect asked, hook_event *out_event);

enum { HOOK_NAME_LENGTH = 32 };
/* The name of the session's folder: a digest of dialect, session and agent in hex digits, so that no text of the input
 * gets into a path. False: they are too large. */
bool hook_session_name(const hook_event *event, char out_name[HOOK_NAME_LENGTH + 1]);

/* Whether the agent sends an event when the call ends, however it ends. A call without that certainty has an id made
 * from its name and arguments, so that it is recognised when it comes again. */
bool hook_tells_every_end(const hook_event *event);

bool hook_event_failed(const hook_event *event);

/* Reads the call from the members of `object`. False: it has no name, or is too large. */
bool hook_call_read(lg_value object, const hook_facts *facts, hook_call *out_call);

/* A failure with `value` as its error. Borrows the value. */
lg_outcome hook_outcome_error(lg_value value);
/* The outcome in an event of kind HOOK_AFTER or HOOK_FAILURE. */
lg_outcome hook_outcome_of(const hook_event *event);

#endif
