/** A request that begins anew: the task, and a summary of what is known in place of what followed it. */
import { getOrAdd } from "../../base/property.ts";
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { shortened, shownText } from "../../base/value-text.ts";
import { comparedFingerprint } from "../../core/identity.ts";
import { TranscriptReader } from "../../history/transcripts.ts";
import { attempt } from "../../rules/verdict.ts";
import { isOwnRefusal, withoutWarning } from "../../run/call-input.ts";
import { times } from "./prune-loop.ts";

/** What is quoted of a call, and of a result; how many of each are listed, the newest. */
const CALL_MAX = 200;
const RESULT_MAX = 1_000;
const LISTED_MAX = 20;

const START = "You repeated yourself, so this is a fresh start. The task is above; what was done since is left out.";
const KNOWN = "What is known:";
const IN_VAIN = "What was tried in vain, and is not to be tried again:";

interface Made {
  readonly call: LoopCall;
  readonly key: string;
  outcome?: LoopOutcome;
}

/** The calls since a user spoke last. */
interface Work {
  /** The index behind the task. */
  readonly start: number;
  readonly calls: readonly Made[];
  /** By number of calls: the index behind what answers them all. */
  endOf(calls: number): number;
}

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
    const { start, calls, endOf } = readWork(messages);
    if (this.#calls === 0) {
      const last = calls.at(-1);
      if (last === undefined) return messages;
      this.#calls = calls.length;
      this.#last = last.key;
      this.#text = summaryOf(calls);
    }
    // In a framework that keeps what it was given, the calls are gone already.
    if (calls[this.#calls - 1]?.key !== this.#last) return messages;
    return [...messages.slice(0, start), user(this.#text), ...messages.slice(endOf(this.#calls))];
  }
}

function readWork(messages: readonly unknown[]): Work {
  let start = 0;
  let at = 0;
  let first = 0;
  const all: Made[] = [];
  const ends: number[] = [];
  const reader = new TranscriptReader({
    round() {},
    turn() {
      start = at + 1;
      first = all.length;
    },
    heard() {
      if (all.length === 0) start = at + 1;
    },
    call(call) {
      all.push({ call, key: comparedFingerprint(call.name, call.arguments) });
      ends.push(at + 1);
    },
    outcome(index, outcome) {
      (all[index] as Made).outcome = outcome;
      ends[index] = at + 1;
    },
  });
  for (; at < messages.length; at++) reader.entry(messages[at]);
  return { start, calls: all.slice(first), endOf: (calls) => Math.max(start, ...ends.slice(first, first + calls)) };
}

function summaryOf(calls: readonly Made[]): string {
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
  const failed = error !== undefined && error !== null;
  return `${failed ? "error: " : ""}${shortened(shownText(failed ? error : result), RESULT_MAX)}`;
}
