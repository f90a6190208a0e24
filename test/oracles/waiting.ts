/**
 * Who waits, and for how long: "At any pace" of the contract, told from one list of everything that a run asked for and got.
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
  readonly identity: string;
  readonly askedAt: number;
  readonly result: string | null;
  readonly returnedAt: number;
}

export class WaitingOracle {
  /** In the order in which they came back. */
  #calls: Asked[] = [];
  /** From each return to the next request, while nothing else ran. */
  #idles: number[] = [];
  #lastReturn = Number.NaN;
  #latest = Number.NaN;
  /** The clock was set back, so nobody knows how long anything took. */
  unsure = false;

  clear(): void {
    this.#calls = [];
    this.#idles = [];
    this.#lastReturn = Number.NaN;
  }

  /** A request, before anybody judges it. `now`: NaN without a clock. */
  asks(now: number): void {
    this.#tick(now);
    if (!Number.isNaN(this.#lastReturn)) this.#idles.push(now - this.#lastReturn);
    this.#lastReturn = Number.NaN; // a second request of the round follows no return
  }

  came(identity: string, askedAt: number, facts: Facts, result: string | null, now: number): void {
    this.#tick(now);
    this.#calls.push({ identity, askedAt, ...facts, result, returnedAt: now });
    this.#lastReturn = now;
  }

  /** Why the request that was made last, of this call, is judged by time; `undefined`: it is judged by count. */
  reason(identity: string, poll: boolean | undefined, now: number): string | undefined {
    const last = this.#calls.findLast((it) => it.identity === identity);
    if (poll === false || last === undefined) return undefined;
    if (now - last.askedAt < SECOND) return undefined;
    if (poll === true) return "its tool's policy says so";
    const since = this.#calls.slice(this.#calls.lastIndexOf(last)); // itself, and what ran since it returned
    if (since.some((it) => hasWaited(it, now))) return "a wait";
    if (last.notYet) return "its answer";
    const idle = this.#idles.at(-1) ?? 0;
    const median = medianOf(this.#idles.slice(0, -1));
    return idle >= 2 * MINUTE && idle >= 4 * median ? "the agent was idle" : undefined;
  }

  /** Whether a poll has given the same for so long that it may be refused: thirty minutes, or sixty looks without a clock. */
  isOver(identity: string, now: number): boolean {
    const own = this.#calls.filter((it) => it.identity === identity);
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
function hasWaited({ waits, askedAt }: Asked, now: number): boolean {
  if (waits === undefined) return false;
  const least = waits === "unsaid" ? 10 * SECOND : waits / 2;
  return Number.isNaN(now) || now - askedAt >= least;
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
