/*
 * cJSON, for what people write and read: configurations and reports. It never meets arguments or results.
 *
 * Its memory is the C library's: its hooks have no context, and they are globals that two threads would share, so
 * nobody sets them. It takes memory while a configuration is read, and gives all of it back.
 */
#ifndef LG_CJSON_H
#define LG_CJSON_H

#include "alloc.h"

/* cJSON is compiled into cjson.c; nobody outside the core is to link against that copy. */
#define CJSON_HIDE_SYMBOLS
#if defined(__GNUC__)
#pragma GCC visibility push(hidden)
#endif
#include "../vendor/cjson/cJSON.h"
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/*
 * The tree of a JSON text; freed with cJSON_Delete. Not cJSON_Parse: that one writes a global, the place of the last
 * error, which threads would race for. LG_EJSON: cJSON does not take it, or memory is short.
 */
LG_NODISCARD lg_status lg__cjson_read(const char *text, size_t len, cJSON **out_root);

#endif
