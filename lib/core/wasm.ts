/** The WebAssembly build of the core, for platforms without a prebuilt addon. Same sources, same results. */
import { wasmSource } from "#wasm";
import { isBytes } from "../base/text-bytes.ts";
import { CoreClient } from "./client.ts";
import { BLOCK_MIN, coreError, type Port } from "./core.ts";
import { Memory } from "./memory.ts";

/** See native/wasm. */
interface WasmExports {
  memory: { buffer: ArrayBuffer };
  __stack_pointer: { value: number };
  _initialize(): void;
  /** The address of a door, or 0: there is no room. */
  lg_wasm_door(): number;
  /** Resizes the block and keeps its first bytes. Gives its address, or 0: there is no room, and nothing changed. */
  lg_wasm_block(door: number, size: number): number;
  lg_door_call(door: number, operation: number, handle: number, length: number): number;
}

/** The used part of the global `WebAssembly`, which TypeScript declares only in its DOM library. */
export interface WasmEngine {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
}

let compiled: object | undefined;

function instantiate(): WasmExports {
  const engine = (globalThis as unknown as { WebAssembly?: WasmEngine }).WebAssembly;
  if (engine === undefined) throw new Error("This platform has no WebAssembly");
  if (compiled === undefined) {
    const source = wasmSource(); // the platform may have compiled it
    compiled = isBytes(source) ? new engine.Module(source) : source;
  }
  const exports = new engine.Instance(compiled, {}).exports as WasmExports;
  exports._initialize();
  return exports;
}

/** One instance of the module. */
export class WasmPort implements Port {
  /** Set by a trap, which may leave inconsistent state: every later call throws it. */
  failure: Error | undefined;
  readonly memory: Memory;
  readonly #exports: WasmExports = instantiate();
  readonly #stackTop: number = this.#exports.__stack_pointer.value;
  readonly #door: number;
  #at = 0;
  #size = 0;
  #bytes: Uint8Array = new Uint8Array(0);

  constructor() {
    this.#door = this.#exports.lg_wasm_door();
    if (this.#door === 0) throw coreError("LG_ENOMEM", "out of memory");
    this.grow(BLOCK_MIN);
    this.memory = new Memory(this);
  }

  block(): Uint8Array {
    return this.#bytes;
  }

  grow(size: number): void {
    if (this.failure !== undefined) throw this.failure;
    let at: number;
    try {
      at = this.#exports.lg_wasm_block(this.#door, size);
    } catch (error) {
      throw this.#end(error);
    }
    if (at === 0) throw new RangeError("The WebAssembly build has no room for so large a message");
    this.#at = at;
    this.#size = size;
    this.#look();
  }

  call(operation: number, handle: number, length: number): number {
    if (this.failure !== undefined) throw this.failure;
    let answer: number;
    try {
      answer = this.#exports.lg_door_call(this.#door, operation, handle, length);
    } catch (error) {
      throw this.#end(error);
    }
    if (this.#bytes.length === 0) this.#look();
    return answer;
  }

  #look(): void {
    this.#bytes = new Uint8Array(this.#exports.memory.buffer, this.#at, this.#size);
  }

  /** Turns a trap (no memory, stack overflow) into the error of this instance, which cannot be used any more. */
  #end(cause: unknown): Error {
    this.#exports.__stack_pointer.value = this.#stackTop;
    this.failure = coreError("LG_ENOMEM", "the WebAssembly build ran out of memory or of stack");
    this.failure.cause = cause;
    return this.failure;
  }
}

/** @internal Throws where WebAssembly or its file is missing. */
export function loadWasm(): CoreClient {
  return new CoreClient(() => new WasmPort());
}
