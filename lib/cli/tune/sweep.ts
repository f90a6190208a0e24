/** The whole of `tune`, from runs to a recommendation. The same runs give the same answer. */
import { cycle, noProgress } from "../../detectors.ts";
import {
  best,
  candidates,
  fitLabels,
  greedy,
  type HeldOut,
  heldOut,
  interruptFew,
  PRECISION_WANTED,
} from "./choose.ts";
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import { replayAll } from "./replay.ts";
import { type Evidence, type Measured, markPareto, measure } from "./scores.ts";
import { settings, together } from "./settings.ts";

export interface SweepOptions {
  /** By the run's id. */
  labels?: ReadonlyMap<string, Label> | undefined;
  /** Percent of the runs without strong evidence that may be refused something. Default 1. */
  maxInterruptions?: number;
  /** Called when `done` of `total` settings were tried; the greedy combination is not among them. */
  progress?: (done: number, total: number) => void;
}

export interface Sweep {
  runs: number;
  calls: number;
  tokens: number;
  /** Runs with a label. */
  labelled: number;
  /** Ids of labels that no run has. */
  unknownLabels: string[];
  /** Runs in which one call gave one result again and again. */
  strongRuns: number;
  measured: Measured[];
  /** Undefined where no setting stops anything within the limits. */
  recommended: Measured | undefined;
  /** Two sentences. */
  why: string;
  heldOut: HeldOut | undefined;
}

/**
 * What counts as strong evidence where nobody has read the runs: one call with one result three times, or a block of
 * calls with the same results twice. docs/accuracy.md has what these come to on labelled runs.
 */
const STRONG = together("together", [
  noProgress({ threshold: 3 }),
  cycle({ minCycleLen: 2, repeats: 2, sameResults: true }),
]);

export function sweep(runs: readonly CompactRun[], options: SweepOptions = {}): Sweep {
  const { labels, maxInterruptions = 1, progress } = options;
  const evidence: Evidence = {
    runs,
    strong: replayAll(STRONG, runs).map(({ any }) => Number.isFinite(any)),
    labels: runs.map(({ id }) => labels?.get(id)),
  };
  const tried = settings();
  const measured = tried.map((setting, index) => {
    const one = measure(setting, replayAll(setting, runs), evidence);
    progress?.(index + 1, tried.length);
    return one;
  });
  const labelled = evidence.labels.filter((label) => label !== undefined).length;
  const aim = labelled > 0 ? fitLabels(evidence.labels) : interruptFew(evidence, maxInterruptions);
  const alone = candidates(
    measured.filter(({ setting }) => setting.family === "alone"),
    aim,
  );
  const group = greedy(alone, aim).flatMap(({ setting }) => setting.detectors);
  if (group.length > 1) {
    const setting = together("together", group);
    measured.push(measure(setting, replayAll(setting, runs), evidence));
  }
  markPareto(measured);
  const all = candidates(measured, aim);
  const chosen = best(all, aim)?.setting;
  const recommended = measured.find(({ setting }) => setting === chosen);
  const known = new Set(runs.map(({ id }) => id));
  return {
    runs: runs.length,
    calls: runs.reduce((sum, run) => sum + run.calls.length, 0),
    tokens: Math.round(runs.reduce((sum, run) => sum + run.tokens, 0)),
    labelled,
    unknownLabels: [...(labels?.keys() ?? [])].filter((id) => !known.has(id)),
    strongRuns: evidence.strong.filter(Boolean).length,
    measured,
    recommended,
    why: reason(recommended, evidence, labelled, maxInterruptions),
    heldOut:
      labelled > 0
        ? heldOut(
            all.filter(({ setting }) => setting.family !== "together"),
            evidence,
          )
        : undefined,
  };
}

function reason(
  chosen: Measured | undefined,
  { strong }: Evidence,
  labelled: number,
  maxInterruptions: number,
): string {
  const wanted = `${PRECISION_WANTED * 100} %`;
  if (chosen === undefined)
    return labelled > 0
      ? "No setting found a loop in a run that is labelled stuck. Keep the recommended preset, and label more runs."
      : `No setting stops a run with strong evidence within the limit of ${maxInterruptions} %. Keep the recommended preset.`;
  const { setting, any, stopped, disturbed, callsSaved } = chosen;
  if (any !== undefined) {
    const precise = (any.precision ?? 0) >= PRECISION_WANTED;
    const found = `It finds ${any.right} of ${any.stuck} stuck runs with ${any.wrong} firings that are wrong or too early`;
    return precise
      ? `${found}. Of the settings with a precision of ${wanted} or more, none balances the two better (F1 ${any.f1.toFixed(2)}).`
      : `${found}. No setting reaches a precision of ${wanted} on these labels; this one comes nearest.`;
  }
  const runs = strong.filter(Boolean).length;
  const others = strong.length - runs;
  return (
    `It stops ${stopped} of the ${runs} runs with strong evidence of a loop and interrupts ${disturbed} of the ${others} others` +
    ` (${percent(disturbed, others)}; the limit is ${maxInterruptions} %). ` +
    `No other setting within the limit stops more; ${setting.name} would have saved ${callsSaved} calls.`
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "0 %" : `${((part / whole) * 100).toFixed(2)} %`;
}
