#include "state_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "json_out.h"
#include "values.h"

#ifdef __APPLE__
static const char STATE_HOME[] = "/Library/Application Support";
#else
static const char STATE_HOME[] = "/.local/state";
#endif
static const char HOOKS[] = "/loopguard/hooks";
enum { UNUSED_DAYS = 14, REMOVED_MAX = 1000 };

static bool is_folder_name(const char *name) {
  return strlen(name) == HOOK_NAME_LENGTH && strspn(name, "0123456789abcdef") == HOOK_NAME_LENGTH;
}

/* Makes the folder `path` and its missing parents. `path` is changed meanwhile, and restored. */
static bool make_folders(char *path) {
  if (mkdir(path, 0700) == 0 || errno == EEXIST) return true;
  if (errno != ENOENT) return false;
  for (char *at = path + 1; *at != '\0'; at++) {
    if (*at != '/') continue;
    *at = '\0';
    bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
    *at = '/';
    if (!made) return false;
  }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* The folder, if it is ours and nobody else may change it. -1: it is not, or errno says why it cannot be opened. */
static int open_own(int parent, const char *path) {
  struct stat about;
  int folder = openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  if (fstat(folder, &about) == 0 && about.st_uid == geteuid() && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0)
    return folder;
  close(folder);
  errno = EPERM;
  return -1;
}

int hook_folder_all(void) {
  program_out path = {0};
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  if (state != NULL && state[0] == '/') {
    program_out_text(&path, state);
  } else if (home != NULL && home[0] == '/') {
    program_out_text(&path, home);
    program_out_text(&path, STATE_HOME);
  } else {
    return -1;
  }
  program_out_text(&path, HOOKS);
  program_out_bytes(&path, "", 1);
  int folder = -1;
  if (!path.failed) folder = open_own(AT_FDCWD, path.s);
  if (!path.failed && folder < 0 && errno == ENOENT && make_folders(path.s)) folder = open_own(AT_FDCWD, path.s);
  program_out_free(&path);
  return folder;
}

DIR *hook_folder_list(int folder) {
  int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* closedir closes what it was given */
  if (again < 0) return NULL;
  DIR *listing = fdopendir(again);
  if (listing == NULL) close(again);
  return listing;
}

/* Removes a session's folder with the files in it. */
static void remove_session(int hooks, const char *name) {
  int folder = openat(hooks, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  DIR *listing = hook_folder_list(folder);
  for (const struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(folder, entry->d_name, 0);
  if (listing != NULL) closedir(listing);
  close(folder);
  unlinkat(hooks, name, AT_REMOVEDIR);
}

/* Each new generation changes its folder, so the folder's time is that of the session's last use. */
static void remove_unused(int hooks) {
  DIR *listing = hook_folder_list(hooks);
  if (listing == NULL) return;
  time_t now = time(NULL);
  int removed = 0;
  for (const struct dirent *entry; removed < REMOVED_MAX && (entry = readdir(listing)) != NULL;) {
    struct stat about;
    if (!is_folder_name(entry->d_name)) continue;
    if (fstatat(hooks, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISDIR(about.st_mode) || now - about.st_mtime < (time_t)UNUSED_DAYS * 24 * 60 * 60) continue;
    remove_session(hooks, entry->d_name);
    removed++;
  }
  closedir(listing);
}

int hook_folder_open(const hook_event *event) {
  char name[HOOK_NAME_LENGTH + 1];
  if (!hook_session_name(event, name)) return -1;
  int hooks = hook_folder_all();
  if (hooks < 0) return -1;
  int folder = open_own(hooks, name);
  if (folder < 0 && errno == ENOENT) {
    if (mkdirat(hooks, name, 0700) == 0) remove_unused(hooks);
    folder = open_own(hooks, name);
  }
  close(hooks);
  return folder;
}
