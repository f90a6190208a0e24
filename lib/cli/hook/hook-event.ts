/** An event of an agent, which native/hook reads and answers, built as WebAssembly (native/hook/wasm/hook.c). */
import { readFileSync } from "node:fs";
import { ownPlace } from "../../core/own-place.ts";
import { DIALECTS, type Dialect } from "./dialects.gen.ts";

/** What the process does for the agent. */
export interface HookReply {
  readonly text: string;
  readonly onStderr: boolean;
  /** The exit code; 2 is a refusal. */
  readonly code: number;
  /** A line for the log, with its end; or `""`. */
  readonly record: string;
}

/** Answers a question about the run of the event's session; both are JSON. */
export type Host = (question: string) => string;

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
  lg_hook_complain(length: number): number;
}

/** The used part of the global `WebAssembly`, which TypeScript declares only in its DOM library. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

export class HookEvent {
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

  /** The reply where the hook does not guard. */
  complain(why: string): HookReply {
    return JSON.parse(this.#taken(this.#exports.lg_hook_complain(this.#give(why)))) as HookReply;
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
  compiled ??= new WebAssembly.Module(source());
  return compiled;
}

function source(): Uint8Array {
  const errors: unknown[] = [];
  for (const place of PLACES) {
    try {
      return readFileSync(new URL(place, ownPlace()));
    } catch (error) {
      errors.push(error);
    }
  }
  throw new AggregateError(errors, `No hook.wasm at ${PLACES.join(", ")} of ${ownPlace()}`);
}
