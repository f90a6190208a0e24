/** An explained run for people to read. */

import { counted, plainText } from "../plain-text.ts";
import type { Colors } from "../terminal.ts";
import type { ExplainedCall, SaidOfCall, Sighting } from "./explained-run.ts";

/** The output of `loopguard explain --json`. */
export interface ExplainReport {
  /** The version of this schema; a change that breaks readers makes it 2. */
  version: 1;
  run: { id: string; file: string; line: number; calls: number };
  /** Which preset or configuration judged. */
  settings: string;
  /** Why this run was chosen; empty if `--run` named it. */
  why: string;
  calls: ExplainedCall[];
}

/** Calls shown before the first one that a detector noticed. */
const LEAD = 2;

/** `all`: every call and every detector; else from shortly before the first call that a detector has noticed. */
export function explainText(report: ExplainReport, colors: Colors, all: boolean): string {
  const { run, settings, why, calls } = report;
  const several = doubleNames(calls);
  const first = calls.findIndex((call) => call.said.length > 0 || call.sightings.some((seen) => isNear(seen, call)));
  const start = all ? 0 : first < 0 ? calls.length : Math.max(0, first - LEAD);
  const lines = [
    colors.bold(`${plainText(run.id)}: ${counted(run.calls, "call")}`),
    `${plainText(run.file)}:${run.line}, judged by ${plainText(settings)}${why === "" ? "" : `; ${why}`}`,
    "",
  ];
  if (start > 0) lines.push(colors.dim(`${hidden(start, calls.length)}: --all`));
  for (const call of calls.slice(start)) lines.push(...callLines(call, colors, all, several));
  return `${lines.join("\n")}\n`;
}

function hidden(start: number, total: number): string {
  return start === total
    ? `${counted(total, "call")}, and no detector noticed any of them`
    : `${counted(start, "call")} before, of which no detector noticed any`;
}

/** Whether a sighting is worth a line: something was counted, or the call came before and this detector says why it does not count. */
function isNear({ fired, count, like }: Sighting, { sameAs }: ExplainedCall): boolean {
  return fired || count > 1 || (like !== undefined && sameAs !== null);
}

/** Names of detectors that are there more than once. */
function doubleNames(calls: readonly ExplainedCall[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { sightings } of calls)
    for (const { detector, place } of sightings)
      if (sightings.some((other) => other.detector === detector && other.place !== place)) names.add(detector);
  return names;
}

function callLines(call: ExplainedCall, colors: Colors, all: boolean, several: ReadonlySet<string>): string[] {
  const { index, round, turn, name, args, outcome, failed, sameAs, note, sightings, said } = call;
  const came = outcome === null ? "" : ` → ${failed ? colors.red(outcome || "failed") : outcome || '""'}`;
  const same = sameAs === null ? "" : `, = #${sameAs}`;
  const where = colors.dim(`round ${round}${turn > 1 ? `, turn ${turn}` : ""}${same}`);
  const shown = all ? sightings : sightings.filter((seen) => isNear(seen, call));
  return [
    `${colors.bold(`#${index}`)} ${where}  ${colors.cyan(plainText(name))} ${args}${came}`,
    ...(note === "" ? [] : [`    ${colors.dim(plainText(note))}`]),
    ...said.filter(({ when }) => when === "before").map((one) => saidLine(one, colors)),
    ...shown.map((seen) => sightingLine(seen, colors, several)),
    ...said.filter(({ when }) => when === "after").map((one) => saidLine(one, colors)),
  ];
}

/** `no_progress 2 of 3: same call and result as #4`. If a guard has two detectors of that name, its index follows. */
function sightingLine(
  { detector, place, fired, count, needed, why }: Sighting,
  colors: Colors,
  several: ReadonlySet<string>,
) {
  const name = several.has(detector) ? `${detector}[${place}]` : detector;
  const line = `    ${plainText(name)} ${count} of ${needed}: ${plainText(why)}`;
  return fired ? colors.yellow(`${line}: fires`) : line;
}

function saidLine({ when, action, detector, strikes, repeats, evidence }: SaidOfCall, colors: Colors): string {
  const paint = action === "allow" ? colors.dim : action === "warn" ? colors.yellow : colors.red;
  const what = `${action} by ${plainText(detector)}, strike ${strikes} (${repeats} times, ${evidence} evidence)`;
  return paint(`  ${when === "before" ? "⇒ before it runs" : "⇒ when it is back"}: ${what}`);
}
