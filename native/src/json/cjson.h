/*
 * cJSON, for configurations and reports only, never for arguments or results: it loses digits and stops at U+0000.
 *
 * It takes its memory from the C library while a configuration is read, and returns all of it. Its allocation hooks are
 * not used: they have no context, and they are globals that two threads would share.
 */
#ifndef LG_CJSON_H
#define LG_CJSON_H

#include "memory/memory.h"

/* cJSON is compiled into cjson.c; its symbols must not be visible outside the core. */
#define CJSON_HIDE_SYMBOLS
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif
#include "../../vendor/cjson/cJSON.h"
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* Parses a JSON text; free the tree with cJSON_Delete. cJSON_Parse is not used: it stores the place of an error in a
 * global, a race between threads. NULL: cJSON cannot parse it, or memory is short. */
cJSON *lg__cjson_read(const char *text, size_t len);

#endif
