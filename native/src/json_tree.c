#include "json_tree.h"

/* What cJSON.c includes, before its words for memory are given another meaning. */
#include <ctype.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * cJSON's allocation functions have no context argument, and its parser gives memory back through a global when it
 * fails. So its malloc, realloc and free are ours, and the block to cut from is found through this pointer: set just
 * before the parser runs and cleared right after, on one thread, so that no call ever sees the block of another.
 */
#if defined(_MSC_VER) && !defined(__clang__)
static __declspec(thread) lg_tree *current;
#else
static _Thread_local lg_tree *current;
#endif

static void *tree_malloc(size_t size) { return lg__tree_take(current, size); }

/* cJSON grows memory only when it prints, which it never does here. */
static void *tree_realloc(void *ptr, size_t size) {
  (void)ptr;
  (void)size;
  return NULL;
}

static void tree_free(void *ptr) { (void)ptr; }

/* cJSON compares each value with three literals; memcmp of a constant length is inlined, and no skeleton holds a NUL.
 */
#define strncmp memcmp
#define malloc tree_malloc
#define realloc tree_realloc
#define free tree_free
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#if defined(__clang__)
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#endif
#endif
#include "../vendor/cjson/cJSON.c"
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
#undef strncmp
#undef malloc
#undef realloc
#undef free

#define ALIGNMENT sizeof(double)
_Static_assert(sizeof(void *) <= sizeof(double), "a node is aligned for a pointer too");

void *lg__tree_take(lg_tree *tree, size_t size) {
  size_t left = tree->capacity - tree->used; /* always a multiple of the alignment */
  if (size > left) return NULL;
  void *ptr = tree->data + tree->used;
  tree->used += (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
  return ptr;
}

void lg__tree_free(lg_tree *tree, const lg_allocator *allocator) {
  lg__alloc_free(allocator, tree->data, tree->capacity, 1);
  *tree = (lg_tree){NULL, 0, 0};
}

/* Room for `values` nodes, a name and a text to each, rounded, and the bytes of those. */
static lg_status reserve(lg_tree *tree, const lg_allocator *allocator, size_t len, size_t values, size_t extra) {
  size_t size;
  if (!lg__size_mul(values, sizeof(cJSON) + 2 * ALIGNMENT, &size) || !lg__size_add(size, len, &size) ||
      !lg__size_add(size, extra, &size) || !lg__size_add(size, size / 4 + ALIGNMENT, &size)) {
    return LG_ENOMEM;
  }
  size &= ~(ALIGNMENT - 1);
  tree->used = 0;
  if (size <= tree->capacity) return LG_OK;
  if (size < 4096) size = 4096;
  char *data = lg__alloc_resize(allocator, NULL, 0, size, 1);
  if (data == NULL) return LG_ENOMEM;
  lg__tree_free(tree, allocator);
  *tree = (lg_tree){data, 0, size};
  return LG_OK;
}

lg_status lg__tree_parse(lg_tree *tree, const lg_allocator *allocator, const char *skeleton, size_t len, size_t values,
                         size_t extra, cJSON **out_root) {
  lg_status status = reserve(tree, allocator, len, values, extra);
  if (status != LG_OK) return status;
  cJSON *root = lg__tree_take(tree, sizeof *root);
  if (root == NULL) return LG_ENOMEM;
  memset(root, 0, sizeof *root);
  parse_buffer buffer = {(const unsigned char *)skeleton, len, 0, 0, global_hooks};
  current = tree;
  /* Not cJSON_Parse: that one writes a global, the place of the last error, which threads would race for. */
  cJSON_bool parsed = parse_value(root, &buffer);
  current = NULL;
  /* A skeleton is JSON by its making: if anything, the block was too small, and LG_EJSON would mislead the caller. */
  if (!parsed || buffer.offset != len) return LG_ENOMEM;
  *out_root = root;
  return LG_OK;
}
