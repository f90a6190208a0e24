/* Made by scripts/build-native-tables.mjs from lib/. Not to be edited. */
/* clang-format off */
#ifndef SCAN_WORDS_GEN_H
#define SCAN_WORDS_GEN_H

/* Codes of failures that may pass by themselves. */
static const char *const SCAN_TRANSIENT_CODES[] = {
    "ETIMEDOUT",
    "ESOCKETTIMEDOUT",
    "ECONNRESET",
    "ECONNREFUSED",
    "ECONNABORTED",
    "EPIPE",
    "EAI_AGAIN",
    "EBUSY",
    "UND_ERR_CONNECT_TIMEOUT",
    "UND_ERR_HEADERS_TIMEOUT",
    "UND_ERR_BODY_TIMEOUT",
    "UND_ERR_SOCKET",
    "TimeoutError",
};

#endif
