/* What gathering detections into loops must know of a detector; as lib/detectors/record.ts. */
#ifndef SCAN_TRAITS_H
#define SCAN_TRAITS_H

#include "text.h"

typedef struct scan_traits {
  bool of_one_call;   /* it compares calls with their arguments, not tools */
  bool digests_steps; /* the steps of its patterns tell calls of one tool apart */
  bool judges_news;   /* it depends on everything that happens in a run, and fires only before a call runs */
  bool by_time;       /* it depends on time alone, which records may lack */
} scan_traits;

/* The traits of the detector with this name: none for a name that a user chose. */
scan_traits scan_traits_of(program_text name);

#endif
