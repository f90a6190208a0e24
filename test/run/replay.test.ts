import { describe, expect, it } from "vitest";
import type { LoopCall, LoopDetection, LoopOutcome, Verdict } from "../../lib/base/types.ts";
import { ALLOW } from "../../lib/rules/verdict.ts";
import { Replay, replayCalls } from "../../lib/run/replay.ts";

const detection = (detector: string): LoopDetection => ({
  detector,
  toolName: "search",
  repeats: 3,
  cycleLength: 1,
  pattern: ["search"],
  evidence: "strong",
  strikes: 1,
  message: "Again.",
  details: {},
  fingerprint: "",
});
const HINT: Verdict = { action: "hint", allowed: false, message: "Again. Stop it.", detection: detection("count") };
const REFUSAL =
  "Tool 'search' was called. Use only the tools that are offered, with arguments that match their schema, ";
const OWN_REFUSAL = `${REFUSAL}or finish the response.`;
const BROKEN = '{"q": ';

/** A run that writes down what it is told, and answers a call as `verdicts` say of its id. */
function recorded(verdicts: Record<string, Verdict> = {}, refusalsHonoured?: boolean, message?: string) {
  const log: string[] = [];
  const verdictOf = (call: LoopCall) => verdicts[call.id ?? ""] ?? ALLOW;
  const target = {
    ...(message === undefined ? {} : { message }),
    setTime: (ms: number | undefined) => void (ms !== undefined && log.push(`time ${ms}`)),
    run: {
      beginRound: () => void log.push("round"),
      beginTurn: () => void log.push("turn"),
      compacted: () => void log.push("compacted"),
      before(call: LoopCall) {
        log.push(`before ${call.id}`);
        return verdictOf(call);
      },
      invalid(call: LoopCall, error: unknown) {
        log.push(`invalid ${call.id}: ${String(error)}`);
        return verdictOf(call);
      },
      overrule: (call: LoopCall) => void log.push(`overrule ${call.id}`),
      after(call: LoopCall, { result, error }: LoopOutcome) {
        log.push(`after ${call.id}: ${String(result ?? error)}`);
        return ALLOW;
      },
    },
  };
  const said: string[] = [];
  const replay = new Replay(
    target,
    (index, { action }, when) => said.push(`${index} ${when}: ${action}`),
    refusalsHonoured,
  );
  replay.round();
  log.length = 0;
  return { replay, log, said };
}

const call = (id: string, args: unknown = {}): LoopCall => ({ id, name: "search", arguments: args });

