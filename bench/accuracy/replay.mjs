/** Replays one recorded run through a guard, as an adapter would, and says where it spoke. */

/** Where the time of a run without times of its own begins. */
const BEGINNING = Date.UTC(2026, 0);

/**
 * A clock for the option `now` of a guard, which `replay` sets. `pace`: seconds from round to round; without it there is no
 * clock, as in a record that has no times.
 */
export class Clock {
  #pace;
  #time = Number.NaN;
  #round = 0;
  now = () => this.#time;

  constructor(pace) {
    this.#pace = pace;
  }

  /** A run begins. */
  begin() {
    this.#round = 0;
    this.#time = this.#pace === undefined ? Number.NaN : BEGINNING;
  }

  /** A response of the model came. */
  round() {
    this.#round++;
  }

  /** A call is requested: at its own time, if that was recorded. */
  request({ time }) {
    if (this.#pace === undefined) return;
    const own = time === undefined ? Number.NaN : Date.parse(time);
    this.#time = Number.isNaN(own) ? BEGINNING + this.#round * this.#pace * 1000 : own;
  }

  /** Its result came: at its own time, or at once. */
  result({ end }) {
    if (this.#pace === undefined || end === undefined) return;
    const own = Date.parse(end);
    if (own > this.#time) this.#time = own;
  }
}

/**
 * `turns`: whether a gap in `batch` is a user's turn. `clock`: the guard's.
 *
 * @typedef {{ index: number, action: string, detection: object }} Firing
 * @returns {{ any: Firing | undefined, blocking: Firing | undefined, firings: Firing[], verdicts: object[] }}
 * `verdicts`: what was said before each call
 */
export function replay(run, guard, { turns = true, clock = new Clock() } = {}) {
  clock.begin();
  const state = guard.run({});
  const firings = [];
  const verdicts = [];
  let batch;
  let round = [];
  const settle = () => {
    // every call of a round is chosen before any of them comes back
    const asked = round.map(({ call, index }) => {
      clock.request(call);
      return { call, index, verdict: state.before(callOf(call, index)) };
    });
    for (const { index, verdict } of asked) {
      verdicts.push(verdict);
      note(firings, index, verdict);
    }
    for (const { call, index, verdict } of asked) {
      if (isBlocking(verdict.action)) continue; // it would not have run, so what it gave is not told
      clock.result(call);
      note(firings, index, state.after(callOf(call, index), outcomeOf(call)));
    }
    round = [];
  };
  run.calls.forEach((call, index) => {
    const at = call.batch ?? index;
    if (batch !== undefined && at !== batch) settle();
    if (turns && batch !== undefined && at - batch > 1) state.beginTurn();
    if (at !== batch) {
      clock.round();
      state.beginRound();
    }
    batch = at;
    round.push({ call, index });
  });
  settle();
  state.close();
  return {
    any: firings[0],
    blocking: firings.find((firing) => isBlocking(firing.action)),
    firings,
    verdicts,
  };
}

export function isBlocking(action) {
  return action === "hint" || action === "ask" || action === "abort";
}

function note(firings, index, verdict) {
  if (verdict.detection !== null) firings.push({ index, action: verdict.action, detection: verdict.detection });
}

/** A text that was cut is stood for by its digest, in letters: digits and hex would be taken for volatile spans. */
const letters = (sha1) => [...sha1].map((digit) => String.fromCharCode(0x67 + Number.parseInt(digit, 16))).join("");

const parsed = new WeakMap();

export function callOf(call, index) {
  let known = parsed.get(call);
  if (known === undefined) {
    known = {
      id: `call_${index}`,
      name: call.name,
      arguments: call.args_sha1 ? { cut: letters(call.args_sha1) } : (call.args ?? call.arguments),
    };
    parsed.set(call, known);
  }
  return known;
}

export function outcomeOf(call) {
  const text = call.result_sha1 ? `cut text ${letters(call.result_sha1)}` : call.result;
  return call.error
    ? { error: typeof text === "string" ? text : JSON.stringify(text ?? "failed") }
    : { result: text ?? "" };
}

/** Characters of arguments and results from `index` on: what a stop there would have saved. */
export function charactersFrom(run, index) {
  return run.calls
    .slice(index)
    .reduce((sum, call) => sum + (call.args_len ?? size(call.args)) + (call.result_len ?? size(call.result)), 0);
}

function size(value) {
  return value === undefined || value === null
    ? 0
    : typeof value === "string"
      ? value.length
      : JSON.stringify(value).length;
}
