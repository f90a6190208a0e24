/*
 * What stands around the content of an answer: members of structured results and labels in texts that say how long it
 * took, which request it was, what it cost (envelope.c), and the lines that a host puts above and below the output of a
 * command (frames.c). volatile.c leaves them out.
 *
 *   {"took": 5, "usage": {...}}   {\"took\": 5}   (Request ID: 7F3A)   <RequestId>7F3A</RequestId>   [ref=s3e12]
 *            ^ called    ^ here            ^                    ^                     ^                      ^
 */
#ifndef LG_ENVELOPE_H
#define LG_ENVELOPE_H

#include "text/spans.h"

/* Members that a policy names, with their lengths; sizes of 0: none. */
typedef struct lg_own_names {
  const char *const *names;
  const size_t *lens;
  size_t count;
} lg_own_names;

/* What a scan of a text remembers, so that all of it is linear. */
typedef struct lg_envelope {
  const lg_own_names *own; /* NULL: none */
  bool listed;             /* the names of the list count too */
  size_t boxes_from;       /* an object that did not end before this has been seen: none is tried that begins before */
  lg_span payload, named;  /* of an object: what it is about, and what of that or around it its name says; or empty */
  bool looked;             /* for that */
  bool token;              /* a cursor or the version of an item was left out, which may be all that is new */
} lg_envelope;

typedef struct lg_member_span {
  lg_span value;
  size_t letters; /* of a label, which says as little as its value; 0 for a member */
} lg_member_span;

/* Whether the digits at `at` may belong to a value of the next, by the bytes before; `begins`: they begin a word. */
bool lg__may_be_member(const lg_scan *text, size_t at, bool begins);
/*
 * The value that the digit at `digit`, the first of a run, belongs to, if it is of the envelope. Nearly all that differ
 * have a digit, so the pass need not stop at names. `known`: it is an id or a time, whatever stands before it.
 */
bool lg__span_member(lg_scan *text, size_t digit, bool known, lg_envelope *envelope, lg_member_span *out);
/* The end of the number with the run, if nothing of it can be left out: `"total": 12,` or "total: 12" behind a name
 * that is no counter's and not of the envelope, "+ 12 items" between words that say nothing of it, or where a line
 * begins. 0: ask the recognisers; it saves that for most numbers. */
size_t lg__plain_member_end(const lg_scan *text, size_t at, size_t end);
size_t lg__plain_word_end(const lg_scan *text, const lg_digits *run);
static inline size_t lg__plain_end(const lg_scan *text, const lg_digits *run) {
  bool blank = run->before == ' ';
  size_t colon = blank ? 2 : 1;
  if (lg__behind(text, run->at, colon) == ':' && (!blank || lg__behind(text, run->at, 3) == '"'))
    return lg__plain_member_end(text, run->at, run->end);
  bool apart = blank || run->before == '\n';
  bool alone = apart && (run->after == ' ' || run->after == '\n' || run->after == ',');
  return alone ? lg__plain_word_end(text, run) : 0;
}
/* Whether the number, with blanks around it, is one of whole minutes or hours behind a label, as planned: "Duration: 40
 * min"; not "Uptime: 3 hours". */
bool lg__is_planned_time(const lg_scan *text, const lg_digits *run);
/*
 * The number with the run (spans_log.c), if what stands beside it says that it was measured: 716.33 MB/s, user 0.005,
 * time (s): 0.12, duration_ms 61.6, #6 1.819 (of BuildKit), 00:00.159.
 */
bool lg__span_measured(lg_scan *text, const lg_digits *run, lg_span *out);
/* Where the name that ends before `end` begins; the LG_OF_ kinds of values of the label [start, end). */
size_t lg__name_start(const lg_scan *text, size_t end);
unsigned lg__label_kinds(const lg_scan *text, size_t start, size_t end);
/* The same of the label that ends before `end`, perhaps of two words; `*start`: where it begins. */
unsigned lg__label_before(const lg_scan *text, size_t end, size_t *start);
size_t lg__number_end(const lg_scan *text, size_t at);
bool lg__any_digit(const uint8_t *s, size_t len);
/* Whether the number [at, end) is one that clocks give (LG_OF_MEASURED); whether a string is of one of the kinds. */
bool lg__is_exact(const lg_scan *text, size_t at, size_t end);
bool lg__is_http_date(const uint8_t *s, size_t len);
bool lg__is_of_kinds(unsigned kinds, const uint8_t *s, size_t len);
/* Whether at `start` stands an object, or a list of some, one of whose first members says that it is a failure, or
 * that is `known`. */
bool lg__declares_failure(const lg_scan *text, size_t start, bool known);
/* The object that begins at `at`, if it is of the envelope. */
bool lg__span_box(lg_scan *text, size_t at, lg_envelope *envelope, lg_span *out);
/* The value of the member whose name ends with the quote at `quote`, if it is of the envelope. */
bool lg__span_named(lg_scan *text, size_t quote, lg_envelope *envelope, lg_span *out);

