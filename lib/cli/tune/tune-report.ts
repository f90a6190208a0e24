/** The output of `tune`: a table, and the object of `--json`. */

import { Table } from "../../bundled/libraries.ts";
import type { LoopGuardOptions } from "../../config/guard-options.ts";
import { counted, plainText } from "../plain-text.ts";
import { untimedText } from "../scan/loop-table.ts";
import type { ScanError } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
import type { HeldOut } from "./choose.ts";
import type { PromisedSweep } from "./promise.ts";
import type { TunePromise } from "./promise-types.ts";
import type { Accuracy, Measured } from "./scores.ts";
import type { Setting } from "./settings.ts";
import type { Sweep } from "./sweep.ts";

/** One setting. Counts are of runs unless they say otherwise. */
export interface TunedSetting extends Omit<Measured, "setting" | "firings" | "any" | "blocking"> {
  name: string;
  family: Setting["family"];
  /** What a guard, or a config, is made of. */
  options: LoopGuardOptions;
  /** `tokensSaved` at `--price`; absent without one. */
  costSaved?: number;
  /** With labels: of detections of any kind. */
  any?: Accuracy;
  /** With labels: of refusals and aborts alone. */
  blocking?: Accuracy;
  recommended: boolean;
}

/** `loopguard tune --json`. */
export interface TuneReport extends Omit<Sweep, "measured" | "recommended" | "heldOut"> {
  /** The version of this schema; a change that breaks readers makes it 3. */
  version: 2;
  settings: TunedSetting[];
  recommended: { name: string; options: LoopGuardOptions };
  /** With enough labels: the choice made without the runs that it is measured on. */
  heldOut: HeldOut | null;
  /** With `--promise`: all other counts are of the runs that settings were chosen on. */
  promise?: TunePromise;
  errors: ScanError[];
}

/** `price`: of a million tokens. */
export function tuneReport(
  sweep: Sweep & Partial<PromisedSweep>,
  errors: readonly ScanError[],
  price: number | undefined,
): TuneReport {
  const { recommended, measured, heldOut, why, ...counts } = sweep;
  return {
    version: 2,
    ...counts,
    settings: measured.map((one) => tuned(one, one === recommended, price)),
    recommended: { name: recommended.setting.name, options: recommended.setting.options },
    why,
    heldOut: heldOut ?? null,
    errors: [...errors],
  };
}

function tuned(measured: Measured, recommended: boolean, price: number | undefined): TunedSetting {
  const { setting, firings: _firings, any, blocking, pareto, ...counts } = measured;
  const { name, family, options } = setting;
  return {
    ...{ name, family, options, ...counts },
    ...(price === undefined ? {} : { costSaved: (counts.tokensSaved * price) / 1e6 }),
    ...(any === undefined ? {} : { any }),
    ...(blocking === undefined ? {} : { blocking }),
    ...{ pareto, recommended },
  };
}

/** `all`: every setting, and not only the presets and those that no other beats. */
export function tuneText(report: TuneReport, colors: Colors, all: boolean): string {
  const shown = report.settings.filter(
    ({ family, pareto, recommended }) => all || family === "preset" || pareto || recommended,
  );
  const hidden = report.settings.length - shown.length;
  const more = hidden === 0 ? [] : [colors.dim(`${hidden} more that others beat: --all`)];
  return [...head(report), table(report, shown, colors), ...more, "", ...conclusion(report, colors), ""].join("\n");
}

function head({
  runs,
  calls,
  unjudged,
  untimedRuns,
  labelled,
  unknownLabels,
  settings,
  promise,
}: TuneReport): string[] {
  const known = labelled > 0 ? `${labelled} of them labelled; ` : "";
  const [unknown] = unknownLabels;
  const lines = [`${counted(runs, "run")} with ${calls} calls, ${known}${settings.length} settings tried.`];
  if (promise !== undefined)
    lines.push(
      "These are the runs that settings are chosen on. The promise is tested on the others, which are not shown.",
    );
  const lost = counted(unknownLabels.length, "label names", "labels name");
  if (unknown !== undefined) lines.push(`${lost} no run of these traces, the first "${plainText(unknown)}".`);
  const silent = counted(unjudged, "call has", "calls have");
  if (unjudged > 0) lines.push(`${silent} no recorded result: whether it was news cannot be known.`);
  if (untimedRuns > 0) lines.push(untimedText(untimedRuns, runs));
  return [...lines, ""];
}

function table({ labelled }: TuneReport, shown: readonly TunedSetting[], colors: Colors): string {
  const priced = shown.some(({ costSaved }) => costSaved !== undefined);
  const judged = labelled > 0 ? ["recall", "precision", "delay", "refusals right"] : [];
  const saved = ["calls saved", "tokens saved", ...(priced ? ["cost saved"] : [])];
  const names = ["", "setting", "warned", "refused", "aborted", ...saved, "redundant saved", "news refused", ...judged];
  const lines = new Table({
    head: names,
    style: { head: [], border: [], compact: true },
    colWidths: names.map((name) => (name === "setting" ? SETTING_WIDTH : null)),
    wordWrap: true,
    colAligns: names.map((_, place) => (place < 2 ? "left" : "right")),
  });
  for (const one of shown) {
    const mark = one.recommended ? colors.green(">") : one.pareto ? "*" : "";
    const cost = priced ? [(one.costSaved ?? 0).toFixed(2)] : [];
    lines.push([
      mark,
      one.recommended ? colors.bold(one.name) : one.name,
      one.warned,
      one.refused,
      one.aborted,
      one.callsSaved,
      one.tokensSaved,
      ...cost,
      `${one.regret.saved} of ${one.regret.redundant}`,
      `${one.regret.firstNews} of ${one.regret.first}`,
      ...(labelled > 0 ? rates(one) : []),
    ]);
  }
  return `${lines.toString()}\n* no other setting is better in one respect and as good in the other   > recommended`;
}

/** Longer names are folded. */
const SETTING_WIDTH = 48;

function rates({ any, blocking }: TunedSetting): string[] {
  const refusals = blocking === undefined ? "-" : `${blocking.right} of ${blocking.right + blocking.wrong}`;
  return [share(any?.recall), share(any?.precision), String(any?.delay ?? "-"), refusals];
}

function conclusion({ recommended, why, heldOut }: TuneReport, colors: Colors): string[] {
  const lines = [colors.bold(`Recommended: ${recommended.name}`), why];
  if (heldOut !== null) {
    const { method, folds, accuracy } = heldOut;
    lines.push(
      `What fits the labels best, chosen without the runs it is measured on (${method}, ${folds} parts): recall ` +
        `${share(accuracy.recall)}, precision ${share(accuracy.precision)}. Expect this of new runs rather than the numbers of the table.`,
    );
  }
  return lines;
}

function share(value: number | null | undefined): string {
  return value === null || value === undefined ? "-" : `${(value * 100).toFixed(1)} %`;
}
