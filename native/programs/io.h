/* Reading and writing of files and pipes, whatever signals come. */
#ifndef PROGRAM_IO_H
#define PROGRAM_IO_H

#include <unistd.h>

#include "json_out.h"

/* Reads what there is, up to `len` bytes. 0: the end, -1: an error. */
ssize_t program_read(int file, char *to, size_t len);
/* Adds all bytes up to the end to `out`. False: an error, no memory, or more than `max` bytes. */
bool program_read_all(int file, size_t max, program_out *out);
/*
 * The same for the file `path` in `folder` (a descriptor, or AT_FDCWD), which must be a regular one: a pipe or a device
 * could block. `flags`: more for `open`; with O_NOFOLLOW, the file must be this user's.
 */
bool program_read_file(int folder, const char *path, int flags, size_t max, program_out *out);
/* Writes all bytes. False: an error, which errno has. */
bool program_write(int file, const void *bytes, size_t len);

#endif
