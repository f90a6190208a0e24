#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* How much room there is for a part, and the least that a part may have of it. */
enum { PART = 16384, LEAST = 4096 };

ssize_t program_read(int file, char *to, size_t len) {
  ssize_t got;
  do got = read(file, to, len);
  while (got < 0 && errno == EINTR);
  return got;
}

bool program_read_all(int file, size_t max, program_out *out) {
  size_t begin = out->len;
  for (;;) {
    if (out->size - out->len < LEAST && !program_out_reserve(out, PART)) return false;
    ssize_t got = program_read(file, out->s + out->len, out->size - out->len);
    if (got <= 0) return got == 0;
    out->len += (size_t)got;
    if (out->len - begin > max) return false;
  }
}

bool program_read_file(int folder, const char *path, int flags, size_t max, program_out *out) {
  struct stat about;
  int file = openat(folder, path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | flags);
  if (file < 0) return false;
  bool ours = fstat(file, &about) == 0 && ((flags & O_NOFOLLOW) == 0 || about.st_uid == geteuid());
  bool whole = ours && S_ISREG(about.st_mode) && program_read_all(file, max, out);
  close(file);
  return whole;
}

bool program_write(int file, const void *bytes, size_t len) {
  for (size_t at = 0; at < len;) {
    ssize_t put = write(file, (const char *)bytes + at, len - at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    at += (size_t)put;
  }
  return true;
}
