/** Measures all settings and recommends one. The result depends only on the runs and their labels. */
import { fitLabels, greedy, type HeldOut, heldOut, saveMost, withoutMoreNews } from "./choose.ts";
import type { CompactRun } from "./compact-run.ts";
import type { Label } from "./labels.ts";
import { byLabels, bySavings } from "./recommend.ts";
import { replayAll } from "./replay.ts";
import { evidenceOf, type Measured, markPareto, measure } from "./scores.ts";
import { BASE, type Setting, settings, together } from "./settings.ts";

export interface SweepOptions {
  /** By the run's id. */
  labels?: ReadonlyMap<string, Label> | undefined;
  /** Called when `done` of `total` settings were tried; the greedy combination is not among them. */
  progress?: (done: number, total: number) => void;
}

export interface Sweep {
  runs: number;
  calls: number;
  /** Calls whose result was not recorded: whether it was news is unknown. */
  unjudged: number;
  /** Runs whose calls have no recorded times. */
  untimedRuns: number;
  tokens: number;
  /** Runs with a label. */
  labelled: number;
  /** Ids of labels that no run has. */
  unknownLabels: string[];
  measured: Measured[];
  recommended: Measured;
  /** A few sentences. */
  why: string;
  heldOut: HeldOut | undefined;
}

export function sweep(runs: readonly CompactRun[], options: SweepOptions = {}): Sweep {
  const { labels, progress } = options;
  const evidence = evidenceOf(runs, labels);
  const tried = settings();
  const measuredAs = (setting: Setting) => measure(setting, replayAll(setting, runs), evidence);
  const measured = tried.map((setting, index) => {
    const one = measuredAs(setting);
    progress?.(index + 1, tried.length);
    return one;
  });
  const preset = measured.find(({ setting }) => setting.name === BASE) as Measured;
  const labelled = evidence.labels.filter((label) => label !== undefined).length;
  const held =
    labelled > 0 ? heldOut(measured, evidence, (aim) => withoutMoreNews(aim, preset.regret, evidence)) : undefined;
  const aim = labelled > 0 ? fitLabels(evidence.labels) : saveMost(evidence);
  const alone = measured.filter(({ setting }) => setting.family === "alone");
  const group = greedy(alone, withoutMoreNews(aim, preset.regret, evidence));
  const detectors = group.flatMap(({ setting }) => setting.detectors);
  if (group.length > 1) measured.push(measuredAs(together("together", detectors)));
  markPareto(measured);
  const { recommended, why } =
    labelled > 0 ? byLabels(measured, preset, evidence, held) : bySavings(measured, preset, evidence);
  const sum = (of: (run: CompactRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  return {
    runs: runs.length,
    calls: sum(({ calls }) => calls.length),
    unjudged: sum(({ gave }) => gave.filter((what) => what === "unknown").length),
    untimedRuns: runs.filter(({ calls }) => calls.every(({ at }) => at === undefined)).length,
    tokens: Math.round(sum(({ tokens }) => tokens)),
    labelled,
    unknownLabels: unknownLabels(runs, labels),
    measured,
    recommended,
    why,
    heldOut: held,
  };
}

/** Ids of labels that none of the runs has. */
export function unknownLabels(runs: readonly CompactRun[], labels: SweepOptions["labels"]): string[] {
  const known = new Set(runs.map(({ id }) => id));
  return [...(labels?.keys() ?? [])].filter((id) => !known.has(id));
}
