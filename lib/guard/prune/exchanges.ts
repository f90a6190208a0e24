/** A conversation as exchanges: a model response with its calls, and the messages that answer them. */
import type { LoopCall, LoopOutcome } from "../../base/types.ts";
import { comparedFingerprint } from "../../core/identity.ts";
import { isFields } from "../../history/fields.ts";
import { TranscriptReader } from "../../history/transcripts.ts";
import { editResults, isCallItem, isLeadItem, isMarkedResult, messageTexts } from "./message-form.ts";

/** A call of a message, and where its result is: which result of which message. */
export interface MadeCall {
  readonly call: LoopCall;
  /** Equal for equal calls. */
  readonly key: string;
  readonly message: number;
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

/** What a message has: calls, results of calls, the words of a user that begin a turn, or others. */
interface Read {
  readonly asked: MadeCall[];
  readonly answered: MadeCall[];
  turn: boolean;
  heard: boolean;
}

/** Goes through a conversation, message by message. */
export function* readMessages(messages: readonly unknown[]): Generator<Read> {
  const calls: MadeCall[] = [];
  let at = 0;
  let read: Read;
  const reader = new TranscriptReader({
    turn() {
      read.turn = true;
    },
    heard() {
      read.heard = true;
    },
    call(call) {
      const made = { call, key: comparedFingerprint(call.name, call.arguments), message: at };
      calls.push(made);
      read.asked.push(made);
    },
    outcome(index, outcome) {
      const made = calls[index] as MadeCall;
      made.outcome = outcome;
      made.answer = { message: at, place: read.answered.length };
      read.answered.push(made);
    },
  });
  for (; at < messages.length; at++) {
    read = { asked: [], answered: [], turn: false, heard: false };
    reader.entry(messages[at]);
    yield read;
  }
}

/** The exchanges of a conversation, in order; messages that are in none of them stand between sections. */
export function readExchanges(messages: readonly unknown[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let at = -1;
  let section = 0;
  let open: Exchange | undefined;

  const close = (): void => {
    if (open === undefined) return;
    if (!open.calls.every(({ outcome }) => outcome !== undefined)) open.whole = false;
    if (open.calls.length > 0) exchanges.push(open);
    else section++; // reasoning or a message that no call followed
    open = undefined;
  };

  for (const { asked, answered } of readMessages(messages)) {
    const message = messages[++at];
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
