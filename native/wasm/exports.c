/*
 * What the WebAssembly build exports beside lg_door_call and its memory: the door, and the block that JavaScript writes
 * messages to. An instance of the module is an instance of the core: it has one door. lib/core/wasm.ts is the caller.
 */
#include <stdlib.h>

#include "door.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

_Static_assert(sizeof(void *) == 4 && sizeof(size_t) == 4, "lib/core/wasm.ts reads addresses and sizes as 32 bits");

/* Of this instance's one door. */
static void *block;

/* A new door; 0 when memory is short. */
lg_door *EXPORT(lg_wasm_door)(void);
/* Makes the door's block `size` bytes, more or fewer, and gives its address; what was in it stays as far as there is
 * room. 0 when memory is short, or for size 0: the block is as it was. */
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
