/** Replays a compact run under a setting, and finds where the guard would have fired. */

import type { Verdict } from "../../base/types.ts";
import { couldFire } from "../../detectors/table.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import { isRefusal } from "../../report/verdict.ts";
import { Replay } from "../../run/replay.ts";
import { COMPACTED, type CompactCall, type CompactRun, ROUND, TURN } from "./compact-run.ts";
import { NO_REFUSALS, RefusalNotes, type Refusals } from "./regret.ts";
import type { Setting } from "./settings.ts";

/** Where a guard fired first; `Infinity`: never. */
export interface Firing {
  /** Index of the call of the first detection, warnings included. */
  readonly any: number;
  /** Of the first `hint`, `ask` or `abort`. */
  readonly blocking: number;
  readonly abort: number;
  readonly refusals: Refusals;
  /** Calls that would not have run: refused ones, and all from the `abort` on. */
  readonly callsSaved: number;
  readonly tokensSaved: number;
}

/** Of a guard that never fires. */
export const SILENT: Firing = {
  any: Number.POSITIVE_INFINITY,
  blocking: Number.POSITIVE_INFINITY,
  abort: Number.POSITIVE_INFINITY,
  refusals: NO_REFUSALS,
  callsSaved: 0,
  tokensSaved: 0,
};

/**
 * The firings of a setting, one for each run. All recorded calls are replayed, but the guard does not see the outcome of a
 * call that it refused: it would not have run.
 */
export function replayAll(setting: Setting, runs: readonly CompactRun[]): Firing[] {
  const { detectors, ladder } = setting;
  // Volatile spans were removed when the runs were compacted.
  const guard = new LoopGuard({ detectors: [...detectors], volatile: [], ladder });
  try {
    return runs.map((run) => (run.hasInvalid || couldFire(detectors, run.facts) ? replay(run, guard) : SILENT));
  } finally {
    guard.close();
  }
}

function replay({ calls, events }: CompactRun, guard: LoopGuard): Firing {
  const quiet = guard.quietRun();
  const notes = new Notes(calls);
  const replay = new Replay(quiet, (index, verdict, when) => notes[when](index, verdict), "obeyed");
  for (const event of events) {
    const index = Math.floor(event / 2);
    if (event === ROUND) replay.round();
    else if (event === TURN) replay.turn();
    else if (event === COMPACTED) replay.compacted();
    else if (event % 2 === 1) replay.outcome(index, calls[index]?.outcome ?? {}, calls[index]?.end);
    else {
      const { name, args, retryable, at } = calls[index] as CompactCall;
      replay.call({ id: String(index), name, arguments: args, retryable }, at);
    }
  }
  replay.end();
  quiet.run.close();
  return notes.firing();
}

class Notes {
  readonly #calls: readonly CompactCall[];
  readonly #refusals = new RefusalNotes();
  readonly #refused = new Set<number>();
  #any = SILENT.any;
  #blocking = SILENT.blocking;
  #abort = SILENT.abort;
  /** The first call that would not have run because of an abort. */
  #end = SILENT.abort;

  constructor(calls: readonly CompactCall[]) {
    this.#calls = calls;
  }

  before(index: number, verdict: Verdict): void {
    if (isRefusal(verdict.action)) this.#refused.add(index);
    this.#refusals.before(index, verdict);
    this.#note(index, verdict, index);
  }

  /** The call itself has run. */
  after(index: number, verdict: Verdict): void {
    this.#note(index, verdict, index + 1);
  }

  #note(index: number, { action, detection }: Verdict, end: number): void {
    if (detection === null) return;
    this.#any = Math.min(this.#any, index);
    if (isRefusal(action)) this.#blocking = Math.min(this.#blocking, index);
    if (action !== "abort") return;
    this.#abort = Math.min(this.#abort, index);
    this.#end = Math.min(this.#end, end);
  }

  firing(): Firing {
    if (this.#any === SILENT.any) return SILENT;
    const saved = this.#calls.filter((_, index) => index >= this.#end || this.#refused.has(index));
    return {
      any: this.#any,
      blocking: this.#blocking,
      abort: this.#abort,
      refusals: this.#refusals.all.length === 0 ? NO_REFUSALS : this.#refusals,
      callsSaved: saved.length,
      tokensSaved: saved.reduce((sum, { tokens }) => sum + tokens, 0),
    };
  }
}
