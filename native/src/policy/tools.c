#include "policy/guard.h"

void lg__tools_init(lg_tools *tools, const lg_allocator *allocator) {
  lg__texts_init(&tools->names, allocator);
  lg__texts_init(&tools->limited, allocator);
  lg__texts_init(&tools->similar, allocator);
  lg__texts_init(&tools->budgeted, allocator);
  lg__buf_init(&tools->policies, allocator);
  lg__buf_init(&tools->limits, allocator);
  lg__buf_init(&tools->budgets, allocator);
  tools->uncounted = 0;
  tools->limiting = 0;
}

void lg__tools_free(lg_tools *tools) {
  lg__texts_free(&tools->names);
  lg__texts_free(&tools->limited);
  lg__texts_free(&tools->similar);
  lg__texts_free(&tools->budgeted);
  lg__buf_free(&tools->policies);
  lg__buf_free(&tools->limits);
  lg__buf_free(&tools->budgets);
}

size_t lg__tools_globs(const lg_tools *tools) {
  return lg__texts_globs(&tools->names) + lg__texts_globs(&tools->limited) + lg__texts_globs(&tools->similar) +
         lg__texts_globs(&tools->budgeted);
}

bool lg__tools_none(const lg_tools *tools) {
  return lg__texts_count(&tools->names) + lg__texts_count(&tools->limited) + lg__texts_count(&tools->similar) +
             lg__texts_count(&tools->budgeted) ==
         0;
}

/* Adds a name to `names`, and what belongs to it to `values`: both, or neither. */
static lg_status add(lg_texts *names, lg_buf *values, const char *name, size_t len, const void *value, size_t size) {
  lg_status status = lg__buf_reserve(values, size);
  if (status == LG_OK) status = lg__texts_add(names, name, len);
  if (status != LG_OK) return status;
  memcpy(values->data + values->len, value, size);
  values->len += size;
  return LG_OK;
}

lg_status lg__tools_add_limit(lg_tools *tools, const char *name, size_t len, uint32_t limit) {
  return add(&tools->limited, &tools->limits, name, len, &limit, sizeof limit);
}

lg_status lg__tools_add_policy(lg_tools *tools, const char *name, size_t len, lg_tool_policy policy) {
  return add(&tools->names, &tools->policies, name, len, &policy, sizeof policy);
}

uint32_t lg__tools_limit(const lg_tools *tools, const char *name, size_t len) {
  size_t index;
  if (!lg__texts_match(&tools->limited, name, len, &index)) return 0;
  return ((const uint32_t *)(const void *)tools->limits.data)[index];
}

bool lg__tools_similar(const lg_tools *tools, const char *name, size_t len) {
  size_t index;
  return lg__texts_match(&tools->similar, name, len, &index);
}

lg_status lg__tools_add_budget(lg_tools *tools, const char *name, size_t len, uint32_t detector) {
  uint64_t *budgets = (uint64_t *)(void *)tools->budgets.data, budget = UINT64_C(1) << detector;
  size_t index;
  lg_status status = LG_OK;
  if (lg__texts_find(&tools->budgeted, name, len, &index))
    budgets[index] |= budget;
  else
    status = add(&tools->budgeted, &tools->budgets, name, len, &budget, sizeof budget);
  if (status == LG_OK) tools->limiting |= budget;
  return status;
}

uint64_t lg__tools_outside(const lg_tools *tools, const char *name, size_t len) {
  const uint64_t *budgets = (const uint64_t *)(const void *)tools->budgets.data;
  uint64_t inside = 0;
  size_t index;
  if (name != NULL && lg__texts_find(&tools->budgeted, name, len, &index)) inside = budgets[index];
  for (size_t i = 0; name != NULL && i < lg__texts_globs(&tools->budgeted); i++)
    if (lg__texts_glob(&tools->budgeted, i, name, len, &index)) inside |= budgets[index];
  return tools->limiting & ~inside;
}

const lg_tool_policy *lg__tools_policy(const lg_tools *tools, const char *name, size_t len) {
  size_t index;
  if (!lg__texts_match(&tools->names, name, len, &index)) return NULL;
  return (const lg_tool_policy *)(const void *)tools->policies.data + index;
}