/* Whether it looks like a generated id or a time: a digit stands before a letter, as in 4F7KQ1, or ten digits stand
 * together; INV-00041 and 4711 are numbers of a series. */
bool lg__is_generated(const uint8_t *s, size_t len);
/* Whether at `start` stands the value of a member that tells of what it is the id: "job_id", "jobId". */
bool lg__is_named_id(const lg_scan *text, size_t start);

/* Whether an attribute of XML (QTime="12", name="QTime">12<) or an element has a value at `at`, behind the sign at
 * `*end`: names of members count. Before `*end` the label's name ends, then. */
bool lg__is_of_xml(const lg_scan *text, size_t at, size_t *end);

/* Whether the name [start, end) is of the id of a message of JSON-RPC, the request's: behind "jsonrpc":"2.0". */
bool lg__is_rpc_id(const lg_scan *text, size_t start, size_t end);

/* What is left of a normalised text: its letters beside names of members, and whether anything beside those is left. */
typedef struct lg_content {
  size_t letters;
  bool anything;
} lg_content;

size_t lg__letters_in(const lg_scan *text, size_t from, size_t end); /* of ASCII */
/* Counts up to `enough` letters. */
lg_content lg__content_of(const char *text, size_t len, size_t enough);

/* Whether a normalised text is hardly more than one URL, of which something was left out: it was signed anew. */
bool lg__is_signed_url(const char *s, size_t len);

/* A line that a host has added: nothing of it is what the tool says. */
typedef struct lg_frame_line {
  size_t start, end; /* with its line break */
  lg_span cut;       /* the part that is left out; empty: none */
} lg_frame_line;

enum { LG_FRAME_LINES = 10 };

/* The lines of the frame at the beginning, which is `from`; their number. */
size_t lg__frame_head(const lg_scan *text, size_t from, lg_frame_line lines[LG_FRAME_LINES]);
/* The same for the frame at the end, the last line first; it does not reach before `from`. */
size_t lg__frame_tail(const lg_scan *text, size_t from, lg_frame_line lines[LG_FRAME_LINES]);

/* What a value of the envelope may be; any other value is content. */
enum {
  LG_OF_NUMBER = 1, /* a number, or a string that begins with one: 12, "12ms", "PT1.5S" */
  LG_OF_ID = 2,     /* a string without blanks, or a number */
  LG_OF_CLOCK = 4,  /* a number, or a string with a digit */
  LG_OF_BOX = 8,    /* an object or an array */
  LG_OF_ANY = LG_OF_NUMBER | LG_OF_ID | LG_OF_CLOCK | LG_OF_BOX,
  LG_OF_HTTP_DATE = 16, /* "Tue, 24 Nov 2026 12:20:14 GMT" */
  LG_OF_HOST = 32,      /* LG_OF_ID that may be short or numbered only beside a list, or, of a request, in a failure */
  LG_OF_WHATEVER = 128, /* any value: a policy names it */
  LG_OF_MEASURED = 256, /* a number as clocks give it: four decimals or more, an exponent, 0.015..5.692 */
  LG_OF_EPOCH = 512,    /* a number, not in quotes */
  LG_OF_LINE = 1024,    /* of a label, the rest of the line */
  LG_OF_TOKEN = 2048,   /* a long string, mixed as in base64 */
  LG_OF_LOOSE = 4096,   /* in a text that says that something failed, LG_OF_ID, if it is no number of a series */
  LG_OF_OPAQUE = 8192,  /* a string of twelve bytes or more, without blanks */
  LG_OF_BESIDE = 32768  /* if what the answer is about stands beside it, or, LG_OF_LOOSE, it failed; an id or a clock
                           only  if it looks like one */
};

/* Whether values of these kinds must look generated (lg__is_generated), which no number below ten digits does. */
static inline bool lg__is_generated_kind(unsigned kinds) {
  return (kinds & (LG_OF_BESIDE | LG_OF_LOOSE | LG_OF_HOST | LG_OF_BOX)) == LG_OF_BESIDE;
}

enum { LG_ENVELOPE_NAME_MAX = 40 };

/* The LG_OF_ kinds of values that are no content under this name; 0: it is content. O(len). */
unsigned lg__envelope_kinds(const uint8_t *name, size_t len, unsigned as);
/* Whether the member of an answer is what that is about, by the first byte and the length of its value too. */
bool lg__is_payload(const uint8_t *name, size_t len, uint8_t first, size_t value_len);
/* Whether an object like meta that has a member of this name is about what the answer is about, too. */
bool lg__is_of_content(const uint8_t *name, size_t len);

/* As lg_normalize_volatile, whose arguments are checked; the values of the members `own` (NULL: none) are left out. */
LG_NODISCARD lg_status lg__normalize(lg_workspace *workspace, uint32_t classes, const lg_own_names *own,
                                     const char *text, size_t len, const char **out_text, size_t *out_len);

#endif
