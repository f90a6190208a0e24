/* The names of an envelope: what is said about an answer, not in it. */
#ifndef LG_ENVELOPE_NAMES_H
#define LG_ENVELOPE_NAMES_H

#include "memory/memory.h"

/* What the value may be; any other value is content. */
enum {
  LG_OF_NUMBER = 1, /* a number, or a string that begins with one: 12, "12ms", "PT1.5S" */
  LG_OF_ID = 2,     /* a string without blanks, or a number */
  LG_OF_CLOCK = 4,  /* a number, or a string with a digit */
  LG_OF_BOX = 8,    /* an object or an array */
  LG_OF_ANY = LG_OF_NUMBER | LG_OF_ID | LG_OF_CLOCK | LG_OF_BOX,
  LG_OF_HTTP_DATE = 16, /* "Tue, 24 Nov 2026 12:20:14 GMT" */
  LG_OF_TEXT = 32,      /* "text" */
  LG_OF_FALSE = 64,
  LG_OF_WHATEVER = 128 /* any value: a policy names it */
};

/* Where the name counts: quoted, as that of a member; bare, as a label of a text or an element of XML. */
enum { LG_AS_MEMBER = 1, LG_AS_LABEL = 2, LG_AS_BOTH = 3 };

enum { LG_ENVELOPE_NAME_MAX = 40 };

/* The LG_OF_ kinds of values that are no content under this name; 0: it is content. O(len). */
unsigned lg__envelope_kinds(const uint8_t *name, size_t len, unsigned as);

#endif
