/** The output of `tune`: a table, and the object of `--json`. */

import type { LoopGuardOptions } from "../../rules/options.ts";
import { Table } from "../../traces/libraries.ts";
import { money, untimedText } from "../scan/totals-text.ts";
import type { ScanError } from "../scan-types.ts";
import { type Colors, counted } from "../terminal.ts";
import type { Measured } from "./measured.ts";
import type { Promised, TunePromise } from "./promise.ts";
import type { Setting } from "./settings.ts";
import type { TriedRun } from "./tried-run.ts";

/** One setting. Counts are of runs unless they say otherwise. */
export interface TunedSetting extends Omit<Measured, "setting">, Omit<Setting, "detectors"> {
  /** `tokensSaved` at `--price`; absent without one. */
  costSaved?: number;
  recommended: boolean;
}

/** `loopguard tune --json`. */
export interface TuneReport {
  /** The version of this schema; a change that breaks readers makes it 5. */
  version: 4;
  runs: number;
  calls: number;
  /** Calls whose result was not recorded: whether it was news is unknown. */
  unjudged: number;
  /** Runs whose calls have no recorded times. */
  untimedRuns: number;
  tokens: number;
  settings: TunedSetting[];
  recommended: { name: string; options: LoopGuardOptions };
  /** A few sentences. */
  why: string;
  /** With `--promise`: all other counts of settings are of the runs that settings were chosen on. */
  promise?: TunePromise;
  errors: ScanError[];
}

export function tuneReport(
  runs: readonly TriedRun[],
  { measured, recommended, why, promise }: Omit<Promised, "promise"> & Partial<Promised>,
  price: number | undefined,
  errors: ScanError[],
): TuneReport {
  const { name, options } = recommended.setting;
  const sum = (of: (run: TriedRun) => number) => runs.reduce((total, run) => total + of(run), 0);
  return {
    version: 4,
    runs: runs.length,
    calls: sum(({ calls }) => calls),
    unjudged: sum(({ unjudged }) => unjudged),
    untimedRuns: sum(({ timed }) => (timed ? 0 : 1)),
    tokens: Math.round(sum(({ tokens }) => tokens)),
    settings: measured.map(({ setting: { detectors: _, ...setting }, ...counts }) => ({
      ...setting,
      ...counts,
      ...(price !== undefined && { costSaved: (counts.tokensSaved * price) / 1e6 }),
      recommended: setting.name === name,
    })),
    recommended: { name, options },
    why,
    ...(promise && { promise }),
    errors,
  };
}

/** Rows that are shown without `--all`. */
const ROWS_MAX = 10;
/** Longer names are folded. */
const SETTING_WIDTH = 48;

/** `all`: every setting that differs; else the presets, and those that no other beats. */
export function tuneText(report: TuneReport, colors: Colors, all = false, currency?: string): string {
  const { runs, calls, unjudged, untimedRuns, settings, recommended, promise, why } = report;
  const rows = differing(settings);
  const first = rows.filter(({ one }) => all || one.recommended || one.family === "preset" || one.pareto);
  const shown = all ? first : first.slice(0, ROWS_MAX);
  const lines = [
    `${counted(runs, "run")} with ${calls} calls, ${settings.length} settings tried, of which ${rows.length} differ on these runs.`,
  ];
  if (promise !== undefined)
    lines.push("The table is of the runs that settings are chosen on. The promise is tested on the others.");
  const silent = counted(unjudged, "call has", "calls have");
  if (unjudged > 0) lines.push(`${silent} no recorded result: whether it was news cannot be known.`);
  if (untimedRuns > 0) lines.push(untimedText(untimedRuns, runs));
  lines.push("", table(shown, colors, currency));
  lines.push("* no other setting is better in one respect and as good in the other   > recommended");
  if (shown.length < rows.length) lines.push(colors.dim(`${rows.length - shown.length} more: --all`));
  lines.push("", colors.bold(`Recommended: ${recommended.name}`), why, "");
  return lines.join("\n");
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
  for (const one of [...settings].sort((a, b) => before(a) - before(b))) {
    const { name, family, options: _, recommended: __, pareto: ___, ...counts } = one;
    const key = JSON.stringify(counts);
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { one, alike: 0 });
    else if (family === "preset") rows.set(`${key} ${name}`, { one, alike: 0 });
    else known.alike++;
  }
  return [...rows.values()];
}

function table(rows: readonly Row[], colors: Colors, currency: string | undefined): string {
  const priced = rows.some(({ one }) => one.costSaved !== undefined);
  const saved = ["calls saved", "tokens saved", ...(priced ? ["cost saved"] : [])];
  const names = ["", "setting", "warned", "refused", "ended", ...saved, "redundant saved", "news refused"];
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
      ...[one.warned, one.refused, one.aborted, one.callsSaved, one.tokensSaved],
      ...(priced ? [money(one.costSaved ?? 0, currency)] : []),
      `${one.regret.saved} of ${one.regret.redundant}`,
      `${one.regret.firstNews} of ${one.regret.first}`,
    ]);
  }
  return lines.toString();
}
