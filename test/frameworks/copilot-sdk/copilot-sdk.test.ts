/** The conformance suite, and the traps of sessions, in one Copilot CLI: it takes seconds to start. */
import { detectors, findToolLoopError, LoopGuard, type LoopGuardOptions, ToolLoopError } from "loopguard";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conformance, type ScriptedResponse } from "../conformance.ts";
import { Copilot, driverOf, installed, resultsIn } from "./copilot-sdk-driver.ts";

const { budget, duplicate, repeat } = detectors;

const STUCK: LoopGuardOptions = { detectors: [repeat({ threshold: 2 })], ladder: { warn: 1, hint: 2, abort: 4 } };
const GO = { prompt: "Go." };

/** Asks for the same search at every step, `steps` times. */
function stuck(steps = 10) {
  const requests: string[][] = [];
  const respond = (messages: Parameters<typeof resultsIn>[0]): ScriptedResponse => {
    requests.push(resultsIn(messages));
    if (requests.length > steps) return { text: "I give up." };
    return { calls: [{ id: `call_${requests.length}`, name: "search", arguments: { q: "x" } }] };
  };
  let calls = 0;
  const search = (): string => {
    calls++;
    return "No results.";
  };
  return { respond, tools: { search }, requests, calls: () => calls };
}

if (!installed)
  process.stderr.write("Not run: the Copilot CLI is not installed: npm ci --ignore-scripts in test/agents\n");

describe.skipIf(!installed)("with the Copilot CLI of test/agents", () => {
  const copilot = new Copilot();
  beforeAll(() => copilot.start(), 60_000);
  afterAll(() => copilot[Symbol.asyncDispose]());

  conformance(driverOf(copilot), "@github/copilot-sdk");

  test("a session that was stopped goes on with the next prompt, as another turn of its run", async () => {
    const { respond, tools, requests, calls } = stuck(6);
    const guard = new LoopGuard(STUCK);
    const session = await copilot.session(respond, tools, guard);
    await expect(session.sendAndWait(GO)).rejects.toBeInstanceOf(ToolLoopError);
    expect(guard.run(session.sessionId).tripped?.toolName).toBe("search");
    const answer = await session.sendAndWait({ prompt: "Once more, please." });
    expect(answer?.data.content).toBe("I give up.");
    expect([calls(), requests.length]).toEqual([3, 7]);
    await session.disconnect();
  });

  test("with onAbort: stop findToolLoopError gets the error from the session, until the next prompt", async () => {
    const { respond, tools, requests } = stuck(6);
    const session = await copilot.session(respond, tools, STUCK, {}, "stop");
    await session.sendAndWait(GO);
    expect(findToolLoopError(session)?.detection.strikes).toBe(4);
    expect(requests).toHaveLength(5);
    const answer = await session.sendAndWait({ prompt: "Once more, please." });
    expect([answer?.data.content, findToolLoopError(session)]).toEqual(["I give up.", undefined]);
    await session.disconnect();
  });

  test("hooks of the program are called for calls that run, and their guidance stays", async () => {
    const { respond, tools, requests } = stuck(3);
    let asked = 0;
    const session = await copilot.session(respond, tools, STUCK, {
      onPreToolUse: () => void asked++,
      onPostToolUse: () => ({ additionalContext: "Mind the gap." }),
    });
    await session.sendAndWait(GO);
    expect(asked).toBe(2);
    expect(requests.at(-1)?.[0]).toMatch(/^No results\.\n\n.*hooks:\nMind the gap\.$/);
    expect(requests.at(-1)?.[1]).toMatch(/hooks:\nMind the gap\.\n\nTool 'search' called 2 times/);
    await session.disconnect();
  });

  test("a call that a hook of the program denies is not judged by its result", async () => {
    const { respond, tools, requests, calls } = stuck(2);
    const guard = new LoopGuard({ detectors: [duplicate()] });
    let denials = 0;
    const onPreToolUse = () =>
      denials++ === 0 ? ({ permissionDecision: "deny", permissionDecisionReason: "Not now." } as const) : undefined;
    const session = await copilot.session(respond, tools, guard, { onPreToolUse });
    await session.sendAndWait(GO);
    expect(calls()).toBe(1);
    expect(requests.at(-1)?.[0]).toContain("Not now.");
    await session.disconnect();
  });

  test("a loop is found where a hook of the program changes the arguments, and of arguments that are not JSON", async () => {
    const { respond, tools } = stuck();
    const onPreToolUse = () => ({ permissionDecision: "allow", modifiedArgs: { q: "y" } }) as const;
    const broken = { calls: [{ id: "c", name: "search", arguments: "{bad" }] };
    for (const [asked, own] of [
      [respond, { onPreToolUse }],
      [() => broken, {}],
    ] as const) {
      const session = await copilot.session(asked, tools, {}, own);
      await expect(session.sendAndWait(GO)).rejects.toBeInstanceOf(ToolLoopError);
      await session.disconnect();
    }
  });

  test("with a guard that was closed the tools run, and hooks of the program are called", async () => {
    const { respond, tools, requests, calls } = stuck(3);
    const guard = new LoopGuard(STUCK);
    let asked = 0;
    const onPreToolUse = () =>
      asked++ === 1 ? ({ permissionDecision: "deny", permissionDecisionReason: "Not now." } as const) : undefined;
    const session = await copilot.session(respond, tools, guard, { onPreToolUse });
    guard.close();
    const answer = await session.sendAndWait(GO);
    expect(answer?.data.content).toBe("I give up.");
    expect([asked, calls()]).toEqual([3, 2]);
    expect(requests.at(-1)?.[1]).toContain("Not now.");
    await session.disconnect();
  });

  test("what the model has used is counted before the calls of a response run", async () => {
    const { respond, tools, requests, calls } = stuck();
    const session = await copilot.session(respond, tools, { detectors: [budget({ tokens: 15 })] });
    await expect(session.sendAndWait(GO)).rejects.toMatchObject({ detection: { detector: "budget" } });
    expect([calls(), requests.length]).toEqual([2, 3]);
    await session.disconnect();
  });

  test("with replay the reason of the refusal has the earlier result", async () => {
    const { respond, tools, requests, calls } = stuck(2);
    const session = await copilot.session(respond, tools, { detectors: [duplicate({ replay: true })] });
    await session.sendAndWait(GO);
    expect(calls()).toBe(1);
    expect(requests.at(-1)?.[1]).toMatch(/^Denied by preToolUse hook: .*No results\.$/s);
    await session.disconnect();
  });

  test("a replayed image is named", async () => {
    const { respond, requests } = stuck(2);
    const image = { type: "image", data: "AAAA", mimeType: "image/png" };
    const draw = () => ({ textResultForLlm: "A plan.", resultType: "success", binaryResultsForLlm: [image] });
    const session = await copilot.session(
      respond,
      { search: draw as never },
      { detectors: [duplicate({ replay: true })] },
    );
    await session.sendAndWait(GO);
    expect(requests.at(-1)?.at(-1)).toMatch(/A plan\.\n\[image\/png, 4 characters in base64\]$/);
    await session.disconnect();
  });
});
