/* From a tool's name to its profile: the `tools` of a configuration, and the tools that its detectors name. */
#ifndef LG_TOOLS_H
#define LG_TOOLS_H

#include "texts.h"

/* A policy: one member of `tools`, whose name or glob is in lg_tools.names. */
typedef struct lg_tool_policy {
  uint32_t profile; /* its number, without the limits and similar tools of the detectors */
  bool limited;     /* the policy has a limit of its own */
  bool retryable;   /* its calls are never counted */
} lg_tool_policy;

typedef struct lg_tools {
  lg_texts names;
  lg_buf policies; /* lg_tool_policy[] */
  lg_texts limited;
  lg_buf limits;      /* uint32_t[]: of the names or globs in `limited` */
  lg_texts similar;   /* names or globs of the tools whose queries are compared */
  lg_texts budgeted;  /* names or globs of tools that have a budget of their own, each once */
  lg_buf budgets;     /* uint64_t[]: the budgets, a bit by their index, for each of `budgeted` */
  uint64_t limiting;  /* all bits of `budgets` */
  uint32_t uncounted; /* the exempt profile of retryable tools */
} lg_tools;

void lg__tools_init(lg_tools *tools, const lg_allocator *allocator);
void lg__tools_free(lg_tools *tools);
/* How many globs it has. */
size_t lg__tools_globs(const lg_tools *tools);
/* Whether it names no tool. */
bool lg__tools_none(const lg_tools *tools);
/* Add a limit, or a policy, under a name or glob. LG_ENOMEM, LG_ETOOBIG: nothing changed. */
LG_NODISCARD lg_status lg__tools_add_limit(lg_tools *tools, const char *name, size_t len, uint32_t limit);
LG_NODISCARD lg_status lg__tools_add_policy(lg_tools *tools, const char *name, size_t len, lg_tool_policy policy);
/* The tool's limit (0: none of its own), and whether its queries are compared. */
uint32_t lg__tools_limit(const lg_tools *tools, const char *name, size_t len);
bool lg__tools_similar(const lg_tools *tools, const char *name, size_t len);
/* Adds a tool, by name or glob, to those of the budget with this index. LG_ENOMEM, LG_ETOOBIG: nothing changed. */
LG_NODISCARD lg_status lg__tools_add_budget(lg_tools *tools, const char *name, size_t len, uint32_t detector);
/* lg_profile.outside: the budgets that have tools, and this is none of them. `name` NULL: no tool. O(globs). */
uint64_t lg__tools_outside(const lg_tools *tools, const char *name, size_t len);
/* The tool's policy. NULL: it has none. */
const lg_tool_policy *lg__tools_policy(const lg_tools *tools, const char *name, size_t len);

#endif
