/** What a setting did to all runs, in numbers. */

import { readFile } from "node:fs/promises";
import { Failure } from "../terminal.ts";
import { type Regret, summedRegret } from "./regret.ts";
import type { Setting } from "./settings.ts";
import type { Firing, TriedRun } from "./tried-run.ts";

interface Label {
  readonly stuck: boolean;
  /** Index of the first wasted repetition; `Infinity` in a healthy run. */
  readonly firstStuckCall: number;
}

/** The labels by the run's id, without those that are `"unclear"`. Throws a `Failure` if there are no others. */
export async function readLabels(file: string): Promise<ReadonlyMap<string, Label>> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new Failure(`The labels cannot be read: ${(error as Error).message}`);
  }
  const labels = parseLabels(text, file);
  if (labels.size > 0) return labels;
  const what = text.trim() === "" ? "is empty" : 'holds no label but "unclear"';
  throw new Failure(
    `${file}: ${what}, so there is nothing to judge settings by; leave --labels out, or label some runs`,
  );
}

/** `file`: its name for error messages. */
export function parseLabels(text: string, file: string): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>();
  text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .forEach((line, index) => {
      if (line.trim() === "") return;
      const [id, label] = readLabel(line, `${file}:${index + 1}`);
      if (label !== undefined) labels.set(id, label);
    });
  return labels;
}

function readLabel(line: string, where: string): [string, Label | undefined] {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Failure(`${where}: not JSON: ${(error as Error).message}`);
  }
  const { id, stuck, first_stuck_call: first } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== "string") throw new Failure(`${where}: "id" must be the id of a run, got ${JSON.stringify(id)}`);
  if (stuck === "unclear") return [id, undefined];
  if (typeof stuck !== "boolean")
    throw new Failure(`${where}: "stuck" must be true, false or "unclear", got ${JSON.stringify(stuck)}`);
  if (!stuck) return [id, { stuck, firstStuckCall: Number.POSITIVE_INFINITY }];
  if (!Number.isInteger(first) || (first as number) < 0)
    throw new Failure(
      `${where}: "first_stuck_call" must be the index of the first wasted call, from 0, got ${JSON.stringify(first)}`,
    );
  return [id, { stuck, firstStuckCall: first as number }];
}

/**
 * How well firings fit the labels. A firing before the first wasted call of a stuck run is too early, and counts as wrong,
 * as one in a healthy run does.
 */
interface Accuracy {
  stuck: number;
  right: number;
  /** Firings in healthy runs, or too early. */
  wrong: number;
  /** `right / stuck`; `null` without stuck runs. */
  recall: number | null;
  /** `right / (right + wrong)`; `null` without firings. */
  precision: number | null;
  f1: number;
  /** Calls from the first wasted one to the firing, the median of those that are right; `null` without any. */
  delay: number | null;
}

export type Labels = ReadonlyMap<string, Label>;

/** Counts are of runs unless they say otherwise. */
export interface Measured {
  readonly setting: Setting;
  /** Runs with a detection of any kind. */
  readonly flagged: number;
  /** With a warning, and nothing sterner. */
  readonly warned: number;
  /** With a refusal, and no abort. */
  readonly refused: number;
  readonly aborted: number;
  readonly callsSaved: number;
  readonly tokensSaved: number;
  /** How many refused calls gave news, and how many redundant calls were saved. */
  readonly regret: Regret;
  /** With labels: of detections of any kind, and of refusals alone. */
  readonly any: Accuracy | undefined;
  readonly blocking: Accuracy | undefined;
  /** No other setting beats it. */
  readonly pareto: boolean;
}

/** What each setting did to these runs. */
export function measure(settings: readonly Setting[], runs: readonly TriedRun[], labels?: Labels): Measured[] {
  const all = settings.map((setting, place) => measured(setting, runs, place, labels));
  const known = all.map(({ any, regret, callsSaved }) =>
    any === undefined
      ? { gain: regret.saved, harm: regret.firstNews, extra: callsSaved }
      : { gain: any.recall ?? 0, harm: 1 - (any.precision ?? 1), extra: -(any.delay ?? 0) },
  );
  return all.map((one, place) => {
    const { gain, harm, extra } = known[place] as (typeof known)[number];
    const beaten = known.some(
      (other) =>
        other.gain >= gain && other.harm <= harm && (other.gain > gain || other.harm < harm || other.extra > extra),
    );
    return { ...one, pareto: gain > 0 && !beaten };
  });
}

function measured(setting: Setting, runs: readonly TriedRun[], place: number, labels: Labels | undefined): Measured {
  const firings = runs.map((run) => run.firings[place] as Firing);
  const count = (holds: (firing: Firing) => boolean) => firings.filter(holds).length;
  const sum = (of: (firing: Firing) => number) => firings.reduce((total, firing) => total + of(firing), 0);
  return {
    setting,
    flagged: count(({ any }) => fired(any)),
    warned: count(({ any, blocking }) => fired(any) && !fired(blocking)),
    refused: count(({ blocking, abort }) => fired(blocking) && !fired(abort)),
    aborted: count(({ abort }) => fired(abort)),
    callsSaved: sum(({ callsSaved }) => callsSaved),
    tokensSaved: Math.round(sum(({ tokensSaved }) => tokensSaved)),
    regret: summedRegret(firings.map(({ regret }) => regret)),
    any: labels && accuracy(runs, labels, (run) => (run.firings[place] as Firing).any),
    blocking: labels && accuracy(runs, labels, (run) => (run.firings[place] as Firing).blocking),
    pareto: false,
  };
}

/** Whether it is an index, and not `Infinity`, which stands for "never". */
const fired = Number.isFinite;

function accuracy(runs: readonly TriedRun[], labels: Labels, first: (run: TriedRun) => number): Accuracy {
  const delays: number[] = [];
  let stuck = 0;
  let wrong = 0;
  for (const run of runs) {
    const label = labels.get(run.id);
    if (label === undefined) continue;
    const call = first(run);
    if (label.stuck) stuck++;
    if (!fired(call)) continue;
    if (call >= label.firstStuckCall) delays.push(call - label.firstStuckCall);
    else wrong++;
  }
  const right = delays.length;
  return {
    ...{ stuck, right, wrong },
    recall: stuck === 0 ? null : right / stuck,
    precision: right + wrong === 0 ? null : right / (right + wrong),
    f1: right === 0 ? 0 : (2 * right) / (stuck + right + wrong),
    delay: delays.sort((a, b) => a - b)[Math.floor(right / 2)] ?? null,
  };
}
