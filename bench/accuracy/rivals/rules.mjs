/**
 * What other detectors do with a call, as their documents or sources say. None of them knows a clock. A rule is made for each
 * run, and hears of it: `turn()` when a person spoke, `round()` when a response of the model begins, `before(call)` and
 * `after(call, outcome)` of each call. They answer "warn"; "refuse", this call; or "end", the run, until a person speaks.
 */
import { canonicalize } from "../../../dist/node/index.cjs";

const exact = ({ name, arguments: args }) => `${name}\0${JSON.stringify(args)}`;
const sorted = (call) => `${call.name}\0${canonicalOf(call.arguments ?? null)}`;
const resultOf = ({ error, result }) =>
  error === undefined ? `R${JSON.stringify(result)}` : `E${JSON.stringify(error)}`;

/** Of text that is no JSON, the text. */
function canonicalOf(value) {
  try {
    return canonicalize(value);
  } catch {
    return JSON.stringify(value);
  }
}

/** How often in a row the same was said. */
class Streak {
  #last;
  count = 0;

  add(what) {
    this.count = what === this.#last ? this.count + 1 : 1;
    this.#last = what;
    return this.count;
  }

  clear() {
    this.#last = undefined;
    this.count = 0;
  }
}

/** What everybody writes first, and opencode's `doom_loop` (session/processor.ts), which asks the user at the third. */
export function threeInARow() {
  const streak = new Streak();
  return { turn: () => streak.clear(), before: (call) => (streak.add(exact(call)) >= 3 ? "refuse" : undefined) };
}

/** CrewAI, `_check_tool_repeated_usage`: the second is refused. */
export function twoInARow() {
  const streak = new Streak();
  return { turn: () => streak.clear(), before: (call) => (streak.add(sorted(call)) >= 2 ? "refuse" : undefined) };
}

/** Roo Code, ToolRepetitionDetector.ts: the fourth in a row is refused, and the count begins anew. */
export function roo() {
  const streak = new Streak();
  return {
    turn: () => streak.clear(),
    before(call) {
      if (streak.add(sorted(call)) < 4) return undefined;
      streak.clear();
      return "refuse";
    },
  };
}

/** Cline, loop-detection.ts: a word at the third in a row, the end at the fifth. */
export function cline() {
  const streak = new Streak();
  return {
    turn: () => streak.clear(),
    before(call) {
      const count = streak.add(sorted(call));
      return count >= 5 ? "end" : count === 3 ? "warn" : undefined;
    },
  };
}

/** Gemini CLI, loopDetectionService.ts, without its judge: a block of one to five calls, five times. Feedback, then the end. */
export function gemini() {
  let keys = [];
  let found = 0;
  return {
    turn() {
      keys = [];
      found = 0;
    },
    before(call) {
      if (found > 1) return "end";
      keys = [...keys, exact(call)].slice(-25);
      const isLoop = [1, 2, 3, 4, 5].some((length) => {
        const tail = keys.slice(-5 * length);
        return tail.length === 5 * length && tail.every((key, at) => key === tail[at % length]);
      });
      if (!isLoop) return undefined;
      return ++found > 1 ? "end" : "refuse";
    },
  };
}

/**
 * OpenHands, stuck_detector.py: the same action and observation four times, the same action with an error (a word at three,
 * the end at four), or two in turn, six in all.
 */
export function openHands() {
  let events = [];
  const equal = (list, key) => list.every((event) => event[key] === list[0][key]);
  return {
    turn() {
      events = [];
    },
    after(call, outcome) {
      const failed = outcome.error !== undefined;
      const action = sorted(call);
      events = [...events, { action, both: `${action}\0${resultOf(outcome)}`, failed }].slice(-10);
      const last = (count) => (events.length < count ? undefined : events.slice(-count));
      const isError = (list) => list?.every((event) => event.failed) && equal(list, "action");
      const four = last(4);
      if (four !== undefined && (equal(four, "both") || isError(four))) return "end";
      const six = last(6);
      if (six !== undefined && !equal(six, "both")) {
        const [even, odd] = [0, 1].map((rest) => six.filter((_, at) => at % 2 === rest));
        if (equal(even, "both") && equal(odd, "both")) return "end";
      }
      return isError(last(3)) ? "warn" : undefined;
    },
  };
}

/** Crush, loop_detection.go: a step (calls and results of a response) more than five times in the last ten ends the run. */
export function crush() {
  let steps = [];
  let step = "";
  let over = false;
  return {
    turn() {
      steps = [];
      step = "";
      over = false;
    },
    round() {
      if (step !== "") steps = [...steps, step].slice(-10);
      over ||= steps.filter((one) => one === steps.at(-1)).length > 5;
      step = "";
    },
    before: () => (over ? "end" : undefined),
    after(call, outcome) {
      step += `${exact(call)}\0${resultOf(outcome)}\0`;
    },
  };
}

/** OpenRouter's agent, doom-loop.ts: for each tool, the same arguments in three rounds in a row, and the end at six. */
export function openRouter() {
  let tools = new Map();
  let round = 0;
  return {
    turn() {
      tools = new Map();
    },
    round() {
      round++;
    },
    before(call) {
      const key = sorted(call);
      const known = tools.get(call.name);
      const isSibling = known?.round === round && known.key === key;
      const count = known?.key === key ? known.count + (isSibling ? 0 : 1) : 1;
      tools.set(call.name, { key, count, round });
      return count >= 6 ? "end" : count >= 3 ? "refuse" : undefined;
    },
  };
}

/** The step limit of the AI SDK's agents by default, `stepCountIs(20)`: no loop guard, but what many have instead. */
export function twentySteps() {
  let steps = 0;
  return {
    turn() {
      steps = 0;
    },
    round() {
      steps++;
    },
    before: () => (steps > 20 ? "end" : undefined),
  };
}
