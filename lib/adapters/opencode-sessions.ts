/** The runs of opencode's sessions, from the hooks of its plugins and its events. */
import { getOrAdd } from "../base/get-or-add.ts";
import { isPlainObject } from "../base/plain-object.ts";
import { remember } from "../base/remember.ts";
import type { LoopCall, LoopDetection, LoopOutcome, LoopRun, Verdict } from "../base/types.ts";
import type { LoopGuard } from "../guard/loop-guard.ts";
import { publishError } from "../report/diagnostics.ts";
import { ToolLoopError } from "../report/tool-loop-error.ts";
import { ALLOW } from "../report/verdict.ts";
import { outcomeOf } from "../text/opencode-results.ts";
import { UserWords } from "../text/user-words.ts";
import { shownText } from "../values/value-text.ts";
import { warningOf } from "../wrap/guarded-call.ts";
import { withParagraph } from "../wrap/with-message.ts";
import type { OpencodeCall, OpencodeClient, OpencodeMessage, OpencodePart } from "./opencode-types.ts";
import { type TextKind, TextWatch } from "./text-watch.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Sessions whose calls and parents are remembered. */
const SESSIONS_MAX = 1024;
/** Of one session: calls under way, texts under way, and warnings about calls that failed. */
const CALLS_MAX = 256;

/** The tool that stands for a call that cannot be made; its arguments are the tool's name and what is wrong. */
const INVALID = "invalid";
/** Begins the id of a call that the user made by a command; the model did not ask for it, and a refusal would break it. */
const BY_USER = "prt_";

/** A call that was judged, until its end. */
interface OpenCall {
  readonly call: LoopCall;
  readonly verdict: Verdict;
  /** Only a call that runs has an outcome. */
  readonly runs: boolean;
}

class Session {
  readonly words: UserWords = new UserWords();
  prompts = 0;
  readonly open = new Map<string, OpenCall>();
  /** By call: what the model reads with the error of a tool. */
  readonly warnings = new Map<string, string>();
  /** By part: texts that the model has begun. */
  readonly texts = new Map<string, TextKind>();
  /** The model was asked and has not finished; a copy of a session tells of old responses too. */
  generates = false;
}

export class OpencodeSessions {
  readonly #guard: LoopGuard;
  readonly #client: OpencodeClient;
  readonly #sessions = new Map<string, Session>();
  readonly #parents = new Map<string, string>();

  constructor(guard: LoopGuard, client: OpencodeClient) {
    this.#guard = guard;
    this.#client = client;
  }

  /** A user, or the agent that started this subagent, has written a message. */
  prompt(id: string, agent: string, parts: OpencodePart[]): void {
    const parent = this.#parents.get(id);
    const run = this.#guard.run(id, { agent, ...(parent === undefined ? {} : { parent }) });
    const session = this.#session(id);
    const written = parts.filter((part) => (part as unknown as Fields)["synthetic"] !== true);
    if (session.words.beginTurn(written, ++session.prompts)) run.beginTurn();
    const last = parts.at(-1);
    const text = last === undefined ? undefined : TextWatch.of(run).take();
    if (last === undefined || text === undefined) return;
    // Parts are sorted by their ids, so this is the last one.
    const { sessionID, messageID } = last;
    const note = { id: `${last.id}z`, sessionID, messageID, type: "text", text, synthetic: true };
    parts.push(note);
  }

  /** The model is asked for a response. Returns what must end the turn instead. */
  generates(id: string): LoopDetection | undefined {
    const run = this.#guard.run(id);
    if (run.tripped !== null) return run.tripped;
    run.beginRound();
    this.#session(id).generates = true;
    return undefined;
  }

