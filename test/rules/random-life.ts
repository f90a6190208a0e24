/** Random lives of a run under a guard, and beside it the oracles of what was news and of who waits. */
import fc from "fast-check";
import { expect } from "vitest";
import type { LoopCall, LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { LoopGuard } from "../../lib/guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../lib/rules/options.ts";
import { NoNewsOracle } from "../oracles/no-news.ts";
import { type Facts, WaitingOracle } from "../oracles/waiting.ts";

interface Asking {
  readonly name: string;
  readonly args: unknown;
  readonly outcome: LoopOutcome;
  readonly id: boolean;
  readonly retryable: boolean;
  /** Milliseconds that the tool works. */
  readonly takes: number;
}
export type Step =
  | { does: "calls"; calls: Asking[]; order: number }
  | { does: "open"; call: Asking }
  | { does: "finish" | "again"; pick: number }
  | { does: "invalid" | "unannounced"; call: Asking }
  | { does: "wait"; ms: number }
  | { does: "turn" | "restore" | "reset" };

const TOOLS: NonNullable<LoopGuardOptions["tools"]> = {
  exempt: false,
  retry: { retryable: true },
  edit: { mutates: true },
  job: { poll: true },
  never: { poll: false },
};
const policyOf = (name: string): boolean | undefined => (name === "job" ? true : name === "never" ? false : undefined);

/** The only answer that says "not yet", and the calls that wait. */
const NOT_YET = "in progress";
const SLEEP = { command: "sleep 9" };
function factsOf({ name, args, outcome }: Pick<Asking, "name" | "args" | "outcome">): Facts {
  const sleeps = name === "bash" && typeof args === "object" && args !== null && "command" in args;
  const notYet = outcome.result === NOT_YET && name !== "send_it"; // which does so again
  return { waits: sleeps ? 9000 : name === "wait_for_it" ? "unsaid" : undefined, notYet };
}

/** No two of these are the same to a guard that drops digits, times and hexadecimal numbers. */
const word = (n: number): string => [...n.toString(6)].map((digit) => "uvwxyz"[Number(digit)]).join("");

const few = fc.integer({ min: 0, max: 1 });
const many = fc.integer({ min: 0, max: 60 });
const number = fc.oneof({ weight: 3, arbitrary: few }, { weight: 1, arbitrary: many });

export const plain: fc.Arbitrary<LoopOutcome> = number.map((n) => ({ result: word(n) }));
export const failure: fc.Arbitrary<LoopOutcome> = few.map((n) => ({ error: `broken ${word(n)}` }));
export const ack = fc.constantFrom<LoopOutcome>({ result: "" }, { result: "OK" }, { result: { success: true } });
export const transient = fc.constantFrom<LoopOutcome>(
  { status: 429, error: "slow down" },
  { error: "connect ECONNREFUSED" },
);
export const waiting = fc.constant<LoopOutcome>({ result: NOT_YET });
export const odd = fc.constantFrom<LoopOutcome>({}, { result: null }, { result: undefined });

export const asking = (names: string[], outcome: fc.Arbitrary<LoopOutcome>, waits: boolean): fc.Arbitrary<Asking> =>
  fc.record({
    name: fc.constantFrom(...names),
    args: fc.oneof({ weight: 9, arbitrary: number.map((n) => ({ n })) }, fc.constant(waits ? SLEEP : { n: 0 })),
    outcome,
    takes: fc.constantFrom(0, 0, 40, 3000, 15_000, 45_000, waits ? 1_500_000 : 180_000),
    id: fc.boolean(),
    retryable: fc.integer({ min: 0, max: 60 }).map((n) => n === 0),
  });

/** A life of some steps, of which the same come again and again. */
export const lives = (
  names: string[],
  outcome: fc.Arbitrary<LoopOutcome>,
  more: fc.Arbitrary<Step>[],
  waits: boolean,
) => {
  const call = asking(names, outcome, waits);
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 60,
      arbitrary: fc.record({
        does: fc.constant("calls" as const),
        calls: fc.oneof(
          { weight: 5, arbitrary: call.map((it) => [it]) },
          fc.array(call, { minLength: 1, maxLength: 4 }),
        ),
        order: fc.nat(7),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        does: fc.constant("calls" as const),
        calls: call.map((it) => [it, it]),
        order: fc.nat(7),
      }),
    },
    { weight: 3, arbitrary: call.map((it) => ({ does: "open" as const, call: it })) },
    {
      weight: 3,
      arbitrary: fc.record({ does: fc.constantFrom("finish" as const, "again" as const), pick: fc.nat(3) }),
    },
    { weight: 3, arbitrary: call.map((it) => ({ does: "unannounced" as const, call: it })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Step>({ does: "turn" }, { does: "restore" }, { does: "restore" }, { does: "reset" }),
    },
    ...more.map((arbitrary) => ({ weight: 3, arbitrary })),
  );
  const part = fc.tuple(
    fc.array(step, { minLength: 1, maxLength: 3 }),
    fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 9 })),
  );
  return fc
    .array(part, { minLength: 3, maxLength: 14 })
    .map((parts) => parts.flatMap(([block, times]) => Array.from({ length: times }, () => block).flat()).slice(0, 70));
};