describe("Replay", () => {
  it("tells a run what happened, with the times of the calls, and gives every verdict", () => {
    const { replay, log, said } = recorded();
    replay.round();
    replay.call(call("a"), 1000);
    replay.outcome(0, { result: "r" });
    replay.turn();
    replay.call(call("b"));
    replay.outcome(1, { error: "e" });
    expect(log).toEqual(["round", "time 1000", "before a", "after a: r", "turn", "before b", "after b: e"]);
    expect(said).toEqual(["0 before: allow", "0 after: allow", "1 before: allow", "1 after: allow"]);
  });

  it("says where the first round begins, where the record does not", () => {
    const log: string[] = [];
    const run = { beginRound: () => log.push("round"), before: () => (log.push("before"), ALLOW) };
    const replay = new Replay({ run: run as never }, () => {});
    replay.call(call("a"));
    replay.call(call("b"));
    expect(log).toEqual(["round", "before", "before"]);
  });

  it("takes outcomes late, in any order, once each, and does without", () => {
    const { replay, log } = recorded();
    for (const id of ["a", "b", "c"]) {
      replay.round();
      replay.call(call(id));
    }
    expect(replay.outcome(2, { result: 2 })).toBe("ran");
    expect(replay.outcome(0, { result: 0 })).toBe("ran");
    expect(replay.outcome(0, { result: "again" })).toBeUndefined();
    expect(replay.outcome(7, { result: "of nothing" })).toBeUndefined();
    replay.forget(1);
    expect(replay.outcome(1, { result: "too late" })).toBeUndefined();
    expect(log.filter((line) => line.startsWith("after"))).toEqual(["after c: 2", "after a: 0"]);
  });

  describe("of a call that the run refuses", () => {
    const refusing = (refusalsHonoured?: boolean) => recorded({ a: HINT }, refusalsHonoured);

    it("says that it ran, when a result shows it", () => {
      const { replay, log } = refusing();
      replay.call(call("a"));
      expect(replay.outcome(0, { result: "r" })).toBe("ran");
      expect(log).toEqual(["before a", "overrule a", "after a: r"]);
    });

    it("says that it ran, when the record goes on without an outcome", () => {
      const { replay, log } = refusing();
      replay.call(call("a"));
      replay.call(call("b"));
      replay.round();
      replay.outcome(0, { result: "late" });
      expect(log).toEqual(["before a", "before b", "overrule a", "round", "after a: late"]);
    });

    it("says so in time for the run to remember the call, however many calls a round has", () => {
      const { replay, log } = refusing();
      for (const id of ["a", ...Array(64).keys()]) replay.call(call(String(id)));
      expect(log.slice(-2)).toEqual(["before 63", "overrule a"]);
    });

    it("leaves it refused, when its outcome is that refusal, or nothing comes after it", () => {
      const { replay, log } = refusing();
      replay.call(call("a"));
      expect(replay.outcome(0, { result: HINT.message })).toBe("refused");
      replay.round();
      replay.call(call("a"));
      replay.end();
      expect(log).toEqual(["before a", "round", "before a"]);
    });

    it("leaves it refused, when refusals are honoured", () => {
      const { replay, log } = refusing(true);
      replay.call(call("a"));
      expect(replay.outcome(0, { result: "r" })).toBe("refused");
      replay.call(call("a"));
      replay.round();
      expect(log).toEqual(["before a", "before a", "round"]);
    });
  });

  it("leaves out refusals of any guard, but not pages that quote one", () => {
    const { replay, log } = recorded({}, undefined, "Stop it.");
    const page = OWN_REFUSAL.padEnd(3_000, ".");
    const outcomes: LoopOutcome[] = [
      { result: OWN_REFUSAL },
      { error: new Error(OWN_REFUSAL) },
      { result: "Stop it." },
    ];
    expect(
      [...outcomes, { result: page }].map((outcome, index) => {
        replay.call(call(String(index)));
        return replay.outcome(index, outcome);
      }),
    ).toEqual(["refused", "refused", "refused", "ran"]);
    expect(log.filter((line) => line.startsWith("after"))).toEqual([`after 3: ${page}`]);
  });

  describe("of a call whose arguments are no JSON", () => {
    it("says that it is invalid, with what the model was told of it", () => {
      const { replay, log, said } = recorded();
      replay.call(call("a", BROKEN), 5);
      expect(said).toEqual([]);
      expect(replay.outcome(0, { result: "Error: no JSON" })).toBe("invalid");
      expect(log).toEqual(["time 5", "invalid a: Error: no JSON"]);
      expect(said).toEqual(["0 before: allow"]);
    });

    it("says so when its round ends, when it is forgotten, and at the end, where nothing came back", () => {
      const { replay, log } = recorded();
      replay.call(call("a", BROKEN));
      replay.round();
      replay.call(call("b", BROKEN));
      replay.forget(1);
      replay.call(call("c", BROKEN));
      replay.end();
      const why = "The arguments are not JSON";
      expect(log).toEqual([`invalid a: ${why}`, "round", `invalid b: ${why}`, `invalid c: ${why}`]);
    });

    it("does not take a refusal for the reason", () => {
      const { replay, log } = recorded();
      replay.call(call("a", BROKEN));
      replay.outcome(0, { result: OWN_REFUSAL });
      expect(log).toEqual(["invalid a: The arguments are not JSON"]);
    });

    it("lets texts of JSON pass, and calls without arguments", () => {
      const { replay, log } = recorded();
      for (const args of ['{"q":1}', "", "  ", undefined, "null", 7, { q: BROKEN }]) replay.call(call("a", args));
      expect(log).toEqual(Array(7).fill("before a"));
    });
  });

  it("does not listen to rules that go by time alone", () => {
    const { replay, said } = recorded({ a: { ...HINT, detection: detection("poll") } });
    replay.call(call("a"));
    expect(said).toEqual(["0 before: allow"]);
  });
});

describe("replayCalls", () => {
  it("asks for all calls of a round before any of them comes back, and tells turns", () => {
    const { replay, log } = recorded();
    const entry = (id: string, round: number, turn: number, outcome?: LoopOutcome) => ({
      ...{ call: call(id), outcome, round, turn, at: undefined },
    });
    replayCalls(replay, [entry("a", 0, 0, { result: 1 }), entry("b", 0, 0), entry("c", 1, 1, { result: 3 })]);
    expect(log).toEqual(["round", "before a", "before b", "after a: 1", "turn", "round", "before c", "after c: 3"]);
  });
});