  /** Returns what a call is refused with. */
  before({ sessionID, callID, tool }: OpencodeCall, args: unknown): string | undefined {
    if (callID.startsWith(BY_USER)) return undefined;
    const run = this.#guard.run(sessionID);
    const wrong = tool === INVALID && isPlainObject(args) ? args : undefined;
    const name = typeof wrong?.["tool"] === "string" ? wrong["tool"] : tool;
    const call: LoopCall = { id: callID, name, arguments: wrong === undefined ? args : undefined };
    const verdict = wrong === undefined ? judge(run, call) : run.invalid(call, wrong["error"]);
    const refusal = refusalOf(verdict) ?? run.tripped?.message; // a sibling has just ended the run
    const runs = refusal === undefined && wrong === undefined;
    remember(this.#session(sessionID).open, callID, { call, verdict, runs }, CALLS_MAX);
    return refusal === undefined ? undefined : withNote(refusal, run);
  }

  /** The call has succeeded. `output`: `{ output, metadata }` of a tool of opencode, `{ content }` of an MCP server. */
  after({ sessionID, callID, tool }: OpencodeCall, args: unknown, output: object): void {
    if (callID.startsWith(BY_USER)) return;
    const run = this.#guard.run(sessionID);
    const open = this.#take(sessionID, callID);
    const call = open?.call ?? { id: callID, name: tool, arguments: args };
    const after = open?.runs === false ? ALLOW : run.after(call, outcomeIn(tool, output as Fields));
    const warning = withNote(warningOf(open?.verdict ?? ALLOW, after), run);
    if (warning !== undefined) addText(output, warning);
  }

  event({ type, properties }: { type: string; properties: object }): void {
    const { sessionID, info, part, ...fields } = properties as Fields;
    if (type === "message.part.delta") this.#writes(fields, sessionID);
    else if (type === "message.part.updated" && isPlainObject(part)) this.#updated(part);
    else if (type === "session.compacted" && typeof sessionID === "string") this.#guard.run(sessionID).compacted();
    else if (type === "session.deleted" && isPlainObject(info)) this.#forget(info["id"]);
    else if ((type === "session.created" || type === "session.updated") && isPlainObject(info)) {
      const { id, parentID } = info;
      if (typeof id === "string" && typeof parentID === "string") remember(this.#parents, id, parentID, SESSIONS_MAX);
    }
  }

  /** Adds the warnings about failed calls to their errors, in each request anew: opencode keeps the errors as they were. */
  tellFailures(messages: readonly OpencodeMessage[]): void {
    for (const { parts } of messages)
      for (const [at, part] of parts.entries()) {
        if (part.type !== "tool") continue;
        const { callID, state } = part as unknown as { callID: string; state: Fields };
        const warning = this.#sessions.get(part.sessionID)?.warnings.get(callID);
        if (warning === undefined || typeof state["error"] !== "string") continue;
        parts[at] = { ...part, state: { ...state, error: withParagraph(state["error"], warning) } } as never;
      }
  }

  #updated(part: Fields): void {
    const { id, sessionID, messageID, type, callID, state, time } = part;
    if (typeof id !== "string" || typeof sessionID !== "string") return;
    if (type === "tool" && typeof callID === "string" && isPlainObject(state)) {
      if (state["status"] === "error") this.#failed(sessionID, callID, state);
    } else if (type === "text" || type === "reasoning") {
      const { texts } = this.#session(sessionID);
      if (!isPlainObject(time)) return; // a user's
      if (time["end"] === undefined) remember(texts, id, type === "text" ? "text" : "reasoning", CALLS_MAX);
      else if (texts.delete(id)) TextWatch.of(this.#guard.run(sessionID)).end(type, String(messageID));
    } else if (type === "step-finish") this.#used(sessionID, part);
  }

  /** The tool threw, or it was stopped. Of a call that was refused, that is the refusal. */
  #failed(sessionID: string, callID: string, { error, metadata }: Fields): void {
    const open = this.#take(sessionID, callID);
    if (open?.runs !== true) return;
    const stopped = isPlainObject(metadata) && metadata["interrupted"] === true;
    const after = this.#guard.run(sessionID).after(open.call, stopped ? {} : { error });
    const warning = warningOf(open.verdict, after);
    if (warning !== undefined) remember(this.#session(sessionID).warnings, callID, warning, CALLS_MAX);
  }

  #used(sessionID: string, { tokens, cost }: Fields): void {
    const session = this.#session(sessionID);
    if (!session.generates || !isPlainObject(tokens)) return;
    session.generates = false;
    const { input, output, reasoning, cache } = tokens;
    const { read, write } = isPlainObject(cache) ? cache : {};
    this.#guard.run(sessionID).usage({
      inputTokens: Number(input) + Number(read ?? 0) + Number(write ?? 0),
      outputTokens: Number(output) + Number(reasoning ?? 0),
      cost: Number(cost ?? 0),
    });
  }

  /** The model has written a piece of a text. */
  #writes({ messageID, partID, field, delta }: Fields, sessionID: unknown): void {
    if (field !== "text" || typeof delta !== "string" || typeof sessionID !== "string") return;
    const kind = this.#sessions.get(sessionID)?.texts.get(String(partID));
    if (kind === undefined) return;
    const run = this.#guard.run(sessionID);
    const watch = TextWatch.of(run);
    const { course } = watch.readLong(delta, kind, String(messageID));
    if (course !== "on") this.#cut(sessionID, run.tripped);
  }

  /** Ends the turn: a generation cannot be ended alone. */
  #cut(id: string, tripped: LoopDetection | null): void {
    const message =
      tripped === null
        ? "The model was repeating itself; its answer was cut. It will be told with your next message."
        : new ToolLoopError(tripped).message;
    const { session, tui } = this.#client;
    const both = async () => {
      await session.abort({ path: { id } });
      await tui.showToast({ body: { title: "loopguard", message, variant: "warning" } });
    };
    both().catch((error: unknown) => publishError(error, "cut"));
  }

  #session(id: string): Session {
    const session = getOrAdd(this.#sessions, id, () => new Session());
    if (this.#sessions.size > SESSIONS_MAX) remember(this.#sessions, id, session, SESSIONS_MAX);
    return session;
  }

  #take(sessionID: string, callID: string): OpenCall | undefined {
    const { open } = this.#session(sessionID);
    const call = open.get(callID);
    open.delete(callID);
    return call;
  }

  #forget(id: unknown): void {
    if (typeof id !== "string") return;
    this.#guard.run(id).close();
    this.#sessions.delete(id);
    this.#parents.delete(id);
  }
}

