/*
 * The strict pass over a JSON text, before cJSON.
 *
 * cJSON is lenient where we must not be (grammar, UTF-8), and loses what we must keep (digits, U+0000, halves of pairs,
 * anything nested deeper than 1,000). So this pass checks the text by RFC 8259, settles the text of every string and
 * number, and leaves to cJSON what it is good at, the structure:
 *
 *   source     { "path": "a\/b.c", "lines": [1.50, true], "to\"do": "x" }
 *
 *   skeleton   {"path":"0","lines":["1",true],"to\"do":"2"}      keys in key form (json_text.h), values by number
 *   leaves     0  "a/b.c"   in `settled`, written anew                of their leaf in hexadecimal
 *              1  1.5       in `settled`
 *              2  "x"       in the source, where its text is as it should be
 *
 * A container at a depth that is a multiple of LG_FOLD_DEPTH is folded when it closes: what it has in the skeleton is
 * brought into its canonical form and becomes one leaf, so that no tree is deeper than that, whatever the text.
 */
#ifndef LG_JSON_SCAN_H
#define LG_JSON_SCAN_H

#include "workspace.h"

#define LG_FOLD_DEPTH 128

typedef enum lg_leaf_place {
  LG_LEAF_SOURCE,  /* in the source text */
  LG_LEAF_SETTLED, /* in workspace->settled */
  LG_LEAF_FOLDED   /* in workspace->folds */
} lg_leaf_place;

/* Where the final text of a value is. No text is longer than LG_BUF_MAX. */
typedef struct lg_leaf {
  uint32_t place;
  uint32_t start, len;
} lg_leaf;

/* Brings the skeleton from `start` on, of `values` values, into its canonical form, at the end of workspace->folds. */
typedef lg_status (*lg_fold)(void *ctx, size_t start, size_t values);

/*
 * Fills skeleton and leaves; `*out_values` is the number of values in the skeleton. The source must stay until the
 * leaves are used. Strings may hold halves of pairs, raw or escaped. LG_EJSON, LG_ENOMEM, LG_ETOOBIG, and what `fold`
 * returns. O(len), without recursion.
 */
LG_NODISCARD lg_status lg__json_scan(lg_workspace *workspace, const char *source, size_t len, lg_fold fold,
                                     void *fold_ctx, size_t *out_values);

/* The number of the leaf that a string of the skeleton stands for. */
size_t lg__leaf_number(const char *digits);

#endif
