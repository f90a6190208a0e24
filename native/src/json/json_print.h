/* Packed values as JSON text. */
#ifndef LG_JSON_PRINT_H
#define LG_JSON_PRINT_H

#include "json/json_read.h"
#include "json/packed.h"
#include "memory/memory.h"

/*
 * Writes the value into workspace->text as JSON.stringify would, members in the order in which they stand. Uses
 * workspace->stack. LG_EINVAL: it is no packed value. LG_ENOMEM, LG_ETOOBIG. O(len), without recursion.
 */
LG_NODISCARD lg_status lg__json_print(lg_workspace *workspace, const uint8_t *value, size_t len);

/* The content of a string, with its escapes. LG_EINVAL in `out`: it is not WTF-8. */
void lg__json_put_text(lg_writer *out, const uint8_t *s, size_t len);
/* LG_EINVAL in `out`: it is not finite. */
void lg__json_put_number(lg_writer *out, double value);
/* Two digits for each byte. */
void lg__put_hex(lg_writer *out, const uint8_t *bytes, size_t count);

#endif
