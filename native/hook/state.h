/*
 * The state of one session on disk: a folder, and in it one file for each generation, named by its number as 16 hex
 * digits. A file is the snapshot of a run, as the core writes it. The newest file that can be read counts.
 *
 *   read   generation g, 0 when there is none
 *   write  g + 1: into .tmp-<g>-<process>-<random>, which is then linked to the name of g + 1. Where that name is there
 *          already somebody was quicker, and the event is told again to what he wrote.
 *
 * No locks, so that nothing is left behind by a process that is killed. Kept are the newest 8 generations, and all
 * after one that somebody says in the name of his temporary file to have read: its successor keeps its name, however
 * long he sleeps before he links, and whatever the clock says. lib/state/file-generations.ts has the same files, and
 * why it is exact; lib/cli/hook goes through it.
 */
#ifndef HOOK_STATE_H
#define HOOK_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "event.h"

enum { HOOK_KEPT = 8 };

/* The folder of one session, open. */
typedef struct hook_state {
  int folder;                      /* a file descriptor */
  uint64_t generations[HOOK_KEPT]; /* newest first, as listed last */
  size_t count;
  uint64_t removable; /* after a write: generations up to this one are of no use any more */
} hook_state;

typedef enum hook_write { HOOK_WRITTEN, HOOK_TAKEN, HOOK_LOST } hook_write;

/*
 * Opens the folder for the session of `event`, and makes it where it is not there; then sessions that nobody has used
 * for 14 days are removed. Its name is a digest, so nothing of the input reaches the file system. False: there is no
 * place for state, or it cannot be used. Closed with hook_state_close.
 */
bool hook_state_open(const hook_event *event, hook_state *out_state);
void hook_state_close(hook_state *state);

/* Lists the newest generations. False: the folder cannot be read. */
bool hook_state_list(hook_state *state);
/* The bytes of the generation, in a block to be freed; NULL: they cannot be read. */
uint8_t *hook_state_read(const hook_state *state, uint64_t generation, size_t *out_len);
/*
 * Writes the successor of the newest generation that was listed. HOOK_TAKEN: somebody else has; list again.
 * HOOK_LOST: it cannot be written.
 */
hook_write hook_state_write(hook_state *state, const uint8_t *bytes, size_t len);
/* After HOOK_WRITTEN: removes generations that nobody needs any more, and temporary files that were left behind. */
void hook_state_tidy(const hook_state *state);

/* Milliseconds of a clock that does not run backwards. */
uint64_t hook_now_ms(void);
/* Milliseconds since 1970: the same clock in every process. */
uint64_t hook_clock_ms(void);
/* Sleeps for a random time of up to `max_us` microseconds. */
void hook_sleep(uint32_t max_us);

#endif
