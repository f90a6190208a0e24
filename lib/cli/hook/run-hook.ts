/** `loopguard hook` in Node.js: as native/hook, but for every configuration. */

import { existsSync, readFileSync } from "node:fs";
import type { LoopCall, LoopDetection, LoopOutcome, Verdict } from "../../base/types.ts";
import { ACTIONS } from "../../core/layout.gen.ts";
import { ownPlace } from "../../core/own-place.ts";
import type { WasmEngine } from "../../core/wasm.ts";
import { LoopGuard } from "../../guard/loop-guard.ts";
import type { LoopGuardOptions } from "../../rules/options.ts";
import { ToolLoopError } from "../../rules/tool-loop-error.ts";
import { ALLOW, isRefusal } from "../../rules/verdict.ts";
import { isRefusalOf } from "../../run/call-input.ts";
import type { GuardRun } from "../../run/loop-run.ts";
import { DIALECTS, type Dialect } from "./dialects.gen.ts";
import { type StateStep, updateState } from "./state-files.ts";

/** What the process does for the agent. */
interface HookReply {
  readonly text: string;
  readonly onStderr: boolean;
  /** The exit code; 2 is a refusal. */
  readonly code: number;
  /** A line for the log, with its end; or `""`. */
  readonly record: string;
}

/** Answers a question about the run of the event's session; both are JSON. */
type Host = (question: string) => string;

/** In dist/, beside dist/node, and in a checkout. */
const PLACES = ["../hook.wasm", "../../native/wasm/hook.wasm"];
const NOT_OURS = 1;
const NOT_JSON = 2;

interface HookExports {
  memory: { buffer: ArrayBuffer };
  _initialize(): void;
  lg_hook_room(size: number): number;
  lg_hook_size(): number;
  lg_hook_read(length: number, dialect: number, now: number): number;
  lg_hook_session(): number;
  lg_hook_tell(withArguments: boolean): number;
  lg_hook_complain(length: number, atCalls: boolean): number;
}

declare const WebAssembly: WasmEngine;

class HookEvent {
  readonly #exports: HookExports;
  #host: Host | undefined;

  /**
   * The event in `input`; `undefined` for one that does not concern a guard. `asked`: the dialect on the command line.
   * Throws for text that is not JSON.
   */
  static read(input: Uint8Array, asked: Dialect | "auto"): HookEvent | undefined {
    const event = new HookEvent();
    const dialect = asked === "auto" ? 0 : 1 + Object.keys(DIALECTS).indexOf(asked);
    const read = event.#exports.lg_hook_read(event.#give(input), dialect, Date.now());
    if (read === NOT_JSON) throw new Error("stdin is not one JSON text");
    return read === NOT_OURS ? undefined : event;
  }

  private constructor() {
    const ask = (at: number, size: number): number => this.#give((this.#host as Host)(this.#text(at, size)));
    this.#exports = new WebAssembly.Instance(module(), { host: { ask } }).exports as HookExports;
    this.#exports._initialize();
  }

  /** The name of the session's folder: a digest, so that no text of the input becomes a file name. */
  get session(): string {
    return this.#taken(this.#exports.lg_hook_session());
  }

  /** Tells the run behind `host` of the event. Throws if it cannot be judged. */
  tell(host: Host, withArguments: boolean): HookReply {
    this.#host = host;
    return JSON.parse(this.#taken(this.#exports.lg_hook_tell(withArguments))) as HookReply;
  }

  /** The reply where the hook does not guard: where a turn or a session begins, or before each call, too. */
  complain(error: unknown, atCalls: boolean): HookReply {
    const why = error instanceof Error ? error.message : String(error);
    return JSON.parse(this.#taken(this.#exports.lg_hook_complain(this.#give(why), atCalls))) as HookReply;
  }

  /** Puts a text into the module's room, and gives its size. */
  #give(text: string | Uint8Array): number {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const at = this.#exports.lg_hook_room(bytes.length);
    if (at === 0) throw new Error("the WebAssembly build has no room for the event");
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  #taken(at: number): string {
    if (at === 0) throw new Error("the event cannot be judged");
    return this.#text(at, this.#exports.lg_hook_size());
  }

  #text(at: number, size: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at, size));
  }
}

let compiled: object | undefined;

function module(): object {
  const places = PLACES.map((place) => new URL(place, ownPlace()));
  compiled ??= new WebAssembly.Module(readFileSync(places.find((place) => existsSync(place)) ?? (places[0] as URL)));
  return compiled;
}

interface Question extends LoopCall, LoopOutcome {
  readonly question: Name;
  readonly id: string;
  readonly again: boolean;
  readonly words?: string;
}

/** What the listener of the guard heard while a question was answered. */
interface Heard {
  detection?: LoopDetection | undefined;
  verdict?: Verdict | undefined;
}

