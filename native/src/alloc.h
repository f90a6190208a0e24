/* Memory through the handle's allocator. The only file of the core that names malloc, realloc or free is alloc.c. */
#ifndef LG_ALLOC_H
#define LG_ALLOC_H

#include "internal.h"

/* The allocator to keep in a handle: a copy of `given`, or the C library's when it is NULL. LG_EINVAL: a hole in it. */
LG_NODISCARD lg_status lg__allocator_init(lg_allocator *allocator, const lg_allocator *given);

/* `count` items of `size` bytes, zeroed; NULL when memory is short or the product wraps. */
void *lg__alloc_zeroed(const lg_allocator *allocator, size_t count, size_t size);
/* Grows or shrinks; NULL, and `ptr` untouched, when memory is short or a product wraps. `ptr` may be NULL. */
void *lg__alloc_resize(const lg_allocator *allocator, void *ptr, size_t old_count, size_t count, size_t size);
/* `ptr` may be NULL. */
void lg__alloc_free(const lg_allocator *allocator, void *ptr, size_t count, size_t size);

#endif
