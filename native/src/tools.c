#include "tools.h"

#include "glob.h"

void lg__tools_init(lg_tools *tools, const lg_allocator *allocator) {
  lg__texts_init(&tools->names, allocator);
  lg__texts_init(&tools->limited, allocator);
  lg__texts_init(&tools->similar, allocator);
  lg__texts_init(&tools->budgeted, allocator);
  lg__buf_init(&tools->policies, allocator);
  lg__buf_init(&tools->limits, allocator);
  lg__buf_init(&tools->budgets, allocator);
  tools->uncounted = 0;
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
  return add(&tools->budgeted, &tools->budgets, name, len, &detector, sizeof detector);
}

uint64_t lg__tools_outside(const lg_tools *tools, const char *name, size_t len) {
  uint64_t limited = 0, inside = 0;
  for (size_t i = 0; i < lg__texts_count(&tools->budgeted); i++) {
    size_t size;
    const char *text = lg__texts_at(&tools->budgeted, i, &size);
    uint64_t budget = (uint64_t)1 << ((const uint32_t *)(const void *)tools->budgets.data)[i];
    limited |= budget;
    if (name == NULL) continue;
    bool equal = size == len && memcmp(text, name, len) == 0;
    if (equal || (lg__is_glob(text, size) && lg__glob_matches(text, size, name, len))) inside |= budget;
  }
  return limited & ~inside;
}

const lg_tool_policy *lg__tools_policy(const lg_tools *tools, const char *name, size_t len) {
  size_t index;
  if (!lg__texts_match(&tools->names, name, len, &index)) return NULL;
  return (const lg_tool_policy *)(const void *)tools->policies.data + index;
}