type Name = keyof typeof ANSWERS;

const ANSWERS = {
  before: (run: GuardRun, call: Question) => run.before(call),
  said: (run: GuardRun, call: Question) => run.verdictOn(call),
  overrule: (run: GuardRun, call: Question) => run.overrule(call),
  refuse: (run: GuardRun, call: Question) => run.overrule(call, "hint"),
  after(run: GuardRun, call: Question): Verdict {
    if (isRefusalOf(call) && !run.knows(call.id)) return ALLOW; // told of late, as in native/hook/run.c
    return run.after(call, "error" in call || "result" in call ? call : {});
  },
  invalid: (run: GuardRun, call: Question) => run.invalid(call, call.error),
  known: (run: GuardRun, { id }: Question) => run.knows(id),
  judged: (run: GuardRun, { id }: Question) => run.judged(id),
  beginRound: (run: GuardRun) => run.beginRound(),
  beginTurn: (run: GuardRun) => run.beginTurn(),
  reset: (run: GuardRun) => run.reset(),
  compacted: (run: GuardRun) => run.compacted(),
  stopped: (run: GuardRun, { again, words }: Question) => run.stopped(again, words),
  endTurn: (run: GuardRun) => run.endTurn(),
  turnEnded: (run: GuardRun) => run.turnEnded(),
};

function hostOf(run: GuardRun, heard: Heard): Host {
  return (text) => {
    const asked = JSON.parse(text) as Question;
    heard.verdict = undefined;
    const answer = ANSWERS[asked.question](run, asked);
    if (typeof answer !== "object") return JSON.stringify({ yes: answer === true });
    return JSON.stringify(described(asked.question, answer, heard));
  };
}

function described(question: Name, verdict: Verdict, heard: Heard): object {
  // In shadow mode only the listener hears of it; and before a call, of a warning that waits for the result.
  const shadowed = verdict.action === "allow" && !(question === "before" && heard.verdict?.action === "warn");
  const { action, message } = shadowed ? (heard.verdict ?? verdict) : verdict;
  const detection = shadowed ? heard.detection : verdict.detection;
  if (action === "allow" || detection === null || detection === undefined) return {};
  const ends = action === "abort" || (question === "stopped" && isRefusal(action));
  const found = ACTIONS.indexOf(ends ? "abort" : action);
  return {
    action: verdict.action === "allow" ? 0 : found,
    found,
    text: ends ? new ToolLoopError(detection).message : message,
    what: detection.message,
    detector: detection.detector,
  };
}

/** Larger than any event. */
const INPUT_MAX = 256 * 1024 * 1024;

interface HookSettings {
  readonly dialect: Dialect | "auto";
  /** The log has the arguments of calls. */
  readonly logArguments: boolean;
  /** Throws if the command line or the configuration is wrong. */
  options(): Promise<LoopGuardOptions>;
}

/** The reply to the event in `input`; `undefined` if it is none. Rejects if the event cannot be judged. */
export async function replyTo(input: Uint8Array, settings: HookSettings): Promise<HookReply | undefined> {
  if (input.length > INPUT_MAX) throw new Error("stdin is too large");
  const event = HookEvent.read(input, settings.dialect);
  if (event === undefined) return undefined;
  let options: LoopGuardOptions;
  try {
    options = await settings.options();
  } catch (error) {
    return event.complain(error, true);
  }
  try {
    return await updateState(event.session, (snapshots) => step(event, options, snapshots, settings.logArguments));
  } catch (error) {
    const reply = event.complain(error, false); // nothing keeps that it was told
    if (reply.text === "") throw error;
    return reply;
  }
}

function step(
  event: HookEvent,
  { onDetection, ...options }: LoopGuardOptions,
  snapshots: Iterable<Uint8Array>,
  logArguments: boolean,
): StateStep<HookReply> {
  const heard: Heard = {};
  const listener = (...[detection, verdict]: Parameters<NonNullable<typeof onDetection>>) => {
    Object.assign(heard, { detection, verdict });
    return onDetection?.(detection, verdict);
  };
  const { guard, from } = restored({ ...options, onDetection: listener }, snapshots);
  try {
    const run = guard.run() as GuardRun;
    const value = event.tell(hostOf(run, heard), logArguments);
    return { bytes: run.snapshot(), from, value };
  } finally {
    guard.close();
  }
}

function restored(
  options: LoopGuardOptions,
  snapshots: Iterable<Uint8Array>,
): { guard: LoopGuard; from: Uint8Array | undefined } {
  for (const from of snapshots) {
    try {
      return { guard: LoopGuard.restore(from, options), from };
    } catch (error) {
      // Any other error is about the options.
      if ((error as { code?: unknown }).code !== "ERR_LOOPGUARD_SNAPSHOT") throw error;
    }
  }
  return { guard: new LoopGuard(options), from: undefined };
}
