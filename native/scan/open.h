/* The calls of a run that wait for their outcomes, and those that the core may be asked about. */
#ifndef SCAN_OPEN_H
#define SCAN_OPEN_H

#include "run.h"

/* The waiting call with this index, or NULL. */
scan_open *scan_find_open(const scan_run *run, uint64_t index);
/* Adds a waiting call, newer than all others; NULL: out of memory. Others may move. */
scan_open *scan_add_open(scan_run *run, uint64_t index);
/* The call waits no longer: what it cost counts for its loop. Others may move. */
void scan_close_call(scan_run *run, scan_open *call);

/* Adds a call that the core knows; past SCAN_KNOWN_MAX, the older half is forgotten. */
void scan_add_known(scan_run *run, uint64_t index, uint32_t ticket);
/* Its place, or SIZE_MAX. */
size_t scan_find_known(const scan_run *run, uint64_t index);
void scan_remove_known(scan_run *run, size_t at);

#endif
