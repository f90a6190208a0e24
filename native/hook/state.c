#include "state.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

#include "files.h"

/* ---- folders ----------------------------------------------------------------------------------------------------- */

#ifdef __APPLE__
static const char STATE_HOME[] = "/Library/Application Support";
#else
static const char STATE_HOME[] = "/.local/state";
#endif
static const char HOOKS[] = "/loopguard/hooks";
enum { UNUSED_DAYS = 14, REMOVED_MAX = 1000 };

/* Makes the folder `path` and its missing parents. `path` is changed meanwhile, and restored. */
static bool make_folders(char *path) {
  for (char *at = path + 1;; at++) {
    if (*at != '/' && *at != '\0') continue;
    char end = *at;
    *at = '\0';
    bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
    *at = end;
    if (!made || end == '\0') return made;
  }
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

/* The folder of all sessions in the same way. Neither is opened that belongs to another user, that others may change,
 * or that is a symbolic link. */
static int folder_of_all(void) {
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
  int folder = open_own(AT_FDCWD, path.data);
  if (folder < 0 && errno == ENOENT && make_folders(path.data)) folder = open_own(AT_FDCWD, path.data);
  return folder;
}

/* The entries of an open folder; close it with closedir. NULL: it cannot be read. */
static DIR *list_folder(int folder) {
  int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* closedir closes what it was given */
  if (again < 0) return NULL;
  DIR *listing = fdopendir(again);
  if (listing == NULL) close(again);
  return listing;
}

static void remove_session(int hooks, const char *name) {
  int folder = openat(hooks, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  DIR *listing = list_folder(folder);
  for (const struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlinkat(folder, entry->d_name, 0);
  if (listing != NULL) closedir(listing);
  close(folder);
  unlinkat(hooks, name, AT_REMOVEDIR);
}

/* Each new generation changes its folder, so the folder's time is that of the session's last use. */
static void remove_unused(int hooks) {
  DIR *listing = list_folder(hooks);
  if (listing == NULL) return;
  time_t now = time(NULL);
  int removed = 0;
  for (const struct dirent *entry; removed < REMOVED_MAX && (entry = readdir(listing)) != NULL;) {
    struct stat about;
    bool named = strspn(entry->d_name, "0123456789abcdef") == HOOK_NAME_LENGTH;
    if (!named || entry->d_name[HOOK_NAME_LENGTH] != '\0') continue;
    if (fstatat(hooks, entry->d_name, &about, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (!S_ISDIR(about.st_mode) || now - about.st_mtime < (time_t)UNUSED_DAYS * 24 * 60 * 60) continue;
    remove_session(hooks, entry->d_name);
    removed++;
  }
  closedir(listing);
}

/* There is a folder for each dialect, session and agent, in loopguard/hooks below $XDG_STATE_HOME; without that
 * variable below ~/.local/state, on macOS ~/Library/Application Support. */
bool hook_state_open(const hook_event *event, hook_state *out_state) {
  char name[HOOK_NAME_LENGTH + 1];
  int hooks = hook_session_name(event, name) ? folder_of_all() : -1;
  if (hooks < 0) return false;
  *out_state = (hook_state){.folder = open_own(hooks, name)};
  if (out_state->folder < 0 && errno == ENOENT) {
    if (mkdirat(hooks, name, 0700) == 0) remove_unused(hooks);
    out_state->folder = open_own(hooks, name);
  }
  close(hooks);
  return out_state->folder >= 0;
}

/* ---- generations ------------------------------------------------------------------------------------------------- */

enum { NAME_LENGTH = 16, STATE_MAX = 64 << 20 };
/* Its successor is Number.MAX_SAFE_INTEGER, the last one for the hook in JavaScript. */
static const uint64_t LAST_GENERATION = ((uint64_t)1 << 53) - 2;
static const char TEMPORARY[] = ".tmp-";

/* The number in the hexadecimal digits that `name` begins with, or 0. */
static uint64_t number_in(const char *name) {
  char digits[NAME_LENGTH + 1] = "";
  if (strspn(name, "0123456789abcdef") >= NAME_LENGTH) memcpy(digits, name, NAME_LENGTH);
  uint64_t number = strtoull(digits, NULL, 16);
  return number <= LAST_GENERATION ? number : 0;
}

/* The generation of the file with this name, or 0. */
static uint64_t generation_of(const char *name) { return strlen(name) == NAME_LENGTH ? number_in(name) : 0; }

static void generation_name(uint64_t generation, char out_name[NAME_LENGTH + 1]) {
  snprintf(out_name, NAME_LENGTH + 1, "%016llx", (unsigned long long)generation);
}

static void insert(hook_state *state, uint64_t generation) {
  size_t at = 0;
  while (at < state->count && state->generations[at] > generation) at++;
  if (at == HOOK_KEPT) return;
  if (state->count < HOOK_KEPT) state->count++;
  memmove(&state->generations[at + 1], &state->generations[at], (state->count - at - 1) * sizeof *state->generations);
  state->generations[at] = generation;
}

bool hook_state_list(hook_state *state) {
  DIR *listing = list_folder(state->folder);
  if (listing == NULL) return false;
  state->count = 0;
  for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
    uint64_t generation = generation_of(entry->d_name);
    if (generation != 0) insert(state, generation);
  }
  closedir(listing);
  return true;
}

uint8_t *hook_state_read(const hook_state *state, uint64_t generation, size_t *out_len) {
  char name[NAME_LENGTH + 1];
  program_out bytes = {0};
  generation_name(generation, name);
  if (!program_read_file(state->folder, name, O_NOFOLLOW, STATE_MAX, &bytes)) return NULL;
  *out_len = bytes.len;
  return (uint8_t *)bytes.data;
}

static uint64_t random_number(void) {
  uint64_t number;
  return getentropy(&number, sizeof number) == 0 ? number : (uint64_t)getpid();
}

static bool write_temporary(const hook_state *state, const char *name, const uint8_t *bytes, size_t len) {
  int file = openat(state->folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return false;
  bool written = program_write(file, bytes, len);
  return close(file) == 0 && written;
}

hook_write hook_state_write(hook_state *state, const uint8_t *bytes, size_t len) {
  char name[NAME_LENGTH + 1], temporary[80];
  uint64_t read = state->count == 0 ? 0 : state->generations[0];
  if (read == LAST_GENERATION) return HOOK_LOST;
  generation_name(read + 1, name);
  if (faccessat(state->folder, name, F_OK, 0) == 0) return HOOK_TAKEN; /* most lost races end here, before any write */
  snprintf(temporary, sizeof temporary, "%s%016llx-%ld-%016llx", TEMPORARY, (unsigned long long)read, (long)getpid(),
           (unsigned long long)random_number());
  hook_write result = HOOK_LOST;
  errno = 0;
  if (write_temporary(state, temporary, bytes, len) && hook_state_list(state)) {
    uint64_t newest = state->count == 0 ? 0 : state->generations[0];
    if (newest != read) {
      result = HOOK_TAKEN;
    } else if (linkat(state->folder, temporary, state->folder, name, 0) == 0) {
      result = HOOK_WRITTEN;
    } else if (errno == EEXIST || errno == ENOENT) {
      result = HOOK_TAKEN; /* ENOENT: a faster writer has removed the temporary file */
    }
  } else if (errno == ENOENT) {
    result = HOOK_TAKEN; /* the folder was removed meanwhile */
  }
  unlinkat(state->folder, temporary, 0);
  return result;
}

/* False: it is a file that could not be removed. What is no file was not made by a writer. */
static bool removed(int folder, const char *name) {
  struct stat about;
  if (unlinkat(folder, name, 0) == 0 || errno == ENOENT) return true;
  return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(about.st_mode);
}

void hook_state_tidy(const hook_state *state) {
  DIR *listing = list_folder(state->folder);
  if (listing == NULL) return;
  uint64_t newest = state->count == 0 ? 0 : state->generations[0];
  bool all_lost = true; /* nobody who read an old generation can still link a file to the name of a removed one */
  for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
    size_t mark = sizeof TEMPORARY - 1; /* behind it stands the generation that the writer had read */
    if (strncmp(entry->d_name, TEMPORARY, mark) == 0 && number_in(entry->d_name + mark) <= newest)
      all_lost = removed(state->folder, entry->d_name) && all_lost;
  }
  rewinddir(listing);
  for (const struct dirent *entry; all_lost && (entry = readdir(listing)) != NULL;) {
    uint64_t generation = generation_of(entry->d_name);
    if (generation != 0 && generation + HOOK_KEPT <= newest + 1) (void)removed(state->folder, entry->d_name);
  }
  closedir(listing);
}

uint64_t hook_ms(clockid_t clock) {
  struct timespec now;
  return clock_gettime(clock, &now) == 0 ? (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000 : 0;
}

void hook_sleep(uint32_t max_us) {
  struct timespec pause = {0, (long)(random_number() % ((uint64_t)max_us + 1)) * 1000};
  nanosleep(&pause, NULL);
}

/* ---- the log ----------------------------------------------------------------------------------------------------- */

enum { FILE_MAX = 1 << 19, NUMBER_MAX = 999999, DIGITS_AT = 5, DIGITS = 6, NAME_SIZE = 16 };

static void name_of(unsigned number, char out_name[NAME_SIZE]) {
  snprintf(out_name, NAME_SIZE, "hook-%06u.log", number % (NUMBER_MAX + 1));
}

/* The number of the newest file, or 0. */
static unsigned newest(int folder) {
  unsigned found = 0;
  DIR *listing = list_folder(folder);
  for (const struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
    const char *name = entry->d_name;
    if (strlen(name) != NAME_SIZE - 1 || strncmp(name, "hook-", DIGITS_AT) != 0) continue;
    if (strspn(name + DIGITS_AT, "0123456789") != DIGITS || strcmp(name + DIGITS_AT + DIGITS, ".log") != 0) continue;
    unsigned number = (unsigned)strtoul(name + DIGITS_AT, NULL, 10);
    if (number > found) found = number;
  }
  if (listing != NULL) closedir(listing);
  return found;
}

void hook_log_add(const program_out *line) {
  char name[NAME_SIZE];
  struct stat about;
  int folder = folder_of_all();
  if (folder < 0) return;
  unsigned number = newest(folder);
  name_of(number, name);
  bool is_full = number == 0 || (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && about.st_size >= FILE_MAX);
  if (is_full && number < NUMBER_MAX) {
    if (number > 1) {
      name_of(number - 1, name);
      unlinkat(folder, name, 0);
    }
    name_of(number + 1, name);
  }
  int flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  int file = openat(folder, name, flags, 0600);
  if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid())
    (void)program_write(file, line->data, line->len);
  if (file >= 0) close(file);
  close(folder);
}
