/**
 * What a run has learned, and what `noNews` makes of a call: native/src/news.c and detectors/no_news.c, told in words. Time
 * in a run is counted in completed calls, so that "nothing was news since this call last ran" is one comparison.
 */
import { type NoNewsDetector, POLLS_WORD } from "../../detectors/no-news.ts";
import type { Seen } from "../../detectors/sighting.ts";
import type { AskedCall } from "./asked.ts";
import type { Observation } from "./observation.ts";

/** How often a poll is asked for at least before it has lasted too long: `POLLS_MIN` of no_news.c. */
const POLLS_MIN = 10;
/** Of what a call's entry can count of equal results without news between them. */
const STILL_MAX = 255;
const TENTH_MS = 100;

/** What is known of a call that was asked for. */
interface Known {
  /** Of the newest that came back. */
  result: string;
  /** The call that gave it. */
  index: number;
  inARow: number;
  /** Of these, how many without any news between them. */
  still: number;
  /** When it last came back. */
  at: number;
  /** When it was last asked for, and when the results in a row began: in tenths of a second, where anybody knows. */
  asked: number | undefined;
  since: number | undefined;
  /** In which it last ran. */
  round: number;
  /** Of its last result. */
  kind: "plain" | "transient" | "ack";
  /** It has given different results in this run. */
  changed: boolean;
}

/** Why a call is judged by time. */
interface Poll {
  /** It waits, or comes behind a wait; else it comes late. */
  readonly wait: boolean;
  readonly why: string;
}

/** A call on its way. */
export interface AskedOfNews {
  readonly call: AskedCall;
  /** It comes so long after it was last asked for, or behind a wait, that it is judged by time. */
  readonly polled: boolean;
  /** When its round began, and which that is. */
  readonly roundAt: number;
  readonly round: number;
}

export class NewsLog {
  readonly #max: number;
  readonly #pollAfterMs: number;
  readonly #calls = new Map<string, Known>();
  /** Results that a call gave before its last one. */
  readonly #past = new Map<string, true>();
  /** From 1: a call that came back at 0 never did. */
  #clock = 1;
  #lastNews = 1;
  /** What the newest news was. */
  #news = "";
  #lastWait = 0;
  #waiter = 0;
  #roundAt = 1;
  #round = 0;
  /** When a user last spoke, and the first round since. */
  #turnAt = 0;
  #turnRound = 0;
  /** Milliseconds: the first time that the run was told. */
  #origin: number | undefined;

  /** `max`: calls that are remembered. `first`: the detector whose clock decides what a poll is. */
  constructor(max: number, first: NoNewsDetector) {
    this.#max = max;
    this.#pollAfterMs = first.pollAfterMs;
  }

  round(): void {
    this.#roundAt = this.#clock;
    this.#round++;
  }

  turn(): void {
    this.#happened("a user spoke");
    this.#turnAt = this.#clock;
    this.round();
    this.#turnRound = this.#round;
  }

  /** A call that nobody counts came back. */
  uncounted(index: number): void {
    this.#happened(`#${index} is not counted, and may have changed something`);
  }

