/** The output of `tune`: a table, and the object of `--json`. */

import type { LoopGuardOptions } from "../../rules/options.ts";
import { Table } from "../../traces/libraries.ts";
import { money, untimedText } from "../scan/totals-text.ts";
import type { ScanError } from "../scan-types.ts";
import type { Colors } from "../terminal.ts";
import { counted, plainText } from "../terminal.ts";
import type { Measured } from "./measured.ts";
import type { TunePromise } from "./promise.ts";
import type { Setting } from "./settings.ts";

/** One setting. Counts are of runs unless they say otherwise. */
export interface TunedSetting extends Omit<Measured, "setting"> {
  name: string;
  family: Setting["family"];
  /** What a guard, or a config, is made of. */
  options: LoopGuardOptions;
  /** `tokensSaved` at `--price`; absent without one. */
  costSaved?: number;
  recommended: boolean;
}

/** `loopguard tune --json`. */
export interface TuneReport {
  /** The version of this schema; a change that breaks readers makes it 4. */
  version: 3;
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
  settings: TunedSetting[];
  recommended: { name: string; options: LoopGuardOptions };
  /** A few sentences. */
  why: string;
  /** With `--promise`: all other counts of settings are of the runs that settings were chosen on. */
  promise?: TunePromise;
  errors: ScanError[];
}

export function tunedSetting(measured: Measured, recommended: Measured, price: number | undefined): TunedSetting {
  const { setting, ...counts } = measured;
  const { name, family, options } = setting;
  return {
    ...{ name, family, options, ...counts },
    ...(price === undefined ? {} : { costSaved: (counts.tokensSaved * price) / 1e6 }),
    recommended: measured === recommended,
  };
}

/** Rows that are shown without `--all`. */
const ROWS_MAX = 10;

/** `all`: every setting that differs; else the presets, and those that no other beats. */
export function tuneText(report: TuneReport, colors: Colors, all: boolean, currency?: string): string {
  const rows = differing(report.settings);
  const first = rows.filter(({ one }) => all || one.recommended || one.family === "preset" || one.pareto);
  const shown = all ? first : first.slice(0, ROWS_MAX);
  const hidden = rows.length - shown.length;
  const more = hidden === 0 ? [] : [colors.dim(`${hidden} more: --all`)];
  const { name } = report.recommended;
  return [
    ...head(report, rows.length),
    table(report, shown, colors, currency),
    ...more,
    "",
    colors.bold(`Recommended: ${name}`),
    report.why,
    "",
  ].join("\n");
}

interface Row {
  readonly one: TunedSetting;
  /** Further settings that did the same to these runs. */
  alike: number;
}

/** One row for all settings that did the same: the recommended one, a preset, or the first. */
function differing(settings: readonly TunedSetting[]): Row[] {
  const rows = new Map<string, Row>();
  const before = (one: TunedSetting) => (one.recommended ? 0 : one.family === "preset" ? 1 : 2);
  const sorted = [...settings].sort((a, b) => before(a) - before(b));
  for (const one of sorted) {
    const { name: _, family: __, options: ___, recommended: ____, pareto: _____, ...counts } = one;
    const key = JSON.stringify(counts);
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { one, alike: 0 });
    else if (one.family === "preset") rows.set(`${key} ${one.name}`, { one, alike: 0 });
    else known.alike++;
  }
  return [...rows.values()];
}

function head(
  { runs, calls, unjudged, untimedRuns, labelled, unknownLabels, settings, promise }: TuneReport,
  rows: number,
): string[] {
  const known = labelled > 0 ? `${labelled} of them labelled; ` : "";
  const lines = [
    `${counted(runs, "run")} with ${calls} calls, ${known}${settings.length} settings tried, of which ${rows} differ on these runs.`,
  ];
  if (promise !== undefined)
    lines.push("The table is of the runs that settings are chosen on. The promise is tested on the others.");
  const [unknown] = unknownLabels;
  const lost = counted(unknownLabels.length, "label names", "labels name");
  if (unknown !== undefined) lines.push(`${lost} no run of these traces, the first "${plainText(unknown)}".`);
  const silent = counted(unjudged, "call has", "calls have");
  if (unjudged > 0) lines.push(`${silent} no recorded result: whether it was news cannot be known.`);
  if (untimedRuns > 0) lines.push(untimedText(untimedRuns, runs));
  return [...lines, ""];
}

/** Longer names are folded. */
const SETTING_WIDTH = 48;

function table({ labelled }: TuneReport, rows: readonly Row[], colors: Colors, currency: string | undefined): string {
  const priced = rows.some(({ one }) => one.costSaved !== undefined);
  const judged = labelled > 0 ? ["recall", "precision", "delay", "refusals right"] : [];
  const saved = ["calls saved", "tokens saved", ...(priced ? ["cost saved"] : [])];
  const names = ["", "setting", "warned", "refused", "ended", ...saved, "redundant saved", "news refused", ...judged];
  const lines = new Table({
    head: names,
    style: { head: [], border: [], compact: true },
    colWidths: names.map((name) => (name === "setting" ? SETTING_WIDTH : null)),
    wordWrap: true,
    colAligns: names.map((_, place) => (place < 2 ? "left" : "right")),
  });
  for (const { one, alike } of rows) {
    const name = alike === 0 ? one.name : `${one.name} (and ${alike} alike)`;
    lines.push([
      one.recommended ? colors.green(">") : one.pareto ? "*" : "",
      one.recommended ? colors.bold(name) : name,
      one.warned,
      one.refused,
      one.aborted,
      one.callsSaved,
      one.tokensSaved,
      ...(priced ? [money(one.costSaved ?? 0, currency)] : []),
      `${one.regret.saved} of ${one.regret.redundant}`,
      `${one.regret.firstNews} of ${one.regret.first}`,
      ...(labelled > 0 ? rates(one) : []),
    ]);
  }
  return `${lines.toString()}\n* no other setting is better in one respect and as good in the other   > recommended`;
}

function rates({ any, blocking }: TunedSetting): string[] {
  const share = (value: number | null | undefined) => (value == null ? "-" : `${(value * 100).toFixed(1)} %`);
  const refusals = blocking === undefined ? "-" : `${blocking.right} of ${blocking.right + blocking.wrong}`;
  return [share(any?.recall), share(any?.precision), String(any?.delay ?? "-"), refusals];
}
