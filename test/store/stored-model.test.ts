/**
 * A run with a store says what a run without one says: random guards and random streams of calls, as in the test of the
 * engine, played to a local run and to stored ones, by one worker that is replaced now and then, and by two that take turns.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoopCall, LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { memoryStore } from "../../lib/store/memory-store.ts";
import type { StateStore } from "../../lib/store/store-interface.ts";
import type { StoredLoopRun } from "../../lib/store/stored-run-options.ts";
import { enough, tries } from "../effort.ts";
import { guards, type Step, streams } from "../oracles/engine-streams.ts";
import { memoryJournal } from "./memory-journal.ts";

const STREAMS = tries(400);

function said({ action, detection, waitMs, message }: Verdict): unknown {
  if (detection === null) return { action };
  const { runId: _run, fingerprint: _key, callId: _id, pattern, message: found, ...facts } = detection;
  return {
    action,
    waitMs,
    message,
    found,
    ...facts,
    pattern: pattern.map((step) => step.replace(/#[0-9a-f]{8}$/, "")),
  };
}

interface Worker {
  guard: LoopGuard;
  run: StoredLoopRun;
}

/** The local run, and workers of the stored one; whoever's turn it is gets the step. */
class Play {
  readonly #options: LoopGuardOptions;
  readonly #store: StateStore;
  readonly #turns: number[];
  #now = 1_000_000;
  #local: LoopGuard;
  #workers: Worker[] = [];
  #ids = 0;
  #steps = 0;
  #replaced = false;
  #open: { call: LoopCall; worker: number }[] = [];
  #named: { call: LoopCall; invalid: boolean }[] = [];
  readonly #said: Map<string, number>;

  constructor(options: LoopGuardOptions, store: StateStore, turns: number[], counted: Map<string, number>) {
    this.#options = { ...options, now: () => this.#now };
    this.#store = store;
    this.#turns = turns;
    this.#said = counted;
    this.#local = new LoopGuard(this.#options);
    for (let i = 0; i <= Math.max(...turns); i++) this.#workers.push(this.#hire());
  }

