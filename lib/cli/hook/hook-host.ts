/** What the hook in C asks about the run of a session (native/hook/run.h), answered by a run in JavaScript. */
import type { LoopCall, LoopDetection, LoopOutcome, Verdict } from "../../base/types.ts";
import { ACTIONS } from "../../core/layout.gen.ts";
import { ToolLoopError } from "../../report/tool-loop-error.ts";
import { isRefusal } from "../../report/verdict.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import type { Host } from "./hook-event.ts";

interface Question extends LoopCall, LoopOutcome {
  readonly question: Name;
  readonly id: string;
  readonly again: boolean;
  readonly words?: string;
}

/** What the listener of the guard heard while a question was answered. */
export interface Heard {
  detection?: LoopDetection | undefined;
  verdict?: Verdict | undefined;
}

type Name = keyof typeof ANSWERS;

const ANSWERS = {
  before: (run: GuardRun, call: Question) => run.before(call),
  said: (run: GuardRun, call: Question) => run.said(call),
  letPass: (run: GuardRun, call: Question) => run.overrule(call),
  refuse: (run: GuardRun, call: Question) => run.overrule(call, "hint"),
  after: (run: GuardRun, call: Question) => run.after(call, call),
  invalid: (run: GuardRun, call: Question) => run.invalid(call, call.error),
  known: (run: GuardRun, { id }: Question) => run.knows(id),
  judged: (run: GuardRun, { id }: Question) => run.judged(id),
  beginRound: (run: GuardRun) => run.beginRound(),
  beginTurn: (run: GuardRun) => run.beginTurn(),
  reset: (run: GuardRun) => run.reset(),
  compacted: (run: GuardRun) => run.compacted(),
  stopped: (run: GuardRun, { again, words }: Question) => run.stopped(again, words),
  endTurn: (run: GuardRun) => run.endTurn(),
  turnEnded: (run: GuardRun) => run.turnEnded(),
};

export function hostOf(run: GuardRun, heard: Heard): Host {
  return (text) => {
    const asked = JSON.parse(text) as Question;
    heard.verdict = undefined;
    const answer = ANSWERS[asked.question](run, asked);
    if (typeof answer !== "object") return JSON.stringify({ yes: answer === true });
    return JSON.stringify(described(asked.question, answer, heard));
  };
}

function described(question: Name, said: Verdict, heard: Heard): object {
  // In shadow mode only the listener hears of it; and before a call, of a warning that waits for the result.
  const shadowed = said.action === "allow" && !(question === "before" && heard.verdict?.action === "warn");
  const { action, message } = shadowed ? (heard.verdict ?? said) : said;
  const detection = shadowed ? heard.detection : said.detection;
  if (action === "allow" || detection === null || detection === undefined) return {};
  const ends = action === "abort" || (question === "stopped" && isRefusal(action));
  const found = ACTIONS.indexOf(ends ? "abort" : action);
  return {
    action: said.action === "allow" ? 0 : found,
    found,
    text: ends ? new ToolLoopError(detection).message : message,
    what: detection.message,
    detector: detection.detector,
  };
}