/** The verdict on a call; on that of a subagent, what it delegates is judged too. */
function judge(run: LoopRun, call: LoopCall): Verdict {
  const verdict = run.before(call);
  const { arguments: args } = call;
  if (!verdict.allowed || call.name !== "task" || !isPlainObject(args)) return verdict;
  const delegated = run.delegate({ agent: String(args["subagent_type"]), task: args["prompt"] });
  return delegated.action === "allow" ? verdict : delegated;
}

/** What a refused call fails with, with the earlier result of the same call if the guard replays it. */
function refusalOf(verdict: Verdict): string | undefined {
  if (verdict.allowed) return undefined;
  if (verdict.action === "abort") return new ToolLoopError(verdict.detection).message;
  return "replay" in verdict ? withParagraph(verdict.message, shownText(verdict.replay)) : verdict.message;
}

/** With what the model is to be told about its texts. */
function withNote<T extends string | undefined>(text: T, run: LoopRun): T | string {
  const note = TextWatch.of(run).take();
  if (note === undefined) return text;
  return text === undefined ? note : withParagraph(text, note);
}

function outcomeIn(tool: string, output: Fields): LoopOutcome {
  return typeof output["output"] === "string" ? outcomeOf(tool, output) : { result: output["content"] };
}

/** In the object itself: opencode passes on what the hook was given. */
function addText(output: object, text: string): void {
  const result = output as { output?: unknown; content?: unknown };
  if (typeof result.output === "string") result.output = withParagraph(result.output, text);
  else if (Array.isArray(result.content)) result.content.push({ type: "text", text });
}
