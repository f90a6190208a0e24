/** `lg_guard`. Its memory is freed when it and all its runs are closed or collected. */
import { type Core, putBytes, putText, putU32 } from "./core.ts";
import { closeHandle, type Handle, handleOf } from "./handle.ts";
import { Operation } from "./layout.gen.ts";
import { CoreRun } from "./run.ts";

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
    this.#handle = handleOf(this, core, handle);
  }

  /** The number to pass to `before`: 0 for the one that replaces the default profile. */
  addProfile(profile: object, replaceDefault: boolean): number {
    const text = plainText(profile);
    return this.#core.number(Operation.profile, this.#handle.open("guard"), (memory) => {
      putU32(memory, replaceDefault ? 1 : 0);
      putText(memory, text);
    });
  }

  run(): CoreRun {
    return new CoreRun(this.#core, this.#core.number(Operation.run, this.#handle.open("guard")));
  }

  close(): void {
    closeHandle(this.#handle);
  }
}

/** The JSON of plain data, even if a program has added a `toJSON` to the prototype of all lists or objects. */
function plainText(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(plainText).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${plainText(member)}`).join(",")}}`;
}
