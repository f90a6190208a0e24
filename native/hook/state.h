/*
 * The state of one session on disk: a folder with one file for each generation, named by its number as 16 hex digits.
 * A file is a snapshot of the run. The newest file that can be read is the state.
 *
 *   read   generation g, or 0 if there is none
 *   write  g + 1: to .tmp-<g>-<process>-<random>, which is then linked to the name of g + 1. If that name exists,
 * another process was faster, and the event is applied again to the state that it wrote.
 *
 * There are no locks that a killed process could leave behind. The newest 8 generations are kept. Whoever has written
 * removes first the temporary files of those who read this generation or an older one: they have lost, and cannot link
 * to a name that becomes free again. lib/store/file-generations.ts, which lib/cli/hook uses, has the same files and
 * explains why this is exact.
 */
#ifndef HOOK_STATE_H
#define HOOK_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "event.h"
#include "text.h"

enum { HOOK_KEPT = 8 };

typedef struct hook_state {
  int folder;                      /* a file descriptor */
  uint64_t generations[HOOK_KEPT]; /* newest first, from the last hook_state_list */
  size_t count;
} hook_state;

typedef enum hook_write { HOOK_WRITTEN, HOOK_TAKEN, HOOK_LOST } hook_write;

/* Opens the folder for the event's session, which the caller closes. If it is new, it is made, and sessions that were
 * not used for 14 days are removed. Its name is a digest, so that no text of the input gets into a path. False: no
 * folder can be made or opened. */
bool hook_state_open(const hook_event *event, hook_state *out_state);

/* Lists the newest generations. False: the folder cannot be read. */
bool hook_state_list(hook_state *state);
/* The bytes of the generation. NULL: they cannot be read. */
uint8_t *hook_state_read(const hook_state *state, uint64_t generation, size_t *out_len);
/* Writes the successor of the newest listed generation. HOOK_TAKEN: another process has written it; list again.
 * HOOK_LOST: it cannot be written. */
hook_write hook_state_write(hook_state *state, const uint8_t *bytes, size_t len);
/* After HOOK_WRITTEN: removes old generations, and temporary files of writers that were slower. */
void hook_state_tidy(const hook_state *state);

uint64_t hook_ms(clockid_t clock);
/* Sleeps for a random time of up to `max_us` microseconds. */
void hook_sleep(uint32_t max_us);

/* The hook's log, in the folder of all sessions: lines of JSON in hook-<number>.log. Who finds the newest file full
 * begins the next, and the one before the newest goes: two files of half a megabyte. No file is renamed or cut, so many
 * processes can write without a lock. lib/cli/hook/hook-log.ts does the same. */

/* Adds the line, if it can be. */
void hook_log_add(const program_out *line);

#endif
