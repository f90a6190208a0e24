/*
 * Signs in the text of calls and results: waits, thoughts, shell commands, acknowledgements. They are recognised by the
 * short lists in signs.c, which docs/detectors/no-news.md prints. Anything else is an ordinary call or result.
 */
#ifndef LG_SIGNS_H
#define LG_SIGNS_H

#include "memory/memory.h"

/* Of a call, by the name of its tool; LG_SIGN_WAIT also where lg__call_wait_ms is not 0. Bits. */
enum {
  LG_SIGN_WAIT = 1,  /* a tool for waiting: the word "wait" or "sleep" in its name */
  LG_SIGN_SHELL = 2, /* its arguments are a shell command */
  LG_SIGN_THINK = 4, /* a tool for thinking aloud, which learns and changes nothing: the word "think" in its name */
  LG_SIGN_LOOK = 8,  /* a tool with which an agent looks at work in the background, as long as it says nothing to it */
  LG_SIGN_ACTS = 16  /* a tool whose member "action" says whether it looks or waits */
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
