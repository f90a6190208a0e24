/* Values of a row as JavaScript sees them after JSON.parse. */
#ifndef SCAN_VALUE_H
#define SCAN_VALUE_H

#include "loopguard.h"
#include "scan_text.h"
#include "text.h"

/* The number, of which JavaScript keeps a double only. False: it is none. */
bool scan_number_of(lg_value value, double *out_number);
/* The number that a text of digits, with a fraction or without, stands for. False: it is another text. */
bool scan_number_in(program_text text, double *out_number);
/* The value with doubles in place of numbers that keep more digits; the new one is in `room`. */
lg_value scan_doubles(lg_value value, program_out *room);
/* The same for a value that is compared or shown: a number beyond all doubles, such as 1e400, is not null there. */
lg_value scan_error_doubles(lg_value value, program_out *room);
lg_value scan_result_doubles(lg_value value, program_out *room);
/* Adds the number, which is not NaN, as String() writes it. */
void scan_put_number(program_out *out, double number, lg_workspace *workspace);
/*
 * Characters of the value, as JSON writes it; escapes count as what they stand for, and what is nested more than 200
 * deep does not count. The same as ValueMeter in lib/cli/scan/value-meter.ts. NaN: out of memory.
 */
double scan_size_of(lg_value value, lg_workspace *workspace);

/* Times of rows, as lib/traces/formats/table.ts reads them. */

/*
 * Milliseconds since 1970; NaN: the value is no time. A date and a time of day in ISO 8601, also with a space for the
 * T, without a zone, which means UTC, or with one of hours only (+02); a number of s, ms, us or ns, also as text;
 * [seconds, nanoseconds].
 */
double scan_time_of(lg_value value);
/* Adds the time as Date.toISOString writes it. False: it is beyond what a Date can be. */
bool scan_put_time(program_out *out, double ms);

#endif
