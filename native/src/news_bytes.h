/* The last part of a run's snapshot: its lg_news. */
#ifndef LG_NEWS_BYTES_H
#define LG_NEWS_BYTES_H

#include "bytes.h"
#include "news.h"

void lg__news_write(lg_writer *writer, const lg_news *news);
/*
 * Reads it into a new `news`. The least recently used entries beyond its max_entries are left out and counted in
 * `*io_beyond`. LG_ESNAPSHOT: cut, or contradictory. LG_ENOMEM. After an error `news` can only be freed.
 */
LG_NODISCARD lg_status lg__news_read(lg_reader *reader, lg_news *news, uint32_t *io_beyond);

#endif
