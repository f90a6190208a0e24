/** `loopguard/pi` with the types of pi itself: what it is given there is what it says it takes. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { Project } from "../docs/typescript-blocks.ts";
import { describeAgent, installed } from "./live-agent.ts";

const NAMES = ["pi-coding-agent", "pi-agent-core", "pi-ai"].map((name) => `@earendil-works/${name}`);

const PROGRAM = `
  import type { Agent, AgentMessage } from "@earendil-works/pi-agent-core";
  import type { AssistantMessage, AssistantMessageEvent, ToolCall } from "@earendil-works/pi-ai";
  import type {
    ExtensionAPI, ExtensionContext, ExtensionFactory, MessageUpdateEvent, ToolCallEventResult,
  } from "@earendil-works/pi-coding-agent";
  import extension, { withLoopGuard, toolLoopExtension } from "loopguard/pi";
  import type { PiBlock, PiContext, PiMessage, PiPart, PiWriting } from "./pi-types.ts";

  type IsAny<T> = 0 extends 1 & T ? true : false;
  const known: IsAny<AgentMessage | AssistantMessageEvent | ExtensionContext> = false;

  export const factories: ExtensionFactory[] = [extension, toolLoopExtension({ maxRepeats: 3 })];
  export const guarded = (agent: Agent): Agent => withLoopGuard(agent, { preset: "strict" });
  export const context = (given: ExtensionContext): PiContext => given;
  export const message = (given: AgentMessage): PiMessage => given;
  type Usage = { input: number; output: number; cacheRead: number; cacheWrite: number; cost?: { total: number } };
  export const usage = (given: AssistantMessage["usage"]): Usage => given; // as the guard reads it
  export const parts = (given: ToolCall | AssistantMessage["content"][number]): PiPart => given;
  export const writing = (given: MessageUpdateEvent["assistantMessageEvent"]): PiWriting => given;
  export const block = (given: PiBlock): ToolCallEventResult => given;
  export const events = (pi: ExtensionAPI) => {
    pi.on("session_start", () => {});
    pi.on("session_tree", () => {});
    pi.on("session_compact", () => {});
    pi.on("tool_call", ({ toolCallId }) => void toolCallId.length);
    pi.on("message_update", () => {});
    pi.on("message_end", () => {});
    pi.on("turn_end", () => {});
    pi.on("agent_settled", () => {});
    // @ts-expect-error: there is no such event
    pi.on("agent_is_settled", () => {});
    pi.sendMessage({ customType: "t", content: "c", display: true }, { triggerTurn: true });
  };
  void known;
`;

describeAgent("pi's types", installed(NAMES[0] as string, "dist/index.d.ts"), (types) => {
  it("fit", async () => {
    const modules = dirname(dirname(dirname(dirname(types))));
    const own = fileURLToPath(new URL("../../lib/frameworks/pi-types.ts", import.meta.url));
    const project = new Project(modules, NAMES);
    try {
      const files = new Map([
        ["program.ts", PROGRAM],
        ["pi-types.ts", readFileSync(own, "utf8")],
      ]);
      const options = { module: "nodenext", allowImportingTsExtensions: true, skipLibCheck: true, types: [] };
      expect(await project.compile("pi", files, options)).toEqual([]);
    } finally {
      project.remove();
    }
  });
});
