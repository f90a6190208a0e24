/** A conversation as exchanges: a model response with its calls, and the messages that answer them. */
import type { LoopOutcome } from "../../base/types.ts";
import { comparedFingerprint } from "../../core/identity.ts";
import { isFields } from "../../history/fields.ts";
import { TranscriptReader } from "../../history/transcripts.ts";
import { editResults, isCallItem, isLeadItem, isMarkedResult, messageTexts } from "./message-form.ts";

/** A call, and where its result is: which result of which message. */
export interface MadeCall {
  readonly name: string;
  /** Equal for equal calls. */
  readonly key: string;
  outcome?: LoopOutcome;
  answer?: { readonly message: number; readonly place: number };
}

export interface Exchange {
  /** Its messages: from `from` to before `to`. */
  readonly from: number;
  to: number;
  readonly calls: MadeCall[];
  /** What the model said to its user with the calls. */
  readonly texts: string[];
  /** Whether a request without it is valid: all calls are answered, and nothing else is in its messages. */
  whole: boolean;
  /** Exchanges with one number follow each other directly: no user spoke between them. */
  readonly section: number;
  answering: boolean;
}

/** The exchanges of a conversation, in order; messages that are in none of them stand between sections. */
export function readExchanges(messages: readonly unknown[]): Exchange[] {
  const exchanges: Exchange[] = [];
  const calls: MadeCall[] = [];
  let asked: MadeCall[] = [];
  let answered: MadeCall[] = [];
  let at = 0;
  let section = 0;
  let open: Exchange | undefined;

  const reader = new TranscriptReader({
    round() {},
    turn() {},
    call({ name, arguments: args }) {
      const made = { name, key: comparedFingerprint(name, args) };
      calls.push(made);
      asked.push(made);
    },
    outcome(index, outcome) {
      const made = calls[index] as MadeCall;
      made.outcome = outcome;
      made.answer = { message: at, place: answered.length };
      answered.push(made);
    },
  });

  const close = (): void => {
    if (open === undefined) return;
    if (!open.calls.every(({ outcome }) => outcome !== undefined)) open.whole = false;
    if (open.calls.length > 0) exchanges.push(open);
    else section++; // reasoning or a message that no call followed
    open = undefined;
  };

  for (; at < messages.length; at++) {
    const message = messages[at];
    asked = [];
    answered = [];
    reader.entry(message);
    const fields = isFields(message) ? message : {};
    if (answered.length === 0 && (asked.length > 0 || isLeadItem(fields))) {
      // Of OpenAI's responses each call is an item, which follows those of the same response.
      if (open === undefined || open.answering || !(isCallItem(fields) || isLeadItem(fields))) {
        close();
        open = { from: at, to: at, calls: [], texts: [], whole: true, section, answering: false };
      }
      const texts = messageTexts(fields);
      if (texts === undefined) open.whole = false;
      else open.texts.push(...texts);
      open.calls.push(...asked);
    } else if (asked.length === 0 && answered.length > 0 && open !== undefined && isFor(answered, open)) {
      let places = 0;
      const counted = editResults(fields, (result) => {
        places++;
        return result;
      });
      if (counted === undefined || places !== answered.length || isMarkedResult(fields)) open.whole = false;
      open.answering = true;
    } else {
      close();
      section++;
      continue;
    }
    open.to = at + 1;
  }
  close();
  return exchanges;
}

function isFor(answered: readonly MadeCall[], { calls }: Exchange): boolean {
  return answered.every((call) => calls.includes(call));
}
