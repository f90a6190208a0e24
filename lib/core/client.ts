/** The core, whichever build runs. Text crosses as WTF-8; errors have the code `ERR_LOOPGUARD_<status>`, such as `EJSON`. */

import { bytesOf, Core, digestAt, firstText, type Port, putBytes, putText, putU32 } from "./core.ts";
import { Body, packBody, writeArguments, writeResult, writeValue, writeWrapped } from "./event.ts";
import { CoreDetector, CoreGuard, CoreTextLoop, type TextLoopNumbers } from "./handles.ts";
import { ArgsKind, Operation, ResultKind } from "./layout.gen.ts";

export class CoreClient {
  readonly #open: () => Port;
  #core: Core;

  /** `open` makes an instance of the core; it is called again when the instance has failed. */
  constructor(open: () => Port) {
    this.#open = open;
    this.#core = new Core(open());
  }

  /** 32 hex digits. `key`: 16 bytes. `mayBeBody`: see `writeArguments`. Throws what `JSON.stringify` throws. */
  identify(key: Uint8Array, mode: number, name: string, args: unknown, mayBeBody?: boolean): string {
    const core = this.#live();
    const write = (): void => {
      const { memory } = core;
      putBytes(memory, key);
      putU32(memory, mode);
      const head = memory.at;
      memory.at += 8;
      putText(memory, name);
      const nameLength = memory.at - head - 8;
      const kind = writeArguments(core, args, mayBeBody);
      memory.view.setUint32(head, kind, true);
      memory.view.setUint32(head + 4, nameLength, true);
    };
    return core.bytes(Operation.identify, 0, write, (memory) => digestAt(memory, 0));
  }

  /** The JSON text of a value, if it has one. A string is JSON text, or `ERR_LOOPGUARD_EJSON`. Throws as `JSON.stringify`. */
  canonicalize(mode: number, value: unknown): string | undefined {
    const core = this.#live();
    const taken = this.takeArguments(value);
    if (taken.kind === ArgsKind.none) return undefined;
    const write = (): void => {
      putU32(core.memory, mode);
      putU32(core.memory, taken.kind);
      writeArguments(core, taken);
    };
    return core.bytes(Operation.canonicalize, 0, write, firstText);
  }

  /** `classes`: of `VOLATILE_BITS`. */
  normalizeVolatile(classes: number, text: string): string {
    const core = this.#live();
    const write = (): void => {
      putU32(core.memory, classes);
      putText(core.memory, text);
    };
    return core.bytes(Operation.normalize, 0, write, firstText);
  }

  similarity(a: string, b: string): number {
    return this.#live().number(Operation.similarity, 0, (memory) => {
      memory.at = 4;
      putText(memory, a);
      memory.view.setUint32(0, memory.at - 4, true);
      putText(memory, b);
    });
  }

  /** The 16-byte key in a snapshot. Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
  snapshotKey(bytes: Uint8Array): Uint8Array {
    return this.#live().bytes(Operation.snapshotKey, 0, (memory) => putBytes(memory, bytes), bytesOf);
  }

  /** `key`: 16 bytes. `configuration`: see `lg_guard_configure`. Throws `ERR_LOOPGUARD_EINVAL` with what is wrong. */
  guard(key: Uint8Array, configuration: object): CoreGuard {
    return new CoreGuard(this.#live(), key, configuration);
  }

  /** `numbers`: windowSize, minCycleLen, maxCycleLen, repeats. */
  detector(key: Uint8Array, ...numbers: readonly number[]): CoreDetector {
    return this.#window(CoreDetector, Operation.detector, key, numbers);
  }

  /** Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
  restoreDetector(bytes: Uint8Array): CoreDetector {
    return this.#window(CoreDetector, Operation.detectorRestore, bytes);
  }

  /** `options`: of `lg_text_loop_options`, in that order; 0 is the default. Throws `ERR_LOOPGUARD_EINVAL`. */
  textLoop(key: Uint8Array, options: TextLoopNumbers): CoreTextLoop {
    return this.#window(CoreTextLoop, Operation.text, key, options);
  }

  /** Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
  restoreTextLoop(bytes: Uint8Array): CoreTextLoop {
    return this.#window(CoreTextLoop, Operation.textRestore, bytes);
  }

  /** Packs arguments. Throws what `JSON.stringify` throws. */
  takeArguments(args: unknown): Body {
    if (Body.is(args)) return args;
    if (typeof args === "string") return new Body(ArgsKind.raw, args, args.length);
    const core = this.#live();
    return packBody(core, () => writeArguments(core, args));
  }

  /** Packs any value; a string is a value, not JSON text. Throws what `JSON.stringify` throws. */
  takeValue(value: unknown): Body {
    const core = this.#live();
    return packBody(core, () => (writeValue(core, value) ? ArgsKind.packed : ArgsKind.none));
  }

  /** Packs a result. What its getters throw goes to `onError`. */
  takeResult(result: unknown, onError: (error: unknown) => void): Body {
    if (Body.is(result)) return result;
    if (typeof result === "string") return new Body(ResultKind.text, result, result.length);
    const core = this.#live();
    const body = packBody(core, () => writeResult(core, result));
    const fault = core.takeFault();
    if (fault !== undefined) onError(fault.error);
    return body;
  }

  /** Packs the arguments `[value]`; `undefined` for a value without JSON text. Throws what `JSON.stringify` throws. */
  takeWrapped(value: unknown): Body | undefined {
    const core = this.#live();
    const list = packBody(core, () => writeWrapped(core, value));
    return list.kind === ArgsKind.none ? undefined : list;
  }

  /** What the core makes of a key and its options, or of a snapshot. */
  #window<Window>(
    Kind: new (core: Core, handle: number) => Window,
    operation: number,
    bytes: Uint8Array,
    numbers: readonly number[] = [],
  ): Window {
    const core = this.#live();
    const handle = core.number(operation, 0, (memory) => {
      putBytes(memory, bytes);
      for (const number of numbers) putU32(memory, number);
    });
    return new Kind(core, handle);
  }

  #live(): Core {
    if (this.#core.failure !== undefined) this.#core = new Core(this.#open());
    return this.#core;
  }
}
