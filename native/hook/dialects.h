/* What is special to each agent, from dialects.json. */
#ifndef HOOK_DIALECTS_H
#define HOOK_DIALECTS_H

#include "dialects.gen.h"
#include "text.h"

/* Members of an event that may have one of two names; the second is NULL if there is one. */
typedef const char *hook_names[2];

/* A row of the table; scripts/build-hook-dialects.mjs says what each field means. */
typedef struct hook_facts {
  const char *option; /* of the command line, "--claude" */
  hook_names name, session, id;
  const char *tool, *arguments, *result, *error;
  const char *result_part, *error_part, *sign, *ends_of; /* or NULL */
  hook_error_in error_in;
  uint32_t also; /* a bit for each dialect */
  hook_ends ends;
  hook_empty_prompt empty_prompt;
  hook_refusal refusal;
  bool asks;
  hook_context context_before, context_after, context_failure;
  hook_abort_after abort_after;
  hook_turn_ends turn_ends;
  hook_person person;
} hook_facts;

/* The facts of a dialect other than HOOK_AUTO. */
const hook_facts *hook_facts_of(hook_dialect dialect);

/* The dialect's event with this name, and its kind. NULL: there is none. */
const char *hook_find_event(hook_dialect dialect, program_text name, hook_kind *out_kind);

#endif
