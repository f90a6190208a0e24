/*
 * What the texts of calls and results mean, in this order: what passes by itself and what says nothing (result_words.c,
 * not_yet.c, state_table.c), failures of one kind (failure_family.c), and what a call does (call_signs.c).
 *
 * Texts that say that something passes by itself: failures (rate limits, timeouts, server errors), and "not yet" (a
 * state such as pending or running, 0/3 ready, 45 %). The words are in lib/base/failures.ts and
 * scripts/native-tables/not-yet-words.mjs.
 */
#ifndef LG_MEANING_H
#define LG_MEANING_H

#include "memory/memory.h"
#include "text/chars.h"

typedef enum lg_says {
  LG_SAYS_FAILURE,   /* a failure that passes, wherever it stands */
  LG_SAYS_NUMBER,    /* ... beside a word of LG_NUMBER_WORDS */
  LG_SAYS_NOT_YET,   /* "not yet", wherever it stands */
  LG_SAYS_STATE,     /* ... where a state stands */
  LG_SAYS_KEYED,     /* ... behind the word for a state, or below it in a table */
  LG_SAYS_AMID,      /* "中": ... behind one of LG_BEFORE_AMID */
  LG_SAYS_GOING_ON,  /* "ing": ... as the end of a state */
  LG_SAYS_BEGINNING, /* ... at the beginning of the text */
  LG_SAYS_BEING,     /* "being ": ... with what is done to it */
  LG_SAYS_UNDONE,    /* ... as a member that is false or 0 */
  LG_SAYS_DOING,     /* ... that is true */
  LG_SAYS_YET,       /* "yet": ... with a denial and what was to come */
  LG_SAYS_PROGRESS,  /* ... with a number that is not all */
  LG_SAYS_PART,      /* " of ": ... between the numbers of a share */
  LG_SAYS_ARRIVAL    /* "eta": ... with a number */
} lg_says;

/* A text to look for. */
typedef struct lg_literal {
  const char *text; /* lower case */
  lg_says says;
  bool word_before, word_after;  /* its start, or its end, must be a word boundary */
  bool last;                     /* of those with its place (LG_PASSING_AT) */
  const char *const *not_before; /* texts that must not follow it, and NULL; or NULL */
} lg_literal;

/* Results that are longer than this, in bytes, are searched only below the names of states in a table, if they are not
 * longer than LG_TABLE_MAX: tools report failures and states in short texts, and states in tables. */
enum { LG_SHORT_REPORT = 400, LG_TABLE_MAX = 8192 };

/* What a text says, in bits. */
enum { LG_PASSES_FAILURE = 1, LG_PASSES_NOT_YET = 2 };

/* Whether the literal at [at, end) says "not yet" there (not_yet.c). O(length of the text). */
bool lg__says_not_yet(const char *text, size_t len, size_t at, size_t end, lg_says says);
/* Whether a share does: 0/3 ready, 45 % complete, 3 of 10 files. O(length). */
bool lg__has_share(const char *text, size_t len);

/* The text in content parts (MCP, model APIs) or in {"result": ...}, if it is all that is in them, without escapes, in
 * `room`, which has `len` bytes; else `text`. Any thread. O(len). */
lg_piece lg__only_text(const char *text, size_t len, char *room);
/* Whether the text is a table with a column of states (state_table.c). `*out`: whether one of them, or of words between
 * tabs, says "not yet". Any thread. O(len). */
bool lg__read_table(lg_piece text, bool *out);
/* What a result says, of the bits in `asked`. Any thread. O(len), bounded. */
uint32_t lg__result_passes(const char *text, size_t len, uint32_t asked);

/* What the text says, of the bits in `asked`. Any thread. O(len). */
uint32_t lg__passes(const char *text, size_t len, uint32_t asked);

/*
 * Results that say nothing, or that nothing was found: six searches that found nothing are six facts about six
 * searches, so stall does not warn of them; of thirty it does. Failures are never of this kind.
 * docs/detectors/stall.md prints the lists of result_words.c.
 */
typedef enum lg_silence {
  LG_SILENCE_NONE, /* it says something */
  LG_SILENCE_DONE, /* nothing, or that something was done */
  LG_SILENCE_VAIN, /* that nothing was found */
} lg_silence;

/* Longer results say something. */
#define LG_EMPTY_MAX 160u

/*
 * What a result that succeeded leaves unsaid. LG_SILENCE_VAIN: JSON with a list, or what was asked for, and no value
 * but empty ones, or a short text such as "No results", "0 rows", "nothing found". LG_SILENCE_DONE: it is empty, one
 * word or number, other JSON without a value, "It was updated", "(no output)". Any thread. O(len), bounded.
 */
