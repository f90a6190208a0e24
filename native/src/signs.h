/*
 * What names, commands and results say by themselves. Short lists, all of them here; docs/detectors/no-news.md prints
 * them. Whatever is on none of them is taken for a tool that does something, and for a result that says something.
 */
#ifndef LG_SIGNS_H
#define LG_SIGNS_H

#include "internal.h"

/* Of a call. Bits. */
enum {
  LG_SIGN_WAIT = 1,  /* it waits: a tool with the word "wait" or "sleep" in its name, a shell's `sleep 30` */
  LG_SIGN_SHELL = 2, /* its arguments are a shell's command */
  LG_SIGN_THINK = 4  /* a tool for thinking aloud, which learns and changes nothing: the word "think" in its name */
};

/* LG_SIGN_WAIT, LG_SIGN_SHELL and LG_SIGN_THINK of a tool's name: whole words of it, in any case or camelCase. Any
 * thread. O(len). */
uint32_t lg__name_signs(const char *name, size_t len);
/*
 * LG_SIGN_WAIT of a shell's packed arguments: the string (or last string of a list) under "command", "cmd", "script" or
 * "input", or all of it where it is a string. Any thread. O(len).
 */
uint32_t lg__command_signs(lg_value args);

typedef enum lg_ack { LG_ACK_NONE = 0, LG_ACK_EMPTY, LG_ACK_WORD } lg_ack;

/*
 * Whether a result is a bare acknowledgement: white space alone, or one of the words ok, done, true, null, success (in
 * any case, in quotes, with a full stop or an exclamation mark), or {"success":true}, {"ok":true}, {"status":"ok"}.
 * Any thread. O(1) beyond the white space around it.
 */
lg_ack lg__acknowledges(const char *text, size_t len);

#endif
