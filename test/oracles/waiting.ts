/**
 * Who waits, and for how long: "At any pace" of the contract, told from lists of everything that each call of a run asked for and got.
 * What is a wait, and which answer says "not yet", the test knows, since it made them up; so this is about time alone. Only
 * for tests.
 */
const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a call is, and what came of it. */
export interface Facts {
  /** Of a wait: for how long it says that it waits; `"unsaid"`: it does not say. */
  readonly waits: number | "unsaid" | undefined;
  /** The answer says "not yet". */
  readonly notYet: boolean;
}

interface Asked extends Facts {
  /** How much had come back before it. */
  readonly place: number;
  readonly askedAt: number;
  readonly result: string | null;
  readonly returnedAt: number;
}

export class WaitingOracle {
  /** What each call gave, in the order in which it came back. */
  readonly #of = new Map<string, Asked[]>();
  /** How much has come back. */
  #count = 0;
  /** From each return to the next request, while nothing else ran. */
  #idles: number[] = [];
  #lastReturn = Number.NaN;
  #latest = Number.NaN;
  /** When each call was asked for last, refused or not; and when the one that was asked for last had been before. */
  readonly #asked = new Map<string, number>();
  #askedBefore = Number.NaN;
  /** What came back before this place is behind a wait, or behind an idle agent; with the reason. */
  #waited = { place: 0, why: "" };
  /** The newest wait, until it is believed: what came back before `place` is behind it. */
  #wait: Asked | undefined;
  /** The clock was set back, so nobody knows how long anything took. */
  unsure = false;

  clear(): void {
    this.#of.clear();
    this.#count = 0;
    this.#idles = [];
    this.#lastReturn = Number.NaN;
    this.#asked.clear();
    this.#waited = { place: 0, why: "" };
    this.#wait = undefined;
  }

  /** Something ran that nobody looks at: how long the agent was idle is not known. */
  untracked(): void {
    this.#lastReturn = Number.NaN;
  }

  /** A wait is believed at the next request at which its time has passed, or when the next wait comes back; else never. */
  #believe(now: number): void {
    if (this.#wait === undefined || !hasWaited(this.#wait.waits, this.#wait.askedAt, now)) return;
    this.#waited = { place: this.#wait.place, why: "a wait" };
    this.#wait = undefined;
  }

  /** A request, before anybody judges it. `now`: NaN without a clock. */
  asks(identity: string, now: number): void {
    this.#tick(now);
    this.#askedBefore = this.#asked.get(identity) ?? Number.NaN;
    this.#asked.set(identity, now);
    this.#believe(now);
    const idle = now - this.#lastReturn;
    const median = medianOf(this.#idles.slice(-15));
    if (this.#idles.length > 0 && idle >= 2 * MINUTE && idle >= 4 * median)
      this.#waited = { place: this.#count, why: "the agent was idle" };
    if (!Number.isNaN(idle)) this.#idles.push(idle);
    this.#lastReturn = Number.NaN; // a second request of the round follows no return
  }

  came(identity: string, askedAt: number, facts: Facts, result: string | null, now: number): void {
    this.#tick(now);
    const waits = isSkipped(facts, now - askedAt) ? undefined : facts.waits;
    const asked = { place: this.#count++, askedAt, ...facts, waits, result, returnedAt: now };
    if (waits !== undefined) {
      this.#believe(now);
      this.#wait = asked;
    }
    const own = this.#of.get(identity) ?? [];
    this.#of.set(identity, own);
    own.push(asked);
    this.#lastReturn = now;
  }

  /** Why the request that was made last, of this call, is judged by time; `undefined`: it is judged by count. */
  reason(identity: string, poll: boolean | undefined, now: number): string | undefined {
    const last = this.#of.get(identity)?.at(-1);
    if (poll === false || last === undefined) return undefined;
    if (now - this.#askedBefore < SECOND) return undefined;
    if (poll === true) return "its tool's policy says so";
    if (hasWaited(last.waits, this.#askedBefore, now)) return "a wait";
    if (last.notYet) return "its answer";
    return last.place < this.#waited.place ? this.#waited.why : undefined;
  }

  /** Whether a poll has given the same for so long that it may be refused: thirty minutes, or sixty looks without a clock. */
  isOver(identity: string, now: number): boolean {
    const own = this.#of.get(identity) ?? [];
    const first = own.findLastIndex((it) => it.result !== own.at(-1)?.result) + 1;
    const since = own[first]?.returnedAt ?? Number.NaN;
    return Number.isNaN(now) ? own.length - first >= 60 : now - since >= 30 * MINUTE;
  }

  #tick(now: number): void {
    if (now < this.#latest) this.unsure = true;
    this.#latest = now;
  }
}

/** By the clock as much time has passed since it was asked for as shows that it waited; without a clock its word is taken. */
function hasWaited(waits: Facts["waits"], askedAt: number, now: number): boolean {
  if (waits === undefined) return false;
  const least = waits === "unsaid" ? 10 * SECOND : waits / 2;
  return Number.isNaN(now) || now - askedAt >= least;
}

/** It says that it waits for two seconds or more and comes back within one: a sandbox that skips waits. */
function isSkipped({ waits, notYet }: Facts, took: number): boolean {
  return typeof waits === "number" && waits >= 2 * SECOND && took > 0 && took < SECOND && !notYet;
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
