/* The folders for the state of sessions. */
#ifndef HOOK_STATE_FOLDER_H
#define HOOK_STATE_FOLDER_H

#include <dirent.h>

#include "event.h"

/*
 * The folder of the event's session as a file descriptor; it is made if it is missing. -1: it cannot be made. There is
 * one for each dialect, session and agent, in loopguard/hooks below $XDG_STATE_HOME; without that variable below
 * ~/.local/state, on macOS ~/Library/Application Support.
 */
int hook_folder_open(const hook_event *event);
/* The folder of all sessions in the same way. Neither is opened that belongs to another user, that others may change,
 * or that is a symbolic link. */
int hook_folder_all(void);
/* The entries of an open folder; close it with closedir. NULL: it cannot be read. */
DIR *hook_folder_list(int folder);

#endif
