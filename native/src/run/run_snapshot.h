/* Parts of a run as bytes, which run_snapshot.c writes and run_restore.c reads: its budgets (run_budget.c), its news
 * (run_snapshot.c). */
#ifndef LG_RUN_SNAPSHOT_H
#define LG_RUN_SNAPSHOT_H

#include "memory/bytes.h"
#include "state/news.h"

/* The budgets of a run as bytes, for snapshots. */

void lg__budgets_write(lg_writer *writer, const lg_run *run);
/*
 * Reads them into a new run. `places`: where each of the snapshot's `detectors` stands in the run's guard; beyond its
 * detectors: nowhere. What a budget that is nowhere has used goes to the only budget of its period, tools and limited
 * units that got nothing; if there are several of either, to none.
 * False: damage.
 */
bool lg__budgets_read(lg_reader *reader, lg_run *run, const uint32_t *places, uint32_t detectors);

/* The last part of a run's snapshot: its lg_news. */

void lg__news_write(lg_writer *writer, const lg_news *news);
/*
 * Reads it into a new `news`. The least recently used entries beyond its max_entries are left out and counted in
 * `*io_beyond`. LG_ESNAPSHOT: cut, or contradictory. LG_ENOMEM. After an error `news` can only be freed.
 */
LG_NODISCARD lg_status lg__news_read(lg_reader *reader, lg_news *news, uint32_t *io_beyond);

#endif
