/** Requests that the desk changes while a run goes on: pruned, begun anew, or the last one of the run. */
import fc from "fast-check";
import { expect } from "vitest";
import { desk, refusalText } from "../../../lib/adapter.ts";
import type { RequestCheck } from "../../oracles/requests.ts";
import { CHECKS } from "./prune-safely.ts";
import { conversation, type Turn } from "./random-requests.ts";
import { RENDERED } from "./rendered-requests.ts";

/** Made once: a guard costs more than a run. */
const DESKS = [true, { prune: false, tools: false }].map((recover) =>
  desk({ maxRepeats: 1, ladder: { hint: 1, abort: 4 }, recover }, { onAbort: "answer" }, { answers: true }),
);

/** Each request of a random run stays valid. Gives how many requests were changed, and how many were the last one. */
export function editsSafely(provider: string, numRuns: number): { changed: number; last: number } {
  const render = RENDERED[provider] as (turns: Turn[]) => unknown[];
  const wrongOf = CHECKS[provider] as RequestCheck;
  const user = (text: string): unknown => render([{ user: text, calls: [] }])[0];
  const seen = { changed: 0, last: 0 };
  fc.assert(
    fc.property(conversation, fc.constantFrom(0, 1), (turns, of) => {
      const run = (DESKS[of] as (typeof DESKS)[0]).run();
      for (const [at, { user: said, calls }] of turns.entries()) {
        if (said !== undefined) run.turn();
        run.round();
        for (const { id, name, args, result } of calls)
          run.call({ id, name, arguments: args }, () => result, { refused: refusalText });
        const { edit } = run.next();
        if (edit === undefined) continue;
        const request = render(turns.slice(0, at + 1));
        const before = JSON.stringify(request);
        const messages = edit.messages(request, user);
        expect(wrongOf(provider === "Anthropic" ? joined(messages) : messages, request)).toEqual([]);
        expect(JSON.stringify(request)).toBe(before);
        seen.changed++;
        if (edit.answers !== undefined) seen.last++;
      }
      run.close();
    }),
    { numRuns },
  );
  return seen;
}

/** As Anthropic's API does it: "consecutive user or assistant turns in your request will be combined into a single turn". */
function joined(messages: readonly unknown[]): unknown[] {
  const blocksOf = (content: unknown): unknown[] =>
    typeof content === "string" ? [{ type: "text", text: content }] : (content as unknown[]);
  const all: { role: unknown; content: unknown }[] = [];
  for (const { role, content } of messages as typeof all) {
    const last = all.at(-1);
    if (last === undefined || last.role !== role) all.push({ role, content });
    else last.content = [...blocksOf(last.content), ...blocksOf(content)];
  }
  return all;
}
