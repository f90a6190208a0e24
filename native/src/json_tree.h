/*
 * The only file of the core that sees cJSON, but for those that walk its nodes. cJSON parses; it never prints.
 *
 * Its nodes and strings come from one block that is large enough before it starts, so that it never meets a failed
 * allocation, and that is simply used again for the next text, so that nothing is freed one by one.
 */
#ifndef LG_JSON_TREE_H
#define LG_JSON_TREE_H

#include "workspace.h"

/* cJSON is compiled into json_tree.c; nobody outside the core is to link against that copy. */
#define CJSON_HIDE_SYMBOLS
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif
#include "json_tree_names.h"
#include "../vendor/cjson/cJSON.h"
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* Parses a skeleton (json_scan.h) of at most `values` values; `extra` bytes stay free for lg__tree_take. The tree holds
 * until the next parse. LG_ENOMEM. O(len). */
LG_NODISCARD lg_status lg__tree_parse(lg_tree *tree, const lg_allocator *allocator, const char *skeleton, size_t len,
                                      size_t values, size_t extra, cJSON **out_root);
/* `size` bytes out of the block, aligned for a node; NULL when it is used up. */
void *lg__tree_take(lg_tree *tree, size_t size);
void lg__tree_free(lg_tree *tree, const lg_allocator *allocator);

#endif
