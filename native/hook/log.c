#include "log.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io.h"
#include "state_folder.h"

enum { FILE_MAX = 1 << 19, NUMBER_MAX = 999999, DIGITS_AT = 5, DIGITS = 6, NAME_SIZE = 16 };

static void name_of(unsigned number, char out_name[NAME_SIZE]) {
  snprintf(out_name, NAME_SIZE, "hook-%06u.log", number % (NUMBER_MAX + 1));
}

/* The number of the newest file, or 0. */
static unsigned newest(int folder) {
  unsigned found = 0;
  DIR *listing = hook_folder_list(folder);
  for (const struct dirent *entry; listing != NULL && (entry = readdir(listing)) != NULL;) {
    const char *name = entry->d_name;
    if (strlen(name) != NAME_SIZE - 1 || strncmp(name, "hook-", DIGITS_AT) != 0) continue;
    if (strspn(name + DIGITS_AT, "0123456789") != DIGITS || strcmp(name + DIGITS_AT + DIGITS, ".log") != 0) continue;
    unsigned number = 0;
    for (size_t i = 0; i < DIGITS; i++) number = 10 * number + (unsigned)(name[DIGITS_AT + i] - '0');
    if (number > found) found = number;
  }
  if (listing != NULL) closedir(listing);
  return found;
}

void hook_log_add(const program_out *line) {
  char name[NAME_SIZE];
  struct stat about;
  int folder = hook_folder_all();
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
    (void)program_write(file, line->s, line->len);
  if (file >= 0) close(file);
  close(folder);
}
