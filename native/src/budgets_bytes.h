/* The budgets of a run as bytes, for snapshots. */
#ifndef LG_BUDGETS_BYTES_H
#define LG_BUDGETS_BYTES_H

#include "bytes.h"

void lg__budgets_write(lg_writer *writer, const lg_run *run);
/*
 * Reads them into a new run. `places`: where each of the snapshot's `detectors` stands in the run's guard; beyond its
 * detectors: nowhere. What a budget that is nowhere has used goes to the only budget of its period, tools and limited
 * units that got nothing; if there are several of either, to none.
 * False: damage.
 */
bool lg__budgets_read(lg_reader *reader, lg_run *run, const uint32_t *places, uint32_t detectors);

#endif
