#include "policy/guard.h"

#include "text/chars.h"

/* ---- lists of texts ---------------------------------------------------------------------------------------------- */

void lg__texts_init(lg_texts *texts, const lg_allocator *allocator) {
  lg__buf_init(&texts->bytes, allocator);
  lg__buf_init(&texts->ends, allocator);
  lg__buf_init(&texts->globs, allocator);
  lg__table_init(&texts->index, allocator, (size_t)1 << 30, sizeof(lg_count));
}

void lg__texts_free(lg_texts *texts) {
  lg__buf_free(&texts->bytes);
  lg__buf_free(&texts->ends);
  lg__buf_free(&texts->globs);
  lg__table_free(&texts->index);
}

const char *lg__texts_at(const lg_texts *texts, size_t index, size_t *out_len) {
  const size_t *ends = (const size_t *)(const void *)texts->ends.data;
  size_t begin = index > 0 ? ends[index - 1] : 0;
  *out_len = ends[index] - begin;
  return texts->bytes.data + begin;
}

lg_status lg__texts_add(lg_texts *texts, const char *text, size_t len) {
  lg_digest digest = lg_digest_bytes(NULL, text, len);
  uint32_t index = (uint32_t)lg__texts_count(texts);
  lg_count *entry;
  if (index == texts->index.max_entries) return LG_ETOOBIG;
  lg_status status = lg__buf_reserve(&texts->ends, sizeof(size_t));
  if (status == LG_OK) status = lg__buf_reserve(&texts->bytes, len + 1); /* a block even for an empty text */
  if (status == LG_OK) status = lg__buf_reserve(&texts->globs, sizeof index);
  bool is_new = lg__table_find(&texts->index, &digest) == NULL;
  if (status == LG_OK && is_new) {
    status = lg__count_touch(&texts->index, &digest, &entry);
    if (status == LG_OK) entry->count = index;
  }
  if (status == LG_OK) status = lg__buf_append(&texts->bytes, text, len);
  if (status == LG_OK) status = lg__buf_append(&texts->ends, &texts->bytes.len, sizeof(size_t));
  if (status == LG_OK && is_new && lg__is_glob(text, len)) status = lg__buf_append(&texts->globs, &index, sizeof index);
  return status;
}

/* The index of the first text that equals `name`. False: there is none. O(len). */
static bool find_text(const lg_texts *texts, const char *name, size_t len, size_t *out_index) {
  lg_digest digest = lg_digest_bytes(NULL, name, len);
  const lg_count *entry = lg__count_find(&texts->index, &digest);
  if (entry != NULL) *out_index = entry->count;
  return entry != NULL;
}

/* Whether the glob number `glob` of the list matches, and the index of its text. */
static bool match_glob(const lg_texts *texts, size_t glob, const char *name, size_t len, size_t *out_index) {
  *out_index = ((const uint32_t *)(const void *)texts->globs.data)[glob];
  size_t size;
  const char *text = lg__texts_at(texts, *out_index, &size);
  return lg__glob_matches(text, size, name, len);
}

bool lg__texts_match(const lg_texts *texts, const char *name, size_t len, size_t *out_index) {
  if (find_text(texts, name, len, out_index)) return true;
  for (size_t i = 0; i < lg__texts_globs(texts); i++)
    if (match_glob(texts, i, name, len, out_index)) return true;
  return false;
}

/* ---- what the tools of a configuration are mapped to ------------------------------------------------------------- */

static const size_t SIZES[LG_TOOL_MAPS] = {[LG_TOOL_POLICIES] = sizeof(lg_tool_policy),
                                           [LG_TOOL_LIMITS] = sizeof(uint32_t),
                                           [LG_TOOL_SIMILAR] = sizeof(bool),
                                           [LG_TOOL_BUDGETS] = sizeof(uint64_t)};

void lg__tools_init(lg_tools *tools, const lg_allocator *allocator) {
  *tools = (lg_tools){.limiting = 0};
  for (int i = 0; i < LG_TOOL_MAPS; i++) {
    lg__texts_init(&tools->maps[i].names, allocator);
    lg__buf_init(&tools->maps[i].values, allocator);
  }
}

void lg__tools_free(lg_tools *tools) {
  for (int i = 0; i < LG_TOOL_MAPS; i++) {
    lg__texts_free(&tools->maps[i].names);
    lg__buf_free(&tools->maps[i].values);
  }
}

size_t lg__tools_globs(const lg_tools *tools) {
  size_t globs = 0;
  for (int i = 0; i < LG_TOOL_MAPS; i++) globs += lg__texts_globs(&tools->maps[i].names);
  return globs;
}

bool lg__tools_none(const lg_tools *tools) {
  size_t names = 0;
  for (int i = 0; i < LG_TOOL_MAPS; i++) names += lg__texts_count(&tools->maps[i].names);
  return names == 0;
}

lg_status lg__tools_add(lg_tools *tools, lg_tool_map_of of, const char *name, size_t len, const void *value) {
  lg_tool_map *map = &tools->maps[of];
  lg_status status = lg__buf_reserve(&map->values, SIZES[of]);
  if (status == LG_OK) status = lg__texts_add(&map->names, name, len);
  if (status != LG_OK) return status;
  memcpy(map->values.data + map->values.len, value, SIZES[of]);
  map->values.len += SIZES[of];
  return LG_OK;
}

const void *lg__tools_find(const lg_tools *tools, lg_tool_map_of of, const char *name, size_t len) {
  const lg_tool_map *map = &tools->maps[of];
  size_t index;
  return lg__texts_match(&map->names, name, len, &index) ? map->values.data + index * SIZES[of] : NULL;
}

lg_status lg__tools_add_budget(lg_tools *tools, const char *name, size_t len, uint32_t detector) {
  lg_tool_map *map = &tools->maps[LG_TOOL_BUDGETS];
  uint64_t budget = UINT64_C(1) << detector;
  size_t index;
  lg_status status = LG_OK;
  if (find_text(&map->names, name, len, &index))
    ((uint64_t *)(void *)map->values.data)[index] |= budget;
  else
    status = lg__tools_add(tools, LG_TOOL_BUDGETS, name, len, &budget);
  if (status == LG_OK) tools->limiting |= budget;
  return status;
}

uint64_t lg__tools_outside(const lg_tools *tools, const char *name, size_t len) {
  const lg_tool_map *map = &tools->maps[LG_TOOL_BUDGETS];
  const uint64_t *budgets = (const uint64_t *)(const void *)map->values.data;
  uint64_t inside = 0;
  size_t index;
  if (name != NULL && find_text(&map->names, name, len, &index)) inside = budgets[index];
  for (size_t i = 0; name != NULL && i < lg__texts_globs(&map->names); i++)
    if (match_glob(&map->names, i, name, len, &index)) inside |= budgets[index];
  return tools->limiting & ~inside;
}

void lg__tools_complete(const lg_tools *tools, const char *name, size_t len, bool limited, lg_profile *profile) {
  const uint32_t *limit = limited ? NULL : lg__tools_find(tools, LG_TOOL_LIMITS, name, len);
  if (!limited) profile->limit = limit == NULL ? 0 : *limit;
  profile->similar = lg__tools_find(tools, LG_TOOL_SIMILAR, name, len) != NULL;
  profile->outside = lg__tools_outside(tools, name, len);
}
