/** Who is measured beside the preset, and how each is driven. */
import { callSignature, detectors, LoopDetector, LoopGuard } from "../../../dist/node/index.cjs";
import { cline, crush, gemini, openHands, openRouter, roo, threeInARow, twentySteps, twoInARow } from "./rules.mjs";

const { duplicate, limit, noProgress, pingPong, repeat, similarQuery, stall } = detectors;

/** Answers of a guard as those of a rule; `ends`: whether an `abort` ends the run. */
const ANSWERS = { allow: undefined, warn: "warn", hint: "refuse", ask: "refuse", abort: "end" };

/** A rule from a guard's options. Its guard is made once, and has a run for each run. */
const guarded = (options) => (clock) => {
  const guard = new LoopGuard({ ...options, now: clock.now });
  const rule = () => {
    const run = guard.run({});
    return {
      turn: () => run.beginTurn(),
      round: () => run.beginRound(),
      before(call) {
        const { action, detection } = run.before(call);
        return { answer: ANSWERS[action], loop: detection === null ? "" : detection.detector + detection.fingerprint };
      },
      after(call, outcome) {
        const { action } = run.after(call, outcome);
        return ANSWERS[action];
      },
      close: () => run.close(),
    };
  };
  return { rule, close: () => guard.close() };
};

/** One that needs no guard. */
const plain = (rule) => () => ({ rule, close() {} });

/** @runguard/sdk: the signature of a call goes into a window; at the third repetition of a cycle the breaker is open. */
function runGuard() {
  const detector = new LoopDetector({ repeats: 3, maxCycleLen: 8 });
  return {
    turn: () => detector.reset(),
    after: (call, outcome) => (detector.push(callSignature(call, outcome)).detected ? "end" : undefined),
    close: () => detector.close(),
  };
}

const SEARCHES = ["search_knowledge", "semantic_search", "search_codebase", "smart_query_database", "query_database"];
const AUTOMATOS = {
  ...Object.fromEntries(["composio_execute", ...SEARCHES, "write_file", "list_directory"].map((name) => [name, 2])),
  read_file: 3,
};

const OURS = "its rule, by our detectors";
const AGAIN = "written again from its source";
export const RIVALS = [
  { name: "loopguard, `recommended`", how: "the preset", make: guarded({ preset: "recommended" }) },
  {
    name: "`noProgress(3)` alone",
    how: "a detector of ours",
    make: guarded({ detectors: [noProgress()], action: "hint" }),
  },
  {
    name: 'Agentium, `{ maxRepeats: 3, action: "hint" }`',
    how: OURS,
    make: guarded({ maxRepeats: 3, action: "hint", scope: "run" }),
  },
  { name: "RunGuard, `repeats: 3`", how: OURS, make: plain(runGuard) },
  {
    name: "selectools, `LoopDetector.default()`",
    how: OURS,
    make: guarded({ detectors: [repeat(), stall(), pingPong()], action: "abort", volatile: [] }),
  },
  {
    name: "Automatos",
    how: OURS,
    make: guarded({
      detectors: [limit({ limits: AUTOMATOS, default: 3 }), duplicate(), similarQuery({ tools: SEARCHES })],
      action: "hint",
    }),
  },
  { name: "three equal calls in a row; opencode's `doom_loop`", how: "a counter", make: plain(threeInARow) },
  { name: "CrewAI, the second in a row", how: AGAIN, make: plain(twoInARow) },
  { name: "Roo Code, the fourth in a row", how: AGAIN, make: plain(roo) },
  { name: "Cline, three and five in a row", how: AGAIN, make: plain(cline) },
  { name: "OpenRouter's agent, `doom-loop`", how: AGAIN, make: plain(openRouter) },
  { name: "OpenHands, `stuck_detector`", how: AGAIN, make: plain(openHands) },
  { name: "Crush, six of ten steps", how: AGAIN, make: plain(crush) },
  { name: "Gemini CLI, `LoopDetectionService`", how: AGAIN, make: plain(gemini) },
  { name: "a limit of 20 steps (AI SDK)", how: "a counter", make: plain(twentySteps) },
];
/** Those of the README. */
export const IN_README = [0, 2, 6];
