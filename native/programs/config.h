/* The guard's configuration of a program: a preset or a file of JSON. */
#ifndef PROGRAM_CONFIG_H
#define PROGRAM_CONFIG_H

#include "json_out.h"
#include "loopguard.h"

/*
 * Adds the text for lg_guard_configure to `out`: that of the file `config` or, without one, of the preset; NULL and ""
 * mean that there is none. False: it is wrong, or needs JavaScript; `*out_why` says why.
 */
bool program_config_read(const char *preset, const char *config, program_out *out, lg_config_error *out_why);

/* Fills `out_why` with both texts, cut if they are too long; false, for `return`. */
bool program_config_fail(lg_config_error *out_why, const char *words, const char *what);

#endif
