/** What an adapter is given, where it is not what it guards: an agent in place of its settings, or a running query. */
import { describe, expect, it } from "vitest";
import { withLoopGuard as ofAiSdk } from "../../lib/frameworks/ai-sdk.ts";
import { withLoopGuard as ofClaude } from "../../lib/frameworks/claude.ts";
import { withLoopGuard as ofMastra } from "../../lib/frameworks/mastra.ts";
import { withLoopGuard as ofVoltAgent } from "../../lib/frameworks/voltagent.ts";

class Agent {
  generate() {}
  generateText() {}
}

class Settings {
  tools = {};
}

const WRAPPERS: readonly (readonly [string, (given: never) => unknown, option: string, wanted: string])[] = [
  ["the AI SDK", ofAiSdk, "settings", "the settings of generateText, streamText or new ToolLoopAgent"],
  ["Mastra", ofMastra, "agentConfig", "what new Agent\\(\\) takes"],
  ["VoltAgent", ofVoltAgent, "agentOptions", "what new Agent\\(\\) takes"],
  ["Claude", ofClaude, "query", "a function"],
];

describe.each(WRAPPERS)("withLoopGuard for %s", (_, guarded, option, wanted) => {
  it.each([
    ["nothing", undefined, "undefined"],
    ["an agent", new Agent(), "an instance of Agent"],
    ["a promise", Promise.resolve({}), "a promise"],
  ])("says of %s what it takes", (_, given, words) => {
    const said = new RegExp(`^Option "${option}" must be ${wanted}, got ${words}$`);
    expect(() => guarded(given as never)).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    expect(() => guarded(given as never)).toThrow(said);
  });
});

describe.each(WRAPPERS.slice(0, 3))("withLoopGuard for %s", (_, guarded) => {
  it.each([
    ["of a class", new Settings()],
    ["that are frozen", Object.freeze({ tools: {} })],
    ["behind a proxy", new Proxy({ tools: {} }, {})],
  ])("takes settings %s", (_, given) => {
    expect(guarded(given as never)).toMatchObject({ tools: {} });
  });
});