lg_silence lg__silence_of(const char *text, size_t len);
/* Longer ones say something beside what was asked for. */
#define LG_IN_VAIN_MAX 320u
/*
 * Whether a result says what was asked for (JSON's `query` and the like; what stands in quotes, and behind "for" up to
 * the end of the clause), and is LG_SILENCE_VAIN without it. `*out_said`: what it says then, in `room`, which has
 * LG_IN_VAIN_MAX bytes; of JSON "". Any thread. O(len), bounded.
 */
bool lg__is_in_vain(const char *text, size_t len, char *room, lg_piece *out_said);
/*
 * Whether the text has a word that says that something went wrong or that there is none (error, failed, denied, not,
 * no, nothing ...), which is not the name of a member. Any thread. O(len).
 */
bool lg__says_in_vain(const char *text, size_t len);

/* The end of the quoted span at `at`, behind its quote; `at`: none begins there, as in "don't", or it is longer than
 * 512 bytes. Any thread. O(1). */
size_t lg__quoted_end(const char *text, size_t len, size_t at);

/* Longer results declare no failure. */
#define LG_DECLARED_MAX 1024u
/* Whether a result says at its beginning that the call failed: in JSON, as lg__declares_failure knows it, or in words of
 * failure_family.c. Any thread. O(1). */
bool lg__says_failed(const char *text, size_t len);

/* Longer failures are of no family. */
#define LG_FAMILY_MAX 4096u
/*
 * The same for failures that say the same kind of thing of different things: a digest of the text's words, in lower
 * case, without the first three spans in quotes and without all that is not letters alone (paths, numbers, ids, names
 * with a dot or a _). Of JSON, the quotes around strings are none. 0: fewer than two words are left, or the text is
 * longer than LG_FAMILY_MAX.
 *
 *   cp: cannot stat '/a/b.txt': No such file or directory     cp cannot stat no such file or directory
 *
 * Any thread, no allocation. O(len), bounded.
 */
uint32_t lg__failure_family(const uint8_t *key, const char *text, size_t len);

/*
 * Signs in the text of calls and results: waits, thoughts, shell commands, acknowledgements. They are recognised by the
 * short lists in call_signs.c, which docs/detectors/no-news.md prints. Anything else is an ordinary call or result.
 */

/* Of a call, by the name of its tool; LG_SIGN_WAIT also where lg__call_wait_ms is not 0. Bits. */
enum {
  LG_SIGN_WAIT = 1,  /* a tool for waiting: the word "wait" or "sleep" in its name */
  LG_SIGN_SHELL = 2, /* its arguments are a shell command */
  LG_SIGN_THINK = 4, /* a tool for thinking aloud, which learns and changes nothing: the word "think" in its name */
  LG_SIGN_LOOK = 8,  /* a tool with which an agent looks at work in the background, as long as it says nothing to it */
  LG_SIGN_ACTS = 16, /* a tool whose member "action" says whether it looks or waits */
  LG_SIGN_DOES = 32  /* each call does something anew: a word such as "send", and none as "get" or of the above */
};

enum { LG_PLAIN_NAME = 32 };
/*
 * A tool's own name in lower case, without what hosts put before it (mcp__server__, functions.) and without anything
 * between its words: BashOutput and bash_output are one. Its length, at most LG_PLAIN_NAME; 0: it is longer.
 */
size_t lg__plain_name(const char *name, size_t len, char out[LG_PLAIN_NAME]);
/* The signs in a tool's name, by its whole words, in any case or camelCase. Any thread. O(len). */
uint32_t lg__name_signs(const char *name, size_t len);
/*
 * How long a call with these packed arguments says that it waits, in milliseconds. 0: it does not. Negative: it waits
 * and does not say how long. The command of a shell is the member "command", "cmd", "commandLine", "script" or "input",
 * a string or a list of words; or the arguments themselves if they are a string. Any thread, no allocation. O(len).
 */
double lg__call_wait_ms(uint32_t name_signs, lg_value args);

typedef enum lg_ack { LG_ACK_NONE = 0, LG_ACK_EMPTY, LG_ACK_WORD } lg_ack;

/*
 * Whether a result is a bare acknowledgement. LG_ACK_EMPTY: only white space, or "". LG_ACK_WORD: a word such as ok,
 * done, true, null, success (in any case, in quotes, with a full stop or an exclamation mark), or an object such as
 * {"success":true}, {"ok":true}, {"status":"ok"}. Any thread. O(1) plus the white space around it.
 */
lg_ack lg__acknowledges(const char *text, size_t len);

#endif
