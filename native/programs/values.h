/* Packed values (docs/identity.md): reading them, and what the programs write of them themselves. */
#ifndef PROGRAM_VALUES_H
#define PROGRAM_VALUES_H

#include "text.h"

/* The text of a string; `s` is NULL for any other value. */
program_text program_text_of(lg_value value);
/* The object's member `name`, or LG_VALUE_NONE. */
lg_value program_member(lg_value object, const char *name);
/* The value as JSON.stringify writes it, in the workspace. False: out of memory. */
bool program_json_of(lg_value value, lg_workspace *workspace, program_text *out_text);

enum {
  PROGRAM_PACKED_SIZE = 4,  /* of a size: of what is in a value, or of a key */
  PROGRAM_PACKED_HEAD = 5,  /* of a string, an array or an object: its type and its size */
  PROGRAM_PACKED_NUMBER = 9 /* its type and a double */
};

/* Writes the size, least byte first. */
void program_pack_size(size_t size, char *to);
void program_pack_head(lg_value_type type, size_t size, char *to);

#endif
