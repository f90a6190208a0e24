/* What a run has learned, as the last part of its snapshot: clocks, calls, and the results that they gave before. */
#ifndef LG_NEWS_BYTES_H
#define LG_NEWS_BYTES_H

#include "bytes.h"
#include "news.h"

void lg__news_write(lg_writer *writer, const lg_news *news);
/*
 * Reads it into a fresh `news`; what its bound has no room for is left out, least recently used first, and added to
 * `*io_beyond`. LG_ESNAPSHOT (cut, or it makes no sense), LG_ENOMEM: `news` is good for nothing but to be freed.
 */
LG_NODISCARD lg_status lg__news_read(lg_reader *reader, lg_news *news, uint32_t *io_beyond);

#endif
