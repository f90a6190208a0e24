/** Tests of how a run that is stopped ends with an answer, for the driver of any framework; what the model does to the last request is in the conformance suite. */
import * as loopguard from "loopguard";
import { findToolLoopError, type LoopGuardOptions } from "loopguard";
import { describe, expect, test } from "vitest";
import type { Driver, Scenario, ScriptedCall, ScriptedResponse } from "./conformance.ts";
import { nothingIsUnhandled } from "./unhandled.ts";

type Mode = "generate" | "stream";

const LOOP: LoopGuardOptions = {
  detectors: [loopguard.detectors.repeat({ threshold: 2 })],
  ladder: { warn: 1, hint: 2, abort: 4 },
};
/** Requests until that ends a stuck run, without the last one. */
const STEPS = 5;
const ANSWER = "All that I know.";

/** `LoopGuard`: of the copy of the package that the driver has. */
export function endings(driver: Driver, { LoopGuard }: Pick<typeof loopguard, "LoopGuard"> = loopguard): void {
  const agent = driver.makeAgent({ script: () => ({ text: "" }), tools: {}, guard: "off" });
  const modes = (["generate", "stream"] as const).filter((mode) => agent[mode] !== undefined);
  describe.each(modes)(`${driver.name}: %s`, (mode) => {
    nothingIsUnhandled();

    test("an abort while a sibling runs: what the sibling returns is not lost", async () => {
      const sibling = call("read");
      const { ended, last } = await runOf(driver, mode, new LoopGuard(LOOP), (at) => ({
        calls: at === STEPS - 1 ? [sibling, call("search")] : [call("search")],
      }));
      expect(JSON.stringify(ended)).toContain(ANSWER);
      expect(`${last} ${JSON.stringify(findToolLoopError(ended)?.results)}`).toContain("fact-2");
    });

    test("a second run with the same guard is as the first", async () => {
      const guard = new LoopGuard(LOOP);
      for (let run = 0; run < 2; run++) {
        const { ended, requests } = await runOf(driver, mode, guard, () => ({ calls: [call("search")] }));
        expect([requests, JSON.stringify(ended).includes(ANSWER)]).toEqual([STEPS + 1, true]);
      }
      const { requests, ended } = await runOf(driver, mode, guard, (at) =>
        at < 3 ? { calls: [call("search", at)] } : {},
      );
      expect([requests, findToolLoopError(ended)]).toEqual([4, undefined]);
    });

    test("one run in the guard's place: the end of one message is not that of the next", async () => {
      const run = new LoopGuard(LOOP).run("chat") as never;
      const first = await runOf(driver, mode, run, () => ({ calls: [call("search")] }));
      expect(first.requests).toBe(STEPS + 1);
      const { requests, ended } = await runOf(driver, mode, run, (at) =>
        at < 3 ? { calls: [call("search", at)] } : {},
      );
      expect([requests, findToolLoopError(ended)]).toEqual([4, undefined]);
    });

    test("a budget of calls: what is left of it is told once, and the run ends with an answer", async () => {
      const guard = new LoopGuard({ detectors: [loopguard.detectors.budget({ calls: 10 })] });
      const { ended, results, requests } = await runOf(driver, mode, guard, (at) => ({ calls: [call("search", at)] }));
      expect(JSON.stringify(ended)).toContain(ANSWER);
      expect(requests).toBeLessThan(14);
      expect(results.filter((text) => text.includes("used to 80 % (8); you have 2 left"))).toHaveLength(1);
    });
  });
}

type Respond = (request: unknown, offered: readonly string[]) => ScriptedResponse;

/**
 * Who aborts during the last request: nobody is asked again, and there is neither an answer of ours nor a word that one was given.
 * `start` runs an agent with `onAbort: "answer"` and a tool "search", and gives what the user gets.
 */
export function abortedEnding(
  name: string,
  start: (guard: loopguard.LoopGuard, controller: AbortController, respond: Respond) => Promise<unknown>,
  { LoopGuard }: Pick<typeof loopguard, "LoopGuard"> = loopguard,
): void {
  test(`${name}: who aborts during the last request gets no answer of ours`, async () => {
    const controller = new AbortController();
    const outcomes: string[] = [];
    let last = 0;
    using guard = new LoopGuard({ ...LOOP, onRecovery: ({ outcome }) => void outcomes.push(outcome) });
    const got = await start(guard, controller, (_request, offered) => {
      if (offered.length > 0) return { calls: [call("search")] };
      last++;
      controller.abort();
      throw controller.signal.reason;
    }).catch((error: unknown) => error);
    expect([last, outcomes[0]]).toEqual([1, "tried"]);
    expect(outcomes).not.toContain("ended");
    expect(`${got} ${JSON.stringify(got)}`).not.toContain("The task was not finished");
  });
}

let ids = 0;
const call = (name: string, q = 0): ScriptedCall => ({ id: `e${++ids}`, name, arguments: { q: `${q}` } });

/** One run; without tools the model answers. `last`: the last request; `results`: those in the last one with tools. */
async function runOf(
  driver: Driver,
  mode: Mode,
  guard: loopguard.LoopGuard,
  respond: (at: number) => ScriptedResponse,
) {
  let requests = 0;
  let last = "";
  let given: string[] = [];
  const slow = async (): Promise<string> => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return "fact-2";
  };
  const tools = { search: () => "fact-1", read: slow as never } satisfies Scenario["tools"];
  const made = driver.makeAgent({
    guard,
    onAbort: "answer",
    tools,
    script({ tools: offered = [], raw, results }) {
      const at = requests++;
      last = JSON.stringify(raw);
      if (offered.length > 0) given = results;
      return offered.length > 0 && at < 20 ? respond(at) : { text: ANSWER };
    },
  });
  const ended: unknown = await made[mode]?.().catch((error: unknown) => ({ rejected: error }));
  return { ended, last, requests, results: given };
}