const resultOf = (outcome: LoopOutcome): string | null => {
  const { result, error, status } = outcome;
  if (error !== undefined) return `failed ${String(status)} ${String(error)}`;
  if (!("result" in outcome)) return null;
  return JSON.stringify(result ?? (result === null ? null : "")); // a function that returns nothing
};

/** `expect(a).toBe(b)`, of which each costs more than a call of the guard: asked only where it fails. */
export function same<T>(actual: T, expected: T): void {
  if (!Object.is(actual, expected)) expect(actual).toBe(expected);
}

export const refuses = ({ action }: Verdict) => action === "hint" || action === "ask" || action === "abort";

/** A call that has not come back. */
interface Open {
  readonly call: LoopCall;
  readonly outcome: LoopOutcome;
  readonly identity: string;
  readonly knowing: number;
  readonly counted: boolean;
  readonly round: number;
  readonly facts: Facts;
  readonly takes: number;
  readonly askedAt: number;
}

interface Seen {
  readonly streak: number;
  readonly newsSince: boolean;
  /** An equal call of the round was let through: this one was chosen without knowing what that gave. */
  readonly sibling: boolean;
  /** Why it is judged by time; whether it has lasted long enough; and whether anybody knows, since the clock was set back. */
  readonly reason: string | undefined;
  readonly over: boolean;
  readonly unsure: boolean;
}

/** Seconds that the model thinks before a round; NaN: there is no clock. */
export type Pace = number;

type Judge = (verdict: Verdict, seen: Seen, invalid: boolean) => void;

export class Life {
  readonly oracle = new NoNewsOracle();
  readonly #waiting = new WaitingOracle();
  readonly #pace: Pace;
  readonly #options: LoopGuardOptions;
  readonly #judge: Judge;
  readonly #explicit: boolean;
  #guard: LoopGuard;
  #open: Open[] = [];
  #now = 1_700_000_000_000;
  #round = 1;
  /** The first of the turn. */
  #turnRound = 1;
  /** Something of this round is through, so that the next call begins another. */
  #through = false;
  #ids = 0;
  /** The round of each call that was let through last. */
  readonly #let = new Map<string, number>();
  calls = 0;

  constructor(options: LoopGuardOptions, explicit: boolean, pace: Pace, judge: Judge) {
    this.#pace = pace;
    this.#options = { now: () => this.#time, tools: TOOLS, ...options };
    this.#guard = new LoopGuard(this.#options);
    this.#explicit = explicit;
    this.#judge = judge;
    this.#beginRound();
  }

  close(): void {
    this.#guard.close();
  }

  get #time(): number {
    return Number.isNaN(this.#pace) ? Number.NaN : this.#now;
  }

