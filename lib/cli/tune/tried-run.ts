/**
 * What `tune` tries: the presets, each detector alone over its thresholds, and one preset with one number changed. And a recorded run
 * under many settings: where each would have fired first, and what it would have refused.
 */

import { createHash } from "node:crypto";
import { orElse } from "../../base/property.ts";
import type { PresetName, Verdict } from "../../base/types.ts";
import { comparedFingerprint } from "../../core/identity.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { presetOf } from "../../rules/presets.ts";
import { DETECTOR_RECORDS, type Detector, recordOf } from "../../rules/table.ts";
import { isRefusal } from "../../rules/verdict.ts";
import { isOwnRefusal, withoutWarning } from "../../run/call-input.ts";
import { Replay } from "../../run/replay.ts";
import type { TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { detectorCode, factoryName, writtenDetector } from "../detector-code.ts";
import { type Gave, gaveOf, newsKey, noteRefusal, type Refusals, type Regret, regretOf } from "./regret.ts";

export interface Setting {
  /** For people: "recommended", "noProgress({ threshold: 3 })". */
  readonly name: string;
  readonly family: "preset" | "alone" | "varied";
  /** What is written to a config; JSON says all of it. */
  readonly options: LoopGuardOptions;
  readonly detectors: readonly Detector[];
}

/** The preset whose numbers are varied, and whose way to compare results all settings share. */
export const BASE: PresetName = "recommended";
/** All of them, in a fixed order. `observe` finds what `recommended` finds, and never acts. */
export function settings(): Setting[] {
  const presets = (["recommended", "strict", "lenient"] as const).map((name): Setting => {
    return { name, family: "preset", options: { preset: name }, detectors: presetOf(name).detectors };
  });
  const detectors = [...DETECTOR_RECORDS.values()].flatMap(({ tried }) => tried?.() ?? []);
  const alone = detectors.map((detector) => together("alone", [detector], detectorCode(detector)));
  return [...presets, ...alone, ...varied()];
}

/** These detectors, with the ladder of the base preset and its way to compare results. */
function together(family: "alone" | "varied", detectors: readonly Detector[], name: string): Setting {
  const { ladder, volatile: alike } = presetOf(BASE);
  const volatile = { results: [...alike.results], failures: [...alike.failures] };
  return { name, family, options: { detectors: detectors.map(writtenDetector), ladder, volatile }, detectors };
}

/** The base preset with one number one lower, one higher, or doubled; and without each of its detectors. */
function varied(): Setting[] {
  const { detectors } = presetOf(BASE);
  return detectors.flatMap((detector, place) => {
    const { varied: numbers = [] } = recordOf(detector);
    const others = (...replaced: readonly Detector[]) => detectors.toSpliced(place, 1, ...replaced);
    const label = `${BASE}, ${factoryName(detector)} #${place + 1}`;
    const changed = numbers.flatMap((key) => {
      const value = (detector as unknown as Record<string, number>)[key] as number;
      const nearby = [...new Set([value - 1, value + 1, value * 2])].filter((it) => it > 1);
      return nearby.map((it) => {
        return together("varied", others({ ...detector, [key]: it }), `${label}: ${key} ${value} → ${it}`);
      });
    });
    return [...changed, together("varied", others(), `${label}: left out`)];
  });
}

/** What a setting did to a run. Indices are of calls; `Infinity`: never. */
export interface Firing {
  /** The first detection, warnings included. */
  readonly any: number;
  /** The first `hint`, `ask` or `abort`. */
  readonly blocking: number;
  readonly abort: number;
  readonly regret: Regret;
  /** Calls that would not have run: refused ones, and all from the `abort` on. */
  readonly callsSaved: number;
}

/** A run, with what each setting did to it; its texts are gone. */
export interface TriedRun {
  readonly id: string;
  readonly file: string;
  readonly calls: number;
  /** Equal for copies of a run. */
  readonly content: string;
  readonly timed: boolean;
  /** Calls without a recorded result. */
  readonly unjudged: number;
  /** As the settings are. */
  readonly firings: readonly Firing[];
}

/** Tries settings on runs. Close it. */
export class Trial {
  readonly #guards: readonly LoopGuard[];

  constructor(settings: readonly Setting[]) {
    this.#guards = settings.map(({ options }) => new LoopGuard(options));
  }

  /** A sink for a run, which passes the run to `done` when it has ended. */
  sink({ id }: TraceRun, file: string, done: (run: TriedRun) => void): TraceRunSink {
    const events: ((replay: Replay) => void)[] = [];
    const calls: { name: string; args: string; result: string | undefined }[] = [];
    const content = createHash("sha256");
    let timed = false;
    return {
      round: () => void events.push((replay) => replay.round()),
      turn: () => void events.push((replay) => replay.turn()),
      compacted: () => void events.push((replay) => replay.compacted()),
      call(call) {
        const { name, at } = call;
        const args = orElse(() => comparedFingerprint(name, call.arguments), `${calls.length}`); // too deep for one
        const request = { ...call, id: String(calls.length) };
        content.update(args);
        timed ||= at !== undefined;
        calls.push({ name, args, result: undefined });
        events.push((replay) => replay.call(request, at));
      },
      outcome(index, outcome, at) {
        const call = calls[index];
        if (call === undefined) return;
        if (!isOwnRefusal(outcome)) {
          call.result = digest(newsKey(call.name, withoutWarning(outcome))).toString("base64");
          content.update(`${index} ${call.result}`);
        }
        events.push((replay) => replay.outcome(index, outcome, at));
      },
      end: () => {
        const gave = gaveOf(calls);
        done({
          ...{ id, file, calls: calls.length, content: content.digest("hex"), timed },
          unjudged: gave.filter((what) => what === "unknown").length,
          firings: this.#guards.map((guard) => firingOf(events, guard, gave)),
        });
      },
    };
  }

  close(): void {
    for (const guard of this.#guards) guard.close();
  }
}

/** All recorded calls are replayed, but the guard does not see the outcome of a call that it refused: it would not have run. */
function firingOf(events: readonly ((replay: Replay) => void)[], guard: LoopGuard, gave: readonly Gave[]): Firing {
  const refusals: Refusals = new Map();
  const first = { any: Infinity, blocking: Infinity, abort: Infinity };
  /** The first call that would not have run because of an abort. */
  let end = Infinity;
  const silent = guard.silentRun();
  const note = (index: number, verdict: Verdict, when: "before" | "after") => {
    const { action, detection } = verdict;
    if (when === "before") noteRefusal(refusals, index, verdict);
    if (detection === null) return;
    first.any = Math.min(first.any, index);
    if (isRefusal(action)) first.blocking = Math.min(first.blocking, index);
    if (action !== "abort") return;
    first.abort = Math.min(first.abort, index);
    end = Math.min(end, when === "before" ? index : index + 1); // after: the call itself has run
  };
  const replay = new Replay(silent, note, true);
  for (const event of events) event(replay);
  replay.end();
  silent.run.close();
  const saved = gave.filter((_, index) => index >= end || refusals.has(index));
  return { ...first, regret: regretOf(gave, refusals), callsSaved: saved.length };
}

export function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf16le").digest();
}
