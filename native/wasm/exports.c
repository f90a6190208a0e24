/*
 * The exports of the WebAssembly build besides lg_door_call and the memory: the door, and the block for messages. Each
 * instance of the module has one door. The caller is lib/core/wasm.ts.
 */
#include <stdlib.h>

#include "door.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

_Static_assert(sizeof(void *) == 4 && sizeof(size_t) == 4, "lib/core/wasm.ts reads addresses and sizes as 32 bits");

/* The block of this instance's door. */
static void *block;

/* A new door. 0: out of memory. */
lg_door *EXPORT(lg_wasm_door)(void);
/* Resizes the door's block to `size` bytes and returns its address; its contents stay, as far as they fit. 0: out of
 * memory, or `size` is 0; the block is unchanged. */
void *EXPORT(lg_wasm_block)(lg_door *door, size_t size);

lg_door *lg_wasm_door(void) {
  lg_door *door;
  return lg_door_new(NULL, &door) == LG_OK ? door : NULL;
}

void *lg_wasm_block(lg_door *door, size_t size) {
  void *moved = size == 0 ? NULL : realloc(block, size);
  if (moved == NULL) return NULL;
  block = moved;
  lg_door_share(door, block, size);
  return block;
}
