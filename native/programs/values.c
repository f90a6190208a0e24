#include "values.h"

program_text program_text_of(lg_value value) {
  program_text text = {NULL, 0};
  if (lg_value_kind(value) == LG_VALUE_STRING) (void)lg_value_text(value, &text.s, &text.len);
  return text;
}

lg_value program_member(lg_value object, const char *name) { return lg_value_member(object, name, strlen(name)); }

bool program_json_of(lg_value value, lg_workspace *workspace, program_text *out_text) {
  const char *bytes = (const char *)value.bytes;
  return lg_canonicalize(workspace, LG_VERBATIM, LG_ARGS_PACKED, bytes, value.len, &out_text->s, &out_text->len) ==
         LG_OK;
}

void program_pack_size(size_t size, char *to) {
  for (size_t i = 0; i < PROGRAM_PACKED_SIZE; i++) to[i] = (char)(size >> (8 * i));
}

void program_pack_head(lg_value_type type, size_t size, char *to) {
  to[0] = (char)type;
  program_pack_size(size, to + 1);
}
