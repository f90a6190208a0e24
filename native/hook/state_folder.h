/* Where the state of sessions is kept, and for how long. */
#ifndef HOOK_STATE_FOLDER_H
#define HOOK_STATE_FOLDER_H

#include <dirent.h>

#include "event.h"

/*
 * The folder of the event's session as a file descriptor, made where it is not there; -1: there is no place for it.
 * Below $XDG_STATE_HOME, and without one ~/.local/state, on macOS ~/Library/Application Support: loopguard/hooks, and
 * one folder for each dialect, session and agent.
 */
int hook_folder_open(const hook_event *event);
/* The entries of an open folder from the first on, to be closed with closedir; NULL: it cannot be read. */
DIR *hook_folder_list(int folder);

#endif
