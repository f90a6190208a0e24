/* Whether a scan could find anything at all: needsOutcomes of lib/detectors. */
#ifndef SCAN_BLIND_H
#define SCAN_BLIND_H

#include "loopguard.h"

/* Whether the guard can find nothing in calls of which no outcome is recorded. */
bool scan_needs_outcomes(const lg_guard *guard);

#endif
