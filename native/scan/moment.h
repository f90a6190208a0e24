/* Times of rows, as lib/traces/formats/table.ts reads them. */
#ifndef SCAN_MOMENT_H
#define SCAN_MOMENT_H

#include "loopguard.h"
#include "scan_text.h"

/*
 * Milliseconds since 1970; NaN: the value is no time. A date and a time of day in ISO 8601, also with a space for the
 * T, without a zone, which means UTC, or with one of hours only (+02); a number of s, ms, us or ns, also as text;
 * [seconds, nanoseconds].
 */
double scan_time_of(lg_value value);
/* Adds the time as Date.toISOString writes it. False: it is beyond what a Date can be. */
bool scan_put_time(program_out *out, double ms);

#endif
