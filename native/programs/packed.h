/* What the programs write of packed values (docs/identity.md) themselves. */
#ifndef PROGRAM_PACKED_H
#define PROGRAM_PACKED_H

#include <stddef.h>

#include "loopguard.h"

enum {
  PROGRAM_PACKED_SIZE = 4,  /* of a size: of what is in a value, or of a key */
  PROGRAM_PACKED_HEAD = 5,  /* of a string, an array or an object: its type and its size */
  PROGRAM_PACKED_NUMBER = 9 /* its type and a double */
};

/* Writes the size, least byte first. */
static inline void program_pack_size(size_t size, char *to) {
  for (size_t i = 0; i < PROGRAM_PACKED_SIZE; i++) to[i] = (char)(size >> (8 * i));
}

static inline void program_pack_head(lg_value_type type, size_t size, char *to) {
  to[0] = (char)type;
  program_pack_size(size, to + 1);
}

#endif
