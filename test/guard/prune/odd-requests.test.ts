/** `pruneLoop` on requests whose ids come again, whose results are out of order, or which have no ids: the same calls are left out. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pruneLoop } from "../../../lib/guard/prune/prune-loop.ts";
import { tries } from "../../effort.ts";
import { conversation, type Turn } from "./random-requests.ts";
import { RENDERED } from "./rendered-requests.ts";

type Message = Record<string, unknown>;

const NAMES = ["OpenAI chat", "OpenAI responses", "Anthropic", "AI SDK", "LangChain dictionaries", "Gemini"];
const rendered = (name: string, turns: Turn[]): Message[] => (RENDERED[name] as (turns: Turn[]) => Message[])(turns);

/** The numbers of the messages that stay. */
function kept(messages: readonly Message[], toolName: string): unknown[] {
  const numbered = messages.map((message, number) => ({ ...message, number }));
  return pruneLoop<Message>(numbered, { toolName }).messages.map(({ number }) => number);
}

/** An id comes again after six other calls. */
function reused(turns: readonly Turn[]): Turn[] {
  let number = 0;
  return turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => ({ ...call, id: `call_${number++ % 7}_` })),
  }));
}

const isResult = ({ role, type, functionResponse }: Message): boolean =>
  role === "tool" ||
  functionResponse !== undefined ||
  ["tool", "tool_result", "tool-result", "function_call_output"].includes(String(type));

/** Neighbouring results in reverse order, in a message or as messages. */
function reversed(list: readonly Message[]): Message[] {
  const all: Message[] = [];
  let results: Message[] = [];
  for (const entry of list) {
    const parts = ["content", "parts"].filter((key) => Array.isArray(entry[key]));
    const inner = Object.fromEntries(parts.map((key) => [key, reversed(entry[key] as Message[])]));
    if (isResult(entry)) results.unshift({ ...entry, ...inner });
    else {
      all.push(...results, { ...entry, ...inner });
      results = [];
    }
  }
  return [...all, ...results];
}

const ids = (messages: readonly unknown[]): string[] =>
  [...new Set(JSON.stringify(messages).match(/call_\d+_/g) ?? [])].sort();

function property(check: (turns: Turn[], toolName: string) => void): void {
  fc.assert(fc.property(conversation, fc.constantFrom("a", "b", "c"), check), { numRuns: tries(600) });
}

describe.each(NAMES)("pruneLoop, odd requests of %s", (name) => {
  it("ids that come again in later responses", { timeout: 120_000 }, () => {
    property((turns, toolName) => {
      expect(kept(rendered(name, reused(turns)), toolName)).toEqual(kept(rendered(name, turns), toolName));
    });
  });

  it("results out of order", { timeout: 120_000 }, () => {
    property((turns, toolName) => {
      const request = rendered(name, turns);
      const { messages } = pruneLoop(reversed(request), { toolName });
      expect(ids(messages)).toEqual(ids(pruneLoop(request, { toolName }).messages));
    });
  });
});

it("Gemini without ids", { timeout: 120_000 }, () => {
  property((turns, toolName) => {
    const request = rendered("Gemini", turns);
    const bare = JSON.parse(JSON.stringify(request).replaceAll(/"id":"call_\d+_",/g, "")) as Message[];
    expect(kept(bare, toolName)).toEqual(kept(request, toolName));
  });
});
