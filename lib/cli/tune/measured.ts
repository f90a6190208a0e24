/** What a setting did to all runs, in numbers. */

import { type Regret, summedRegret } from "./regret.ts";
import type { Setting } from "./settings.ts";
import type { Firing, TriedRun } from "./tried-run.ts";

/** Counts are of runs unless they say otherwise. */
export interface Measured {
  readonly setting: Setting;
  /** Runs with a detection of any kind. */
  readonly flagged: number;
  /** With a warning, and nothing more severe. */
  readonly warned: number;
  /** With a refusal, and no abort. */
  readonly refused: number;
  readonly aborted: number;
  readonly callsSaved: number;
  readonly tokensSaved: number;
  /** How many refused calls gave news, and how many redundant calls were saved. */
  readonly regret: Regret;
  /** No other setting beats it. */
  readonly pareto: boolean;
}

/** What each setting did to these runs. */
export function measure(settings: readonly Setting[], runs: readonly TriedRun[]): Measured[] {
  const all = settings.map((setting, place) =>
    measured(
      setting,
      runs.map(({ firings }) => firings[place] as Firing),
    ),
  );
  const beats = (other: Measured, one: Measured) => {
    const gain = other.regret.saved - one.regret.saved;
    const harm = other.regret.firstNews - one.regret.firstNews;
    return gain >= 0 && harm <= 0 && (gain > 0 || harm < 0 || other.callsSaved > one.callsSaved);
  };
  return all.map((one) => ({ ...one, pareto: one.regret.saved > 0 && !all.some((other) => beats(other, one)) }));
}

function measured(setting: Setting, firings: readonly Firing[]): Measured {
  const count = (holds: (firing: Firing) => boolean) => firings.filter(holds).length;
  const sum = (of: (firing: Firing) => number) => firings.reduce((total, firing) => total + of(firing), 0);
  const flagged = count(({ any }) => any < Infinity);
  const blocked = count(({ blocking }) => blocking < Infinity);
  const aborted = count(({ abort }) => abort < Infinity);
  return {
    ...{ setting, flagged, warned: flagged - blocked, refused: blocked - aborted, aborted },
    callsSaved: sum(({ callsSaved }) => callsSaved),
    tokensSaved: Math.round(sum(({ tokensSaved }) => tokensSaved)),
    regret: summedRegret(firings.map(({ regret }) => regret)),
    pareto: false,
  };
}
