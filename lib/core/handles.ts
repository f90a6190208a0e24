/** Objects of the core that belong to one of JavaScript: guards, windows of signatures and of text. */

import { type Core, CoreWindow, digestAt, fieldsAt, Handle, putBytes, putText, putU32 } from "./core.ts";
import { MATCH, Operation, TEXT_KINDS } from "./layout.gen.ts";
import type { Memory } from "./memory.ts";
import { CoreRun } from "./run.ts";
import type { Fields } from "./types.ts";

export class CoreGuard {
  readonly #core: Core;
  readonly #handle: Handle;

  /** `key`: 16 bytes. `configuration`: see `lg_guard_configure`, which throws with what is wrong. */
  constructor(core: Core, key: Uint8Array, configuration: object) {
    const text = plainText(configuration);
    const handle = core.number(Operation.guard, 0, (memory) => {
      putBytes(memory, key);
      putText(memory, text);
    });
    this.#core = core;
    this.#handle = new Handle(this, core, handle);
  }

  /** How calls of the tool are judged: `policy`: 1 + the place of its policy, 0: none; `similar`: their queries are compared. */
  tool(name: string): { readonly profile: number; readonly policy: number; readonly similar: boolean } {
    const packed = this.#tool(0, possible(name));
    const profile = packed % 2 ** 16;
    return { profile, policy: Math.floor(packed / 2 ** 17), similar: packed % 2 ** 17 !== profile };
  }

  /** `policy`: `{ [name]: policy }`, the last one from now on; see `lg_guard_configure_tool`. */
  addTool(policy: object): void {
    this.#tool(1, plainText(policy));
  }

  #tool(adds: number, text: string): number {
    return this.#core.number(Operation.tool, this.#handle.open("guard"), (memory) => {
      putU32(memory, adds);
      putText(memory, text);
    });
  }

  run(): CoreRun {
    return new CoreRun(this.#core, this.#core.number(Operation.run, this.#handle.open("guard")));
  }

  close(): void {
    this.#handle.close();
  }
}

/** The JSON of plain data, even if a program has added a `toJSON` to the prototype of all lists or objects. */
function plainText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(possible(value));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(plainText).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${plainText(key)}:${plainText(member)}`).join(",")}}`;
}

/** Without lone surrogates and U+0000, which JSON for the core cannot have. */
export const possible = (text: string): string => text.replace(/[\p{Surrogate}\0]/gu, "\ufffd");

export class CoreDetector extends CoreWindow {
  constructor(core: Core, handle: number) {
    super(core, handle, "detector", Operation.forget, Operation.detectorSnapshot);
  }

  /** 0: no cycle; else `cycleLength * 2^20 + repeats`. */
  push(signature: string): number {
    return this.core.number(Operation.push, this.open(), (memory) => putText(memory, signature));
  }

  /** 32 hex digits: the digest of the signature `back` places before the newest. */
  at(back: number): string {
    const write = (memory: Memory) => putU32(memory, back);
    return this.core.bytes(Operation.at, this.open(), write, (memory) => digestAt(memory, 0));
  }
}

/** `lg_text_kind`. */
export type TextKind = Exclude<(typeof TEXT_KINDS)[number], "none">;

/** `lg_text_match`. `sure`: it is so long that nobody can have asked for it. */
export interface CoreTextMatch extends Omit<Fields<typeof MATCH>, "kind"> {
  kind: TextKind;
}

/** `lg_text_loop_options`: repeats, min_length, max_period, messages. */
export type TextLoopNumbers = readonly [number, number, number, number];

export class CoreTextLoop extends CoreWindow {
  constructor(core: Core, handle: number) {
    super(core, handle, "text detector", Operation.textForget, Operation.textSnapshot);
  }

  push(text: string): CoreTextMatch | undefined {
    return this.core.bytes(Operation.textPush, this.open(), (memory) => putText(memory, text), matchOf);
  }

  endMessage(): CoreTextMatch | undefined {
    return this.core.bytes(Operation.textEndMessage, this.open(), undefined, matchOf);
  }
}

function matchOf(memory: Memory, length: number): CoreTextMatch | undefined {
  if (length === 0) return undefined;
  const { kind, ...match } = fieldsAt(memory, MATCH);
  return { ...match, kind: TEXT_KINDS[kind] as TextKind };
}
