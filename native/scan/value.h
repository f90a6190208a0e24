/* Texts, names and values of a row as JavaScript sees them after JSON.parse. */
#ifndef SCAN_VALUE_H
#define SCAN_VALUE_H

#include "loopguard.h"
#include "text.h"

/* Compares as JavaScript does, by UTF-16 units: below 0, 0, above 0. */
static inline int scan_compare(program_text a, program_text b) {
  return lg__compare_keys(LG_ORDER_UTF16, (const uint8_t *)a.s, a.len, (const uint8_t *)b.s, b.len);
}
/* Whether JavaScript's trim() leaves nothing. */
bool scan_is_blank(program_text text);
/* Replaces bytes that are no UTF-8 by U+FFFD, as JavaScript's decoders do. */
void scan_make_utf8(program_text text, program_out *out);
/* Whether the text may be other than UTF-8 although it is WTF-8: it has a surrogate. */
bool scan_has_surrogates(program_text text);
/* A name or an id as the scan keeps it: one of more than 512 characters is shortened to its beginning and a digest,
 * which `room` holds then. The same as keptName in lib/traces/limits.ts. */
program_text scan_kept_name(program_text name, program_out *room);
/* Prints the text on stderr, on one line, as plainText in lib/cli/terminal.ts: a blank for what a terminal must not
 * see. */
void scan_print_plain(program_text text);

/* Number.MAX_SAFE_INTEGER: the largest integer whose neighbours are doubles too. */
#define SCAN_SAFE_MAX 9007199254740991.0
/* The number that a text of digits, with a fraction or without, stands for. False: it is another text. */
bool scan_number_in(program_text text, double *out_number);
/* The value with doubles in place of numbers that keep more digits; the new one is in `room`. A number beyond all
 * doubles, such as 1e400, is null, as in JSON, or with `mark` its name behind that: in an error, and in a result. */
#define SCAN_NAMED ""
#define SCAN_MARKED "\x02"
lg_value scan_doubles(lg_value value, const char *mark, program_out *room);
/* Adds the number, which is not NaN, as String() writes it. */
void scan_put_number(program_out *out, double number);
/* Characters of the value, as JSON writes it; escapes count as what they stand for, and what is nested more than 200
 * deep does not count. The same as jsonSize in lib/cli/scan/run-costs.ts. */
double scan_size_of(lg_value value);

/* Milliseconds since 1970, as lib/traces/formats/own-formats.ts reads them; NaN: the value is no time. A date and a
 * time of day in ISO 8601, also with a space for the T, without a zone, which means UTC, or with one of hours only
 * (+02); a number of s, ms, us or ns, also as text; [seconds, nanoseconds]. */
double scan_time_of(lg_value value);
/* Adds the time as Date.toISOString writes it. False: it is beyond what a Date can be. */
bool scan_put_time(program_out *out, double ms);

#endif
