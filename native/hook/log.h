/*
 * The hook's log, in the folder of all sessions: lines of JSON in hook-<number>.log. Who finds the newest file full
 * begins the next, and the one before the newest goes: two files of half a megabyte. No file is renamed or cut, so many
 * processes can write without a lock. lib/cli/hook/log-files.ts does the same.
 */
#ifndef HOOK_LOG_H
#define HOOK_LOG_H

#include "json_out.h"

/* Adds the line, if it can be. */
void hook_log_add(const program_out *line);

#endif
