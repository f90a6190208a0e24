/* Memory from a handle's allocator. Of the core's files only alloc.c calls malloc, realloc and free. */
#ifndef LG_ALLOC_H
#define LG_ALLOC_H

#include "internal.h"

/* The allocator for a handle: a copy of `from`, or the C library's for NULL. LG_EINVAL: one of its functions is NULL.
 */
LG_NODISCARD lg_status lg__allocator_init(lg_allocator *allocator, const lg_allocator *from);

/* `count` items of `size` bytes, zeroed. NULL: out of memory, or the product overflows. */
void *lg__alloc_zeroed(const lg_allocator *allocator, size_t count, size_t size);
/* Grows or shrinks. `ptr` may be NULL. NULL, and `ptr` stays valid: out of memory, or a product overflows. */
void *lg__alloc_resize(const lg_allocator *allocator, void *ptr, size_t old_count, size_t count, size_t size);
/* `ptr` may be NULL. */
void lg__alloc_free(const lg_allocator *allocator, void *ptr, size_t count, size_t size);

#endif
