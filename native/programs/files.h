/* What the commands of the program have in common: files and pipes, options, and the file of a configuration. */
#ifndef PROGRAM_FILES_H
#define PROGRAM_FILES_H

#include <unistd.h>

#include "loopguard.h"
#include "text.h"

/* Reads what there is, whatever signals come, up to `len` bytes. 0: the end, -1: an error. */
ssize_t program_read(int file, char *to, size_t len);
/* Adds all bytes up to the end to `out`. False: an error, or more than `max` bytes. */
bool program_read_all(int file, size_t max, program_out *out);
/* The same for the file `path` in `folder` (a descriptor, or AT_FDCWD), which must be a regular one: a pipe or a device
 * could block. `flags`: more for `open`; with O_NOFOLLOW, the file must be this user's. */
bool program_read_file(int folder, const char *path, int flags, size_t max, program_out *out);
/* Writes all bytes. False: an error, which errno has. */
bool program_write(int file, const void *bytes, size_t len);

/* Whether the argument at `*at` is `name value` or `name=value`; moves `*at` to the value. `*out` is NULL if there is
 * none. */
bool program_option(int argc, char **argv, int *at, const char *name, const char **out);

/* Adds the text for lg_guard_configure to `out`: that of the file `config` or, without one, of the preset; NULL and ""
 * mean that there is none. False: it is wrong, or needs JavaScript; `*out_why` says why. */
bool program_config_read(const char *preset, const char *config, program_out *out, lg_config_error *out_why);

/* Whether each detector of the guard is such. */
bool program_detectors_are(const lg_guard *guard, bool (*such)(const lg_detector_spec *spec));

/* Fills `out_why` with both texts, cut if they are too long; false, for `return`. */
bool program_config_fail(lg_config_error *out_why, const char *words, const char *what);

/* The commands, which `main` calls. `argv` begins with the command's name. They give the exit code. */
int hook_main(int argc, char **argv);
int scan_main(int argc, char **argv);

#endif