  #hire(): Worker {
    const guard = new LoopGuard(this.#options);
    return { guard, run: guard.storedRun("r", this.#store) };
  }

  async close(): Promise<void> {
    if (this.#workers.length === 1 && !this.#replaced) {
      const { calls, refused, warned, loops } = this.#local.stats();
      expect(this.#workers[0]?.run.stats()).toMatchObject({ calls, refused, warned, loops });
    }
    this.#local.close();
    for (const { guard, run } of this.#workers) {
      await run.close();
      guard.close();
    }
  }

  async step(step: Step): Promise<void> {
    const worker = this.#turns[this.#steps++ % this.#turns.length] as number;
    switch (step.does) {
      case "call":
      case "ask": {
        const call = this.#make(step, false);
        const verdict = await this.#both("before", call, worker);
        const runs = verdict.action === "allow" || verdict.action === "warn" || verdict.action === "ask";
        if (!runs) return;
        if (step.does === "call") await this.#both("after", call, worker, step.outcome);
        else this.#open.push({ call, worker });
        return;
      }
      case "unannounced":
        await this.#both("after", this.#make(step, undefined), worker, step.outcome);
        return;
      case "invalid":
        return this.#invalid(this.#make(step, true), worker);
      case "finish": {
        const [open] = this.#open.splice(-1 - step.pick, 1);
        if (open !== undefined) await this.#both("after", open.call, open.worker, step.outcome);
        return;
      }
      case "unfit": {
        const [open] = this.#open.splice(-1 - step.pick, 1);
        if (open?.call.id !== undefined) await this.#invalid(open.call, worker);
        return;
      }
      case "again": {
        const named = this.#workers.length === 1 ? this.#named.at(-1 - step.pick) : undefined;
        if (named?.invalid) await this.#invalid(named.call, worker);
        else if (named) await this.#both("before", named.call, worker);
        return;
      }
      case "round":
        this.#local.beginRound();
        this.#workers[worker]?.run.beginRound();
        return this.#settle(worker);
      case "turn":
        this.#local.beginTurn();
        this.#workers[worker]?.run.beginTurn();
        return this.#settle(worker);
      case "compact":
        this.#local.compacted();
        this.#workers[worker]?.run.compacted();
        return this.#settle(worker);
      case "reset":
        this.#local.reset();
        await this.#workers[worker]?.run.reset();
        return;
      case "restore":
        return this.#replace(worker);
      case "wait":
        this.#now += step.ms;
    }
  }

  /** What was buffered, and what a function made of a verdict, goes out before another worker acts, so that there is one order. */
  async #settle(worker: number): Promise<void> {
    if (this.#workers.length > 1) await this.#workers[worker]?.run.flush();
  }

  #make(step: Extract<Step, { id: boolean }>, invalid: boolean | undefined): LoopCall {
    const call: LoopCall = { name: step.name, arguments: structuredClone(step.args) };
    if (step.retryable) call.retryable = true;
    const alike = invalid === undefined && typeof step.args !== "object";
    if (!step.id && !alike) return call;
    call.id = `call_${++this.#ids}`;
    if (invalid !== undefined) this.#named.push({ call, invalid });
    return call;
  }

  async #both(does: "before" | "after", call: LoopCall, worker: number, outcome: LoopOutcome = {}): Promise<Verdict> {
    const local = does === "before" ? this.#local.before(call) : this.#local.after(call, outcome);
    const { run } = this.#workers[worker] as Worker;
    const stored = await (does === "before" ? run.before(call) : run.after(call, outcome));
    await this.#settle(worker);
    return this.#compare(local, stored);
  }

  async #invalid(call: LoopCall, worker: number): Promise<void> {
    const local = this.#local.invalid(call, "no such tool");
    const { run } = this.#workers[worker] as Worker;
    const stored = await run.invalid(call, "no such tool");
    await this.#settle(worker);
    this.#compare(local, stored);
  }

  #compare(local: Verdict, stored: Verdict): Verdict {
    const what = local.detection?.detector ?? "nothing";
    this.#said.set(what, (this.#said.get(what) ?? 0) + 1);
    expect(said(stored)).toEqual(said(local));
    return local;
  }

  /** A new process instead of this worker; the local run comes from a snapshot likewise. */
  async #replace(worker: number): Promise<void> {
    if (this.#workers.length > 1) return;
    this.#replaced = true;
    const old = this.#workers[worker];
    await old?.run.close();
    old?.guard.close();
    this.#workers[worker] = this.#hire();
    const bytes = this.#local.snapshot();
    this.#local.close();
    this.#local = LoopGuard.restore(bytes, this.#options);
  }
}

const STORES = { "a store that swaps": memoryStore, "a journal": memoryJournal } as const;

describe.each(Object.entries(STORES))("%s", (_, makeStore) => {
  async function model(
    turns: fc.Arbitrary<number[]>,
    sees: fc.Arbitrary<LoopGuardOptions>,
  ): Promise<Map<string, number>> {
    const counted = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(sees, streams, turns, async (options, steps, order) => {
        const play = new Play(options, makeStore(), order, counted);
        for (const step of steps) await play.step(step);
        await play.close();
      }),
      { numRuns: STREAMS },
    );
    return counted;
  }

  it("is as good as none, for one worker at a time", async () => {
    const seen = await model(fc.constant([0]), guards());
    expect([...seen.keys()].length).toBeGreaterThan(enough(5)); // a third of the kinds there are: the streams are random
  });

  it("gives workers that take turns the verdicts of one run", async () => {
    const turns = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 3, maxLength: 12 });
    // A custom detector sees the calls of its own worker only.
    const own = guards().map((options) => {
      const detectors = (options.detectors ?? []).filter(({ type }) => type !== "custom");
      return { ...options, detectors };
    });
    const seen = await model(turns, own);
    expect([...seen.keys()].length).toBeGreaterThan(enough(5)); // a third of the kinds there are: the streams are random
  });
});
