#include "names.h"

void lg__names_init(lg_names *names, const lg_allocator *allocator) {
  *names = (lg_names){0};
  lg__buf_init(&names->text, allocator);
}

void lg__names_free(lg_names *names) {
  lg__alloc_free(names->text.allocator, names->names, LG_NAMES_MAX, sizeof *names->names);
  names->names = NULL;
  lg__buf_free(&names->text);
  names->count = 0;
}

void lg__names_clear(lg_names *names) {
  names->count = names->last = 0;
  names->text.len = 0;
}

static const lg_name *find(const lg_names *names, const lg_digest *digest) {
  if (names->last < names->count && lg__digest_equal(&names->names[names->last].digest, digest))
    return &names->names[names->last];
  for (uint32_t i = 0; i < names->count; i++)
    if (lg__digest_equal(&names->names[i].digest, digest)) return &names->names[i];
  return NULL;
}

size_t lg__name_cut(const char *name, size_t len, size_t most) {
  if (len <= most) return len;
  len = most;
  while (len > 0 && ((uint8_t)name[len] & 0xC0) == 0x80) len--;
  return len;
}

lg_status lg__names_add(lg_names *names, const lg_digest *digest, const char *name, size_t len) {
  const lg_name *known = find(names, digest);
  if (known != NULL) {
    names->last = (uint32_t)(known - names->names);
    return LG_OK;
  }
  if (names->names == NULL) {
    names->names = lg__alloc_zeroed(names->text.allocator, LG_NAMES_MAX, sizeof *names->names);
    if (names->names == NULL) return LG_ENOMEM;
  }
  len = lg__name_cut(name, len, LG_NAME_KEEP);
  lg_status status = lg__buf_reserve(&names->text, len != 0 ? len : 1); /* a block even for an empty name */
  if (status != LG_OK) return status;
  if (names->count == LG_NAMES_MAX) lg__names_clear(names);
  names->names[names->count] = (lg_name){*digest, (uint32_t)names->text.len, (uint32_t)len};
  if (len != 0) memcpy(names->text.data + names->text.len, name, len);
  names->text.len += len;
  if (len > names->longest) names->longest = len;
  names->last = names->count++;
  return LG_OK;
}

const char *lg__names_find(const lg_names *names, const lg_digest *digest, size_t *out_len) {
  const lg_name *known = find(names, digest);
  if (known == NULL) {
    *out_len = 0;
    return "";
  }
  *out_len = known->len;
  return names->text.data + known->offset;
}
