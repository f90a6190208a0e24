import fc from "fast-check";
import { expect } from "vitest";
import { pruneLoop } from "../../../lib/guard/prune/prune-loop.ts";
import * as checks from "../../oracles/requests.ts";
import { conversation, halfFinished, type MadeCall, type Turn } from "./random-requests.ts";
import { RENDERED } from "./rendered-requests.ts";

export const CHECKS: Record<string, checks.RequestCheck> = {
  "OpenAI chat": checks.openaiChat,
  "OpenAI responses": checks.openaiResponses,
  Anthropic: checks.anthropic,
  "AI SDK": checks.aiSdk,
  "LangChain dictionaries": checks.langchain,
  "LangChain instances": checks.langchain,
  Gemini: checks.gemini,
};

const ids = (written: string, pattern: RegExp): Set<string> => new Set(written.match(pattern) ?? []);
const frozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) frozen(member);
  }
  return value;
};
const pairOf = ({ name, args, result, end, image }: MadeCall): string =>
  JSON.stringify([name, args, result, end, image]);

/** The results of each call, in the order in which they changed: what was news. */
function news(calls: readonly MadeCall[]): Record<string, string[]> {
  const changes: Record<string, string[]> = {};
  for (const { name, args, result, end, image } of calls) {
    if (end === "refused") continue;
    const known = (changes[JSON.stringify([name, args])] ??= []);
    const told = JSON.stringify([result, end, image]);
    if (known.at(-1) !== told) known.push(told);
  }
  return changes;
}

/** Each user's turn has its own news. */
function newsByTurn(turns: readonly Turn[], kept: ReadonlySet<string>): unknown[] {
  const parts: MadeCall[][] = [[]];
  for (const { user, calls } of turns) {
    if (user !== undefined) parts.push([]);
    parts.at(-1)?.push(...calls.filter(({ id }) => kept.has(id)));
  }
  return parts.map(news);
}

/** How many calls of the last response have results, if not all. */
const tail = fc.constantFrom(undefined, undefined, undefined, 0, 1, 2);

export const PROVIDERS: string[] = Object.keys(RENDERED);

/** A pruned request stays valid, loses no news, and cannot be pruned further. Gives how many of the random ones were pruned. */
export function prunesSafely(provider: string, numRuns: number): number {
  const render = RENDERED[provider] as (turns: Turn[]) => unknown[];
  const wrongOf = CHECKS[provider] as checks.RequestCheck;
  let pruned = 0;
  fc.assert(
    fc.property(conversation, tail, fc.constantFrom("a", "b", "c"), fc.boolean(), (all, cut, toolName, keepText) => {
      const half = cut !== undefined && all.some(({ calls }) => calls.length > 0);
      const turns = half ? halfFinished(all, cut) : all;
      const request = frozen(render(turns));
      const wrong = wrongOf(request);
      expect(wrong.length > 0).toBe(half);
      const { messages, removed, tokens, text } = pruneLoop(request, { toolName }, { keepText });
      // Of a half-finished request the same calls are open, and nothing else is wrong.
      expect(wrongOf(messages, request)).toEqual(wrong);
      const [before, after] = [JSON.stringify(request), JSON.stringify(messages)];
      const kept = ids(after, /call_\d+_/g);
      const calls = turns.flatMap((turn) => turn.calls);
      expect(calls.filter(({ id }) => !kept.has(id))).toHaveLength(removed);
      expect(newsByTurn(turns, kept)).toEqual(newsByTurn(turns, ids(before, /call_\d+_/g)));
      expect(ids(after, /word_\d+_/g)).toEqual(ids(before, /word_\d+_/g));
      if (keepText) expect(ids(after, /said_\d+_/g)).toEqual(ids(before, /said_\d+_/g));
      // Only the line is new, and it has the right number.
      const notes = [...after.matchAll(/ was ([^.']*)\. These calls were left out/g)];
      const numbers = notes.flatMap(([, counts = ""]) => (counts.match(/\d+/g) ?? []).map(Number));
      expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(removed);
      expect(messages.filter((message) => !request.includes(message)).length).toBeLessThanOrEqual(notes.length);
      expect(tokens).toBeGreaterThanOrEqual(0);
      expect(text).not.toBe("");
      for (const call of calls) {
        if (kept.has(call.id) || call.end === "refused") continue;
        expect(calls.filter((other) => kept.has(other.id) && pairOf(other) === pairOf(call)).length).toBeGreaterThan(1);
      }
      const again = pruneLoop(messages, { toolName }, { keepText });
      expect(again.removed).toBe(0);
      expect(again.messages.every((message, at) => message === messages[at])).toBe(true);
      if (removed > 0) pruned++;
    }),
    { numRuns },
  );
  return pruned;
}
