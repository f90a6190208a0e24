/** A request that begins anew: the task, and a summary of what is known in place of what followed it. */
import { getOrAdd, isGiven } from "../../base/property.ts";
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { shortened, shownText } from "../../base/value-text.ts";
import { attempt } from "../../rules/verdict.ts";
import { isOwnRefusal, withoutWarning } from "../../run/call-input.ts";
import { type MadeCall, readMessages } from "./exchanges.ts";
import { times } from "./prune-loop.ts";

/** What is quoted of a call, and of a result; how many of each are listed, the newest. */
const CALL_MAX = 200;
const RESULT_MAX = 1_000;
const LISTED_MAX = 20;

const START = "You repeated yourself, so this is a fresh start. The task is above; what was done since is left out.";
const KNOWN = "What is known:";
const IN_VAIN = "What was tried in vain, and is not to be tried again:";

/** One fresh start; it is made when it is applied first, and stays for the requests that follow. */
export class FreshStart {
  #calls = 0;
  #last = "";
  #text = "";

  /** Gives a new list; the same messages if they cannot be read. `user`: a message of a user. */
  apply<M>(messages: readonly M[], user: (text: string) => M): readonly M[] {
    return attempt(() => this.#applied(messages, user), messages, "messages");
  }

  #applied<M>(messages: readonly M[], user: (text: string) => M): readonly M[] {
    const { start, calls } = readWork(messages);
    if (this.#calls === 0) {
      const last = calls.at(-1);
      if (last === undefined) return messages;
      this.#calls = calls.length;
      this.#last = last.key;
      this.#text = summaryOf(calls);
    }
    // In a framework that keeps what it was given, the calls are gone already.
    if (calls[this.#calls - 1]?.key !== this.#last) return messages;
    const ends = calls.slice(0, this.#calls).map(({ message, answer }) => (answer?.message ?? message) + 1);
    return [...messages.slice(0, start), user(this.#text), ...messages.slice(Math.max(start, ...ends))];
  }
}

/** The calls since a user spoke last; `start`: the index behind the task. */
function readWork(messages: readonly unknown[]): { start: number; calls: readonly MadeCall[] } {
  let [start, at, first] = [0, 0, 0];
  const all: MadeCall[] = [];
  for (const { asked, turn, heard } of readMessages(messages)) {
    at++;
    if (turn || (heard && all.length === 0)) start = at;
    if (turn) first = all.length;
    all.push(...asked);
  }
  return { start, calls: all.slice(first) };
}

function summaryOf(calls: readonly MadeCall[]): string {
  const byCall = new Map<string, { call: LoopCall; count: number; results: Set<string> }>();
  for (const { call, key, outcome } of calls) {
    const own = getOrAdd(byCall, key, () => ({ call, count: 0, results: new Set<string>() }));
    own.count++;
    if (outcome !== undefined && !isOwnRefusal(outcome)) own.results.add(resultOf(outcome));
  }
  const all = [...byCall.values()];
  const known = all.flatMap(({ call, results }) => [...results].map((result) => `- ${nameOf(call)}: ${result}`));
  const vain = all.filter(({ count, results }) => count > Math.max(1, results.size));
  return [
    START,
    ...(known.length === 0 ? [] : [KNOWN, ...known.slice(-LISTED_MAX)]),
    ...(vain.length === 0 ? [] : [IN_VAIN]),
    ...vain.slice(-LISTED_MAX).map(({ call, count }) => `- ${nameOf(call)}, ${times(count)}`),
  ].join("\n");
}

function nameOf({ name, arguments: args }: LoopCall): string {
  return shortened(`${name}(${shownText(args)})`, CALL_MAX);
}

function resultOf(outcome: LoopOutcome): string {
  const { result, error } = withoutWarning(outcome);
  const failed = isGiven(error);
  return `${failed ? "error: " : ""}${shortened(shownText(failed ? error : result), RESULT_MAX)}`;
}
