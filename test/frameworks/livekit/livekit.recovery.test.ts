/** What gets agents of LiveKit out of a loop. */
import { voice } from "@livekit/agents";
import { LoopGuard } from "loopguard";
import { guardTools, withLoopGuard } from "loopguard/livekit";
import { expect, test } from "vitest";
import type { ScriptedResponse } from "../conformance.ts";
import { abortedEnding, endings } from "../endings.ts";
import { recovery } from "../recovery.ts";
import { driver, liveTools, ScriptedLLM, turn } from "./livekit-driver.ts";

recovery(driver);
endings(driver, { LoopGuard });
abortedEnding(
  "livekit",
  async (guard, { signal }, respond) => {
    const model = new ScriptedLLM(respond);
    model.on("error", () => {});
    const tools = guardTools(liveTools({ search: () => "fact" }), guard, { onAbort: "answer" });
    const session = new voice.AgentSession({ llm: model, maxToolSteps: 20, turnDetection: "manual" });
    await session.start({ agent: withLoopGuard(new voice.Agent({ instructions: "Be brief.", tools }), guard) });
    const speech = session.generateReply({ userInput: "Go." });
    signal.addEventListener("abort", () => speech.interrupt(true));
    await speech.waitForPlayout();
    await session.close();
    return speech.chatItems;
  },
  { LoopGuard },
);

test.each([
  ["answers", (): ScriptedResponse => ({ calls: [call("y")] })],
  ["fails", fail],
])("recover: { models }: one request goes to another model, which %s", async (_, other) => {
  const asked: string[] = [];
  const second = new ScriptedLLM(() => {
    asked.push("other");
    return other();
  });
  second.on("error", () => {});
  const own = new ScriptedLLM(() => {
    asked.push("own");
    return asked.includes("other") ? { text: "Done." } : { calls: [call("x")] };
  });
  const guard = new LoopGuard({ recover: { prune: false, tools: false, fresh: false, models: [second] } });
  const tools = guardTools(liveTools({ search: () => "It is 420." }), guard);
  const [speech] = await turn(own, tools, (agent) => withLoopGuard(agent, guard));
  expect(asked).toEqual(["own", "own", "own", "other", "own"]);
  expect(JSON.stringify(speech?.chatItems)).toContain("Done.");
});

let calls = 0;
const call = (q: string) => ({ id: `call_${calls++}`, name: "search", arguments: { q } });

function fail(): never {
  throw new Error("The other model is down");
}