  /** The call is being asked for: what is known of it is the newest now. Comes before `look`. */
  ask(call: AskedCall, atMs: number | undefined): AskedOfNews {
    const known: Known = this.#calls.get(call.identity) ?? {
      result: "",
      index: 0,
      inARow: 0,
      still: 0,
      at: 0,
      asked: 0,
      round: -1,
      since: 0,
      kind: "plain",
      changed: false,
    };
    // It may have been pushed out: what it gave before then is not known.
    if (this.#calls.size === this.#max && known.at === 0) known.changed = true;
    touch(this.#calls, call.identity, known, this.#max);
    return {
      call,
      polled: !call.poll && !call.final && this.#pollOf(call, known, atMs) !== undefined,
      roundAt: this.#roundAt,
      round: this.#round,
    };
  }

  look(detector: NoNewsDetector, call: AskedCall, atMs: number | undefined): Seen {
    const times = call.maxRepeats ?? detector.times;
    const known = this.#calls.get(call.identity);
    const silent = { fired: false, count: 0, needed: times, cycleLength: 1, strong: true };
    if (call.poll) return { ...silent, needed: 0, strong: false, why: "a poll is judged by time" };
    if (known === undefined || known.at === 0) return { ...silent, why: "no such call has come back before" };
    const like = known.index;
    if (known.inARow === 0) return { ...silent, like, why: `what #${like} gave cannot be compared` };
    if (this.#lastNews > known.at) return { ...silent, like, why: this.#news };
    const facts = { ...silent, like, count: known.inARow };
    const poll = call.final ? undefined : this.#pollOf(call, known, atMs);
    const seen =
      poll === undefined
        ? this.#byCount(detector, times, known, facts)
        : this.#byTime(detector, known, atMs, facts, poll);
    if (!seen.fired || known.round !== this.#round) return seen;
    return {
      ...seen,
      fired: false,
      why: `${seen.why}, but an equal call of the round ran, and what that gave was not known`,
    };
  }

  #byCount(detector: NoNewsDetector, times: number, known: Known, facts: Omit<Seen, "why">): Seen {
    const { inARow, still, kind, changed, at } = known;
    const { needed, because } = wanted(detector, times, kind, changed);
    const results = inARow === 1 ? "only 1 result yet" : `its last ${inARow} results were equal`;
    if (inARow < needed) {
      const asks = because === "" ? (inARow === 1 ? "" : `, of ${needed}`) : `; ${because}: ${needed} are asked for`;
      return { ...facts, needed, why: `${results}${asks}` };
    }
    const lap = at !== this.#clock && this.#clock - this.#lastNews > needed;
    if (detector.settled && still < needed && inARow === needed && needed <= STILL_MAX && !lap)
      return { ...facts, needed, why: `${results}, but there was news between them` };
    return { ...facts, needed, fired: true, why: `${results}, and nothing was news since #${known.index}` };
  }

  #byTime(
    { maxWaitMs }: NoNewsDetector,
    known: Known,
    atMs: number | undefined,
    facts: Omit<Seen, "why">,
    poll: Poll,
  ): Seen {
    const waited = elapsed(known.since, this.#time(atMs));
    const count = known.inARow;
    const why = `${poll.why}: ${count === 1 ? "1 result" : `${count} equal results`} in ${seconds(waited)}`;
    if (maxWaitMs !== 0 && waited >= maxWaitMs && count >= POLLS_MIN)
      return { ...facts, needed: POLLS_MIN, fired: true, why };
    const word = count % POLLS_WORD === 0 && Number.isInteger(Math.log2(count / POLLS_WORD));
    if (word && !poll.wait) return { ...facts, needed: POLLS_WORD, fired: true, why: `${why}, worth a word` };
    const limit = maxWaitMs === 0 ? "ever" : seconds(maxWaitMs);
    return { ...facts, needed: poll.wait ? POLLS_MIN : POLLS_WORD, why: `${why}, and it may wait for ${limit}` };
  }

  /** Why the call is judged by time; `undefined`: it is judged by count. */
  #pollOf(call: AskedCall, known: Known, atMs: number | undefined): Poll | undefined {
    if (known.inARow === 0) return undefined;
    if (call.signs.waits) return { wait: true, why: "it waits itself" };
    if (this.#lastWait > known.at) return { wait: true, why: `behind a wait, #${this.#waiter}` };
    const now = this.#time(atMs);
    if (this.#pollAfterMs === 0) return undefined;
    if (known.asked !== undefined && now !== undefined && now < known.asked)
      return { wait: false, why: "the clock was set back, so judged by time" };
    const since = elapsed(known.asked, now);
    if (since < this.#pollAfterMs) return undefined;
    return { wait: false, why: `last asked for ${seconds(since)} ago, so judged by time` };
  }

  /** It has been looked at. */
  asked({ call }: AskedOfNews, atMs: number | undefined): void {
    const known = this.#calls.get(call.identity) as Known;
    if (atMs !== undefined) this.#origin = Math.min(this.#origin ?? atMs, atMs);
    known.asked = this.#time(atMs);
    known.round = this.#round;
    if (known.since === undefined || (known.asked !== undefined && known.since > known.asked))
      known.since = known.asked;
  }

  completed(asked: AskedOfNews, seen: Observation): void {
    this.#take(asked, seen);
    if (asked.round < this.#turnRound) this.#happened(`#${seen.index} was asked for before a user spoke`);
  }

  #take({ call, roundAt, round }: AskedOfNews, seen: Observation): void {
    const known = this.#calls.get(call.identity);
    const { index, result } = seen;
    if (known === undefined || result === null) {
      this.#happened(
        known === undefined ? `#${index} was forgotten meanwhile` : `what #${index} gave cannot be compared`,
      );
      if (known !== undefined) Object.assign(known, { inARow: 0, still: 0, at: this.#clock, index });
      return;
    }
    const first = known.inARow === 0;
    const same = !first && known.result === result;
    if (same && known.at > roundAt) {
      // A sibling of its round gave this already; what it changed, it changed once more.
      if (!seen.mutated) return;
      this.#happened(`#${index} changed something`);
      known.at = this.#clock;
      return;
    }
    const again = same && known.at >= this.#turnAt;
    const quiet = this.#lastNews <= known.at;
    const isNew = !same && this.#isNew(call.identity, known, result);
    const kind = kindOf(call, seen);
    this.#clock++;
    if (isNew && !call.signs.thinks) this.#newest(`#${index} gave something new`);
    if (seen.mutated) this.#newest(`#${index} changed something`);
    if (call.signs.waits) {
      this.#lastWait = this.#clock;
      this.#waiter = index;
    }
    // A rate limit that is gone is no change.
    if (!first && !same && known.kind !== "transient" && kind !== "transient") known.changed = true;
    known.result = result;
    known.index = index;
    // What is told late may have come back as soon as it was asked for.
    known.at = round === this.#round ? this.#clock : Math.max(known.at, roundAt);
    known.inARow = again ? known.inARow + 1 : 1;
    known.still = again && quiet ? Math.min(known.still + 1, STILL_MAX) : 1;
    if (!again) known.since = known.asked;
    known.kind = kind;
  }

  #isNew(identity: string, known: Known, result: string): boolean {
    if (known.inARow === 0) return true;
    const pair = (text: string) => JSON.stringify([identity, text]);
    const isKnown = this.#past.has(pair(result));
    if (isKnown) touch(this.#past, pair(result), true, this.#max);
    touch(this.#past, pair(known.result), true, this.#max);
    return !isKnown;
  }

  #happened(what: string): void {
    this.#clock++;
    this.#newest(what);
  }

  #newest(what: string): void {
    this.#lastNews = this.#clock;
    this.#news = what;
  }

  #time(ms: number | undefined): number | undefined {
    if (this.#origin === undefined || ms === undefined) return undefined;
    return Math.max(0, Math.trunc((ms - this.#origin) / TENTH_MS));
  }
}

/** Puts it last; the least recently used makes room. */
function touch<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

/** How many equal results in a row are asked for, and why it is not the usual number. */
function wanted(
  { transientTimes, ackTimes, settled }: NoNewsDetector,
  times: number,
  kind: Known["kind"],
  changed: boolean,
): { needed: number; because: string } {
  const more = (least: number, because: string) => ({
    needed: Math.max(times, least),
    because: least > times ? because : "",
  });
  if (kind === "transient") return more(transientTimes, "a failure that passes by itself");
  if (kind === "ack") return more(ackTimes, "a bare acknowledgement");
  return settled && changed ? more(times + 1, "it has given different results") : { needed: times, because: "" };
}

function kindOf({ signs }: AskedCall, { transient, ack }: Observation): Known["kind"] {
  if (transient) return "transient";
  // A shell's empty output is its answer.
  return ack === "none" || (ack === "empty" && signs.shell) ? "plain" : "ack";
}

/** In milliseconds; 0 where nobody can say. */
function elapsed(from: number | undefined, to: number | undefined): number {
  return from === undefined || to === undefined ? 0 : Math.max(0, to - from) * TENTH_MS;
}

function seconds(ms: number): string {
  const whole = Math.round(ms / 1000);
  return whole < 120 ? `${whole} s` : `${Math.floor(whole / 60)} minutes`;
}
