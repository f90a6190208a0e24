/** A recorded run under many settings: where each would have fired first, and what it would have refused. */

import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Verdict } from "../../base/types.ts";
import { comparedFingerprint } from "../../core/identity.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { isRefusal } from "../../rules/verdict.ts";
import { isOwnRefusal, withoutWarning } from "../../run/call-input.ts";
import { Replay } from "../../run/replay.ts";
import type { TraceRun, TraceRunSink } from "../../traces/trace-types.ts";
import { type CallCost, CHARACTERS_PER_TOKEN, outcomeSize, RunCosts } from "../scan/run-costs.ts";
import { type Gave, NewsLedger, newsKey, RefusalNotes, type Regret, regretOf } from "./regret.ts";
import type { Setting } from "./settings.ts";

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
  readonly tokensSaved: number;
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
  readonly tokens: number;
  /** As the settings are. */
  readonly firings: readonly Firing[];
}

type Event = (replay: Replay) => void;

/** Tries settings on runs. Close it. */
export class Trial {
  readonly #guards: readonly LoopGuard[];

  constructor(settings: readonly Setting[]) {
    this.#guards = settings.map(({ options }) => new LoopGuard(options));
  }

  /** A sink for a run, which passes the run to `done` when it has ended. */
  sink({ id }: TraceRun, file: string, done: (run: TriedRun) => void): TraceRunSink {
    const events: Event[] = [];
    const costs = new RunCosts();
    const own: CallCost[] = [];
    const calls: { name: string; args: string; gave?: string }[] = [];
    const content = createHash("sha256");
    let timed = false;
    return {
      round() {
        costs.round();
        events.push((replay) => replay.round());
      },
      turn: () => void events.push((replay) => replay.turn()),
      compacted() {
        costs.compacted();
        events.push((replay) => replay.compacted());
      },
      text: (text) => costs.text(text.length),
      heard: (characters) => costs.text(characters),
      call(call) {
        const { name, at } = call;
        const args = comparedFingerprint(name, call.arguments);
        const request = { ...call, id: String(calls.length) };
        content.update(args);
        timed ||= at !== undefined;
        own.push(costs.call(call));
        calls.push({ name, args });
        events.push((replay) => replay.call(request, at));
      },
      outcome(index, outcome, at, size = outcomeSize(outcome)) {
        const call = calls[index];
        if (call === undefined) return;
        costs.outcome(size, own[index]);
        if (!isOwnRefusal(outcome)) {
          const key = newsKey(call.name, withoutWarning(outcome, undefined));
          call.gave = key.length < 80 ? key : digest(key).toString("base64");
          content.update(`${index} ${call.gave}`);
        }
        events.push((replay) => replay.outcome(index, outcome, at));
      },
      end: () => {
        const ledger = new NewsLedger();
        const gave = calls.map((call) => ledger.gave(call.name, call.args, call.gave));
        const tokens = own.map(
          (cost) => (cost.tokens ?? cost.size / CHARACTERS_PER_TOKEN) + cost.resent / CHARACTERS_PER_TOKEN,
        );
        done({
          ...{ id, file, calls: calls.length, content: content.digest("hex"), timed },
          unjudged: gave.filter((what) => what === "unknown").length,
          tokens: sum(tokens),
          firings: this.#guards.map((guard) => firingOf(events, guard, gave, tokens)),
        });
      },
    };
  }

  close(): void {
    for (const guard of this.#guards) guard.close();
  }
}

/**
 * All recorded calls are replayed, but the guard does not see the outcome of a call that it refused: it would not have run.
 * `gave`, `tokens`: of each call.
 */
function firingOf(
  events: readonly Event[],
  guard: LoopGuard,
  gave: readonly Gave[],
  tokens: readonly number[],
): Firing {
  const refusals = new RefusalNotes();
  const first = { any: Infinity, blocking: Infinity, abort: Infinity };
  /** The first call that would not have run because of an abort. */
  let end = Infinity;
  const note = (index: number, verdict: Verdict, when: "before" | "after") => {
    const { action, detection } = verdict;
    if (when === "before") refusals.before(index, verdict);
    if (detection === null) return;
    first.any = Math.min(first.any, index);
    if (isRefusal(action)) first.blocking = Math.min(first.blocking, index);
    if (action !== "abort") return;
    first.abort = Math.min(first.abort, index);
    end = Math.min(end, when === "before" ? index : index + 1); // after: the call itself has run
  };
  const quiet = guard.silentRun();
  const replay = new Replay(quiet, note, "obeyed");
  for (const event of events) event(replay);
  replay.end();
  quiet.run.close();
  const refused = new Set(refusals.all);
  const saved = tokens.filter((_, index) => index >= end || refused.has(index));
  return { ...first, regret: regretOf(gave, refusals), callsSaved: saved.length, tokensSaved: sum(saved) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Runs that are not independent of each other: a session and its sub-agents, or copies of one run. */
export type Session<T> = readonly T[];
type Named = Pick<TriedRun, "id" | "file" | "content">;

/**
 * The sessions, each in the half that a digest of its own name says: about as many in each, whatever the order of the
 * files, and where a session is does not depend on the others.
 */
export function halves<T extends Named>(runs: readonly T[]): { training: Session<T>[]; calibration: Session<T>[] } {
  const ids = new Set(runs.map(({ id }) => id));
  const sessions = new Map<string, T[]>();
  for (const run of runs) {
    const name = sessionName(run, ids);
    const session = sessions.get(name) ?? [];
    session.push(run);
    sessions.set(name, session);
  }
  const half = (rest: number) => [...sessions].filter(([name]) => (digest(name)[0] as number) % 2 === rest);
  const [training, calibration] = [half(0), half(1)].map((some) => some.map(([, session]) => session));
  return { training, calibration } as { training: T[][]; calibration: T[][] };
}

/**
 * The id of the session: `s` for the runs `s` and `s/agent-1`. A run without an id of its own is named by its file, and
 * folders may have files of the same name, so its name is what it contains.
 */
function sessionName({ id, file, content }: Named, ids: ReadonlySet<string>): string {
  const named = basename(file);
  if (id === named || id.startsWith(`${named}:`)) return `${id} ${content}`;
  for (let end = id.indexOf("/"); end >= 0; end = id.indexOf("/", end + 1))
    if (ids.has(id.slice(0, end))) return id.slice(0, end);
  return id;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text, "utf16le").digest();
}
