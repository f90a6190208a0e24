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

#include "io.h"
#include "state_folder.h"

enum { NAME_LENGTH = 16, STATE_MAX = 64 << 20 };
/* Its successor is Number.MAX_SAFE_INTEGER, the last one for the hook in JavaScript. */
static const uint64_t LAST_GENERATION = ((uint64_t)1 << 53) - 2;
static const char TEMPORARY[] = ".tmp-";

bool hook_state_open(const hook_event *event, hook_state *out_state) {
  int folder = hook_folder_open(event);
  if (folder < 0) return false;
  *out_state = (hook_state){.folder = folder};
  return true;
}

void hook_state_close(hook_state *state) {
  close(state->folder);
  state->folder = -1;
}

/* The number in the hexadecimal digits that `name` begins with, or 0. */
static uint64_t number_in(const char *name) {
  uint64_t number = 0;
  for (size_t i = 0; i < NAME_LENGTH; i++) {
    char c = name[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return 0;
    number = number << 4 | (uint64_t)digit;
  }
  return number <= LAST_GENERATION ? number : 0;
}

/* The generation of the file with this name, or 0. */
static uint64_t generation_of(const char *name) { return strlen(name) == NAME_LENGTH ? number_in(name) : 0; }

static bool is_temporary(const char *name) { return strncmp(name, TEMPORARY, sizeof TEMPORARY - 1) == 0; }

/* The generation that the writer of a temporary file had read, or 0. */
static uint64_t generation_read(const char *name) { return number_in(name + sizeof TEMPORARY - 1); }

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
  DIR *listing = hook_folder_list(state->folder);
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
  if (!program_read_file(state->folder, name, O_NOFOLLOW, STATE_MAX, &bytes)) program_out_free(&bytes);
  *out_len = bytes.len;
  return (uint8_t *)bytes.s;
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
  DIR *listing = hook_folder_list(state->folder);
  if (listing == NULL) return;
  uint64_t newest = state->count == 0 ? 0 : state->generations[0];
  bool all_lost = true; /* nobody who read an old generation can still link a file to the name of a removed one */
  for (const struct dirent *entry; (entry = readdir(listing)) != NULL;)
    if (is_temporary(entry->d_name) && generation_read(entry->d_name) <= newest)
      all_lost = removed(state->folder, entry->d_name) && all_lost;
  rewinddir(listing);
  for (const struct dirent *entry; all_lost && (entry = readdir(listing)) != NULL;) {
    uint64_t generation = generation_of(entry->d_name);
    if (generation != 0 && generation + HOOK_KEPT <= newest + 1) (void)removed(state->folder, entry->d_name);
  }
  closedir(listing);
}

uint64_t hook_clock_ms(void) {
  struct timespec now;
  return clock_gettime(CLOCK_REALTIME, &now) == 0 ? (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000 : 0;
}

uint64_t hook_now_ms(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_MONOTONIC, &now) != 0) return 0;
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void hook_sleep(uint32_t max_us) {
  struct timespec pause = {0, (long)(random_number() % ((uint64_t)max_us + 1)) * 1000};
  nanosleep(&pause, NULL);
}
