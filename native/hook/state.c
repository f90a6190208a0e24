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

#include "json_out.h"
#include "state_folder.h"

enum { NAME_LENGTH = 16, YOUNG_SECONDS = 60, STATE_MAX = 64 << 20 };
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

/* The number in the name of a generation's file, or 0. */
static uint64_t generation_of(const char *name) {
  uint64_t number = 0;
  if (strlen(name) != NAME_LENGTH) return 0;
  for (size_t i = 0; i < NAME_LENGTH; i++) {
    char c = name[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (digit < 0) return 0;
    number = number << 4 | (uint64_t)digit;
  }
  return number >> 63 == 0 ? number : 0; /* so that there is always a next one */
}

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

static bool read_all(int file, uint8_t *bytes, size_t len) {
  for (size_t at = 0; at < len;) {
    ssize_t got = read(file, bytes + at, len - at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += (size_t)got;
  }
  return true;
}

uint8_t *hook_state_read(const hook_state *state, uint64_t generation, size_t *out_len) {
  char name[NAME_LENGTH + 1];
  generation_name(generation, name);
  int file = openat(state->folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return NULL;
  struct stat about;
  uint8_t *bytes = NULL;
  if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0 && about.st_size <= STATE_MAX) {
    *out_len = (size_t)about.st_size;
    bytes = malloc(*out_len);
    if (bytes != NULL && !read_all(file, bytes, *out_len)) {
      free(bytes);
      bytes = NULL;
    }
  }
  close(file);
  return bytes;
}

static bool write_all(int file, const uint8_t *bytes, size_t len) {
  for (size_t at = 0; at < len;) {
    ssize_t put = write(file, bytes + at, len - at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += (size_t)put;
  }
  return true;
}

static uint64_t random_number(void) {
  uint64_t number;
  return getentropy(&number, sizeof number) == 0 ? number : (uint64_t)getpid();
}

hook_write hook_state_write(hook_state *state, const uint8_t *bytes, size_t len) {
  char name[NAME_LENGTH + 1], temporary[64];
  uint64_t generation = state->count == 0 ? 1 : state->generations[0] + 1;
  generation_name(generation, name);
  snprintf(temporary, sizeof temporary, "%s%ld-%016llx", TEMPORARY, (long)getpid(),
           (unsigned long long)random_number());
  int file = openat(state->folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0) return HOOK_LOST;
  bool written = write_all(file, bytes, len);
  written = close(file) == 0 && written;
  hook_write result = HOOK_LOST;
  if (written && linkat(state->folder, temporary, state->folder, name, 0) == 0) {
    result = HOOK_WRITTEN;
    insert(state, generation);
  } else if (written && errno == EEXIST) {
    result = HOOK_TAKEN;
  }
  unlinkat(state->folder, temporary, 0);
  return result;
}

static bool is_young(int folder, const char *name, time_t now) {
  struct stat about;
  return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0 || now - about.st_mtime < YOUNG_SECONDS;
}

void hook_state_tidy(const hook_state *state) {
  if (state->count == 0) return;
  DIR *listing = hook_folder_list(state->folder);
  if (listing == NULL) return;
  time_t now = time(NULL);
  uint64_t oldest = state->generations[state->count - 1];
  for (const struct dirent *entry; (entry = readdir(listing)) != NULL;) {
    uint64_t generation = generation_of(entry->d_name);
    bool temporary = strncmp(entry->d_name, TEMPORARY, sizeof TEMPORARY - 1) == 0;
    bool spare = temporary || (generation != 0 && state->count == HOOK_KEPT && generation < oldest);
    if (spare && !is_young(state->folder, entry->d_name, now)) unlinkat(state->folder, entry->d_name, 0);
  }
  closedir(listing);
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
