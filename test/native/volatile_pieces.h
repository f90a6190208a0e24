/* Texts made of pieces of spans, so that random ones come close to every rule of lg_normalize_volatile. */
#ifndef VOLATILE_PIECES_H
#define VOLATILE_PIECES_H

#include <string.h>

#include "random64.h"

#define VOLATILE_PIECES_MAX 600

/* clang-format off */
static const char *const volatile_pieces[] = {
    "2024-05-16", "2024/05/16", "T", "t", " ", "  ", "11:05:30", "11:05", "9:05:30", ".123", ",123", "Z", "+02:00",
    "+0200", "-07", " UTC", " PM", "am", "Jun", "Tue, ", "Tue ", "03", "3", "2008", "03/Jun/2008:", "-Jun-",
    "20240516T110530", "1700000000", "1700000000123", "ms", "s", "m", "h", "us", "ns", "min", "seconds", "\xC2\xB5s",
    "1", "12", "1.5", "1,234", "80s", "1990s", "the ", "$", "\xE2\x82\xAC", "550e8400-e29b-41d4-a716-446655440000",
    "abcdefab-", "e29b-41d4-a716-446655440000", "9f86d081", "deadbeef1", "0x7f3a4c001230", "0x80070005", "0x1F", "#",
    "attempt", "step", "line", "cell", "[", "]", "In [5]:", "Out[", "Cell In[", "\"", "=", ":", "(", "pid", "Thread", "-", "tid",
    "(node:1234)", "/tmp/x", "/tmp/", "/var/folders/ab/", "/private", "C:\\Users\\Jo Do\\AppData\\Local\\Temp\\x",
    "C:\\\\Temp\\\\y", "C:/Temp/", "file://", "\033[32m", "\033[0m", "\\u001b[1m", "\033]0;t\007", "\033]8;;u\033\\",
    "\\n", "\\t", "\\b", "\\", "\n", "\t", "\x01", "\x08", "\x10", "\x07", "a", "b", "f", "x", "_", "\xC3\xA9",
    "\xE5\xA4\xA9", "\xFF", "v1.2.3", "utf8", ".", "...", "/", "&#39;", "404", "\033", "\\u0007", "\\\\", "'", "e",
    "0", "9", "\\f", "\r", "\v", "d", "1h30m", "1m 23s", "2 minutes", "3 ", "Mon", "May", " 05 ", "3rd", "nanoseconds",
    "hr", "2 hours ", "round", "Out[5]:", "/private/var/tmp/q", "C:/Windows/Temp/z",
    "req_", "chatcmpl-", "Ag88Rlsa9ceIZPJ", "s98kwzp9qrfo1frco1kg", "K1L2M3N4P5Q6R7S8", "+", "2025.03.14/", "09.28.36",
    ".599267", "1741944516574599", "goroutine", "seed", "exec", ") panicked at", " - \"", " --- [", " memcache.go:265]",
    "@", "1b2c3d", "Foo@1b2c3d", "==", "==12==", "2026-11-27T", "22_00_10_100Z", "22-00-10Z", "--:--:--",
    "call_", "toolu_", "aB1Cd2EfGH3iJkLm", "process", "LWP", "worker-", "-thread-", " - ", "*", " *", "<0.", ": ",
    "10.0.0.7:54321", "on ", "http://", " Killed", " terminated", "1,5", "Sekunden", "\xE7\xA7\x92", "\xE6\xAF\xAB\xE7\xA7\x92",
    " (0:02:03)", "[4321]", "->", "9.9/10.5/16.9", "/1.4 ms", "1234#5678: *90 ",
    "fra1::klv36-", "-5f2d17023b1c", "#18.", "5f2d1702.", "1773480413", ".1773480413.", ".1a2b3c4", "(x3", " over 5m", "--seed=",
    "0.224 (0.683) seconds", "secondes", "segundos", "[1234:0x", " - ", "2026-11-28 - ", "port ", "local port ", "localPort: ",
    "203.0.113.7 port 40000", ":40000->", "consumer-", "44523", ", id: ", "#1234]", "Process: ", " ExecStart", "%3A",
    "19.0", "20,0", "\xE3\x83\x9F\xE3\x83\xAA\xE7\xA7\x92", "error ", "MB", "::", "tasks: ", " executed", "[12]<a",
    "100     9  100     9    0     0     90      0 --:--:-- --:--:-- --:--:--    90",
};
/* clang-format on */

/* One to ten of them, some with a blank behind; the length of the text. */
static inline size_t random_pieces(uint64_t *random, char text[VOLATILE_PIECES_MAX]) {
  size_t len = 0;
  for (uint32_t left = 1 + random_below(random, 10); left > 0; left--) {
    const char *piece = volatile_pieces[random_below(random, sizeof volatile_pieces / sizeof volatile_pieces[0])];
    memcpy(text + len, piece, strlen(piece));
    len += strlen(piece);
    if (random_below(random, 3) == 0) text[len++] = ' ';
  }
  return len;
}

#endif
