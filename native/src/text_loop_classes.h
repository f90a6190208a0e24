/* What each byte of a text is, for text_loop.c. */
#ifndef LG_TEXT_LOOP_CLASSES_H
#define LG_TEXT_LOOP_CLASSES_H

#include <stdint.h>

/* Classes of bytes: bits; NEXT times the classes that may follow without more ado is added to each. */
#define LETTER 1u /* of ASCII */
#define SIGN 2u   /* of ASCII, and what is nothing of the rest */
#define STOP 4u   /* may end a sentence */
#define BLANK 8u  /* the space */
#define SPACE 16u /* white space but the space */
#define DIGIT 32u
#define TAIL 64u      /* 0x80 to 0xBF */
#define ALPHABET 128u /* first byte of a letter of another alphabet */
#define WIDE 256u     /* first byte of a letter of a script that may have no spaces */
#define LEAD 512u     /* first byte of another character beyond ASCII */
#define ASTRAL 1024u  /* first of four bytes */
#define ANY_SPACE (BLANK | SPACE)
#define NEXT 65536u
/* In a word any of these may follow; behind white space and a full stop a space is not that simple. */
#define PLAIN (LETTER | SIGN | STOP)
#define WITHIN ((PLAIN | BLANK) * NEXT)
#define BETWEEN (PLAIN * NEXT)

/* 0xED is the first byte of surrogates too, so its Hangul (U+D000 to U+D7A3) does not count as letters. */
/* clang-format off */
#define BYTES \
    O, O, O, O, O, O, O, O, O, S, S, S, S, S, O, O, \
    O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, \
    B, P, O, O, O, O, O, O, O, O, O, O, O, O, P, O, \
    D, D, D, D, D, D, D, D, D, D, O, O, O, O, O, P, \
    O, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, \
    A, A, A, A, A, A, A, A, A, A, A, O, O, O, O, O, \
    O, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, \
    A, A, A, A, A, A, A, A, A, A, A, O, O, O, O, O, \
    T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, \
    T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, \
    T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, \
    T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, \
    L, L, L, X, X, X, X, X, X, X, X, X, X, X, X, X, \
    X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, X, \
    W, W, L, W, W, W, W, W, W, W, W, W, W, L, L, L, \
    F, F, F, F, F, L, L, L, L, L, L, L, L, L, L, L

#define WORD ((uint64_t)1 << 32)
/* In one object, so that a loop that reads both needs one address. */
static const struct {
  uint64_t letters_and_words[256]; /* what it adds to them: a run of white space is counted with its first */
  uint32_t class[256];
} of_byte = {
#define A 1
#define O 0
#define P 0
#define B WORD
#define S WORD
#define D 0
#define T 0
#define X 1
#define W 1
#define L 0
#define F 0
  {BYTES},
#undef A
#undef O
#undef P
#undef B
#undef S
#undef D
#undef T
#undef X
#undef W
#undef L
#undef F
#define A (LETTER | WITHIN)
#define O (SIGN | WITHIN)
#define P (STOP | BETWEEN)
#define B (BLANK | BETWEEN)
#define S (SPACE | BETWEEN)
#define D (DIGIT | WITHIN)
#define T (TAIL | WITHIN)
#define X (ALPHABET | WITHIN)
#define W (WIDE | WITHIN)
#define L (LEAD | WITHIN)
#define F (ASTRAL | WITHIN)
  {BYTES}
#undef A
#undef O
#undef P
#undef B
#undef S
#undef D
#undef T
#undef X
#undef W
#undef L
#undef F
};
/* clang-format on */

#endif