  play(step: Step): void {
    switch (step.does) {
      case "calls": {
        this.#beginRound();
        const open = step.calls.flatMap((it) => this.#before(it) ?? []);
        const turned = step.order % 2 ? open.toReversed() : open;
        for (const it of turned) this.#after(it);
        return;
      }
      case "open":
        this.#beginRound();
        this.#open.push(...[this.#before(step.call) ?? []].flat());
        return;
      case "finish": {
        const [it] = this.#open.splice(step.pick, 1);
        if (it) this.#after(it);
        return;
      }
      case "again": {
        // The id once more in its round is the call that it was.
        const it = this.#open.find(
          ({ call, round, counted }) => counted && call.id !== undefined && round === this.#round,
        );
        if (it && !this.#through) same(refuses(this.#guard.before(it.call)), false);
        return;
      }
      case "unannounced": {
        const { name, args, id } = step.call;
        // Without an id it would be taken for an equal call that is open.
        const isOpen = this.#open.some(({ identity }) => identity === JSON.stringify([name, args]));
        const it = this.#make({ ...step.call, id: id || isOpen });
        if (it.counted) this.#starts();
        if (it.counted) this.#waiting.asks(it.identity, this.#time);
        return this.#after({ ...it, knowing: this.oracle.knowing, round: this.#round }, true);
      }
      case "invalid": {
        this.#beginRound();
        const it = this.#make({ ...step.call, name: "nonsense", retryable: false });
        this.#starts();
        this.#waiting.asks(it.identity, this.#time);
        const seen = this.#seen(it.call.name as string, it.identity);
        const verdict = this.#guard.invalid(it.call, "no such tool");
        this.#judge(verdict, seen, true);
        this.#through = true;
        if (!refuses(verdict)) this.oracle.came(it.identity, "no such tool", { knowing: this.oracle.knowing });
        return;
      }
      case "wait":
        this.#now += step.ms;
        return;
      case "turn":
        this.#guard.beginTurn();
        this.oracle.turn();
        this.oracle.beginRound();
        this.#turnRound = ++this.#round;
        this.#through = false;
        return;
      case "reset":
        this.#guard.reset();
        this.oracle.clear();
        this.#waiting.clear();
        this.#open = [];
        this.#round++;
        this.#through = false;
        return this.#beginRound();
      case "restore": {
        const bytes = this.#guard.snapshot();
        this.#guard.close();
        this.#guard = LoopGuard.restore(bytes, this.#options);
        this.#open = this.#open.filter(({ call, counted }) => call.id !== undefined && counted);
      }
    }
  }

  #beginRound(): void {
    if (!Number.isNaN(this.#pace)) this.#now += this.#pace * 1000;
    if (!this.#explicit) return;
    this.#guard.beginRound();
    this.oracle.beginRound();
    this.#round++;
    this.#through = false;
  }

  #seen(name: string, identity: string): Seen {
    const time = this.#time;
    const reason = this.#waiting.reason(identity, policyOf(name), time);
    const { unsure } = this.#waiting;
    const sibling = this.#let.get(identity) === this.#round;
    return { ...this.oracle.of(identity), sibling, reason, over: this.#waiting.isOver(identity, time), unsure };
  }

  /** Without rounds of the host's, a call that comes when something is through begins one. */
  #starts(): void {
    this.calls++;
    if (this.#explicit || !this.#through) return;
    this.oracle.beginRound();
    this.#round++;
    this.#through = false;
  }

  /** The whole life, and its end. */
  playAll(steps: readonly Step[]): void {
    try {
      for (const step of steps) this.play(step);
    } finally {
      this.close();
    }
  }

  #make(asking: Asking): Omit<Open, "knowing" | "round"> {
    const { name, args, outcome, id, retryable, takes } = asking;
    const call: LoopCall = { name, arguments: structuredClone(args) };
    if (retryable) call.retryable = true;
    if (id) call.id = `id ${++this.#ids}`;
    const counted = !retryable && TOOLS[name] !== false && name !== "retry";
    const identity = JSON.stringify([name, args]);
    return { call, outcome, identity, counted, takes, facts: factsOf(asking), askedAt: this.#time };
  }

  #before(asking: Asking): Open | undefined {
    const it = this.#make(asking);
    if (it.counted) this.#starts();
    if (it.counted) this.#waiting.asks(it.identity, this.#time);
    const seen = this.#seen(it.call.name as string, it.identity);
    const verdict = this.#guard.before(it.call);
    if (!it.counted) same(verdict.action, "allow");
    else this.#judge(verdict, seen, false);
    if (!refuses(verdict)) {
      if (it.counted) this.#let.set(it.identity, this.#round);
      return { ...it, knowing: this.oracle.knowing, round: this.#round };
    }
    this.#through = true;
    return undefined;
  }

  /** `unasked`: nobody asked before it ran, and what would have been said is said now. */
  #after(it: Open, unasked = false): void {
    const seen = this.#seen(it.call.name as string, it.identity);
    if (!unasked) this.#now += it.takes; // what is told only now took nobody knows how long
    const verdict = this.#guard.after(it.call, it.outcome);
    if (unasked && it.counted) this.#judge(verdict, seen, false);
    if (unasked && it.counted) this.#let.set(it.identity, this.#round);
    else same(refuses(verdict), false);
    if (!it.counted) {
      this.#waiting.untracked();
      return this.oracle.happened();
    }
    this.#waiting.came(it.identity, it.askedAt, it.facts, resultOf(it.outcome), this.#time);
    const failed = it.outcome.error !== undefined;
    const mutated = it.call.name === "edit" && !failed;
    const thought = it.call.name === "think";
    const late = it.round !== this.#round;
    this.oracle.came(it.identity, resultOf(it.outcome), { knowing: it.knowing, late, mutated, thought });
    if (it.round < this.#turnRound) this.oracle.happened(); // asked for before the user spoke
    if (it.round === this.#round) this.#through = true;
  }
}
