/* The budgets of a run: what each has used of every unit in its period, whichever of them it limits. */
#ifndef LG_BUDGETS_H
#define LG_BUDGETS_H

#include "internal.h"

/* The most that is counted of any unit: up to here a double holds every integer. */
#define LG_USED_MAX 9007199254740992.0

typedef struct lg_budget {
  double used[LG_UNITS]; /* by lg_unit; that of LG_UNIT_SECONDS stays 0: the clock tells it */
  double since_ms;       /* when the first event of the period came; NaN: none had a time */
  uint32_t told_calls;   /* bits by lg_unit: a call was warned in this period ... */
  uint32_t told_usage;   /* ... and so was lg_run_usage */
} lg_budget;

/* One rung of a budget that was reached. */
typedef struct lg_reached {
  lg_action rung; /* LG_ALLOW: none */
  lg_unit unit;
  double used;
} lg_reached;

/* A new period begins. */
void lg__budget_clear(lg_budget *budget);
void lg__budget_add(lg_budget *budget, lg_unit unit, double amount);
/* An event came at this time. */
void lg__budget_tick(lg_budget *budget, double now_ms);
double lg__budget_used(const lg_budget *budget, lg_unit unit, double now_ms);
/*
 * The harshest rung that a unit has reached; of several units, the first. A call (`of_call`) is refused for what was
 * used before it, and warned of what is used with it; a warning is given once. Usage is judged by tokens, cost and
 * time, and asks nobody.
 */
lg_reached lg__budget_judge(const lg_budget *budget, const lg_detector_spec *spec, double now_ms, bool of_call);

#endif
