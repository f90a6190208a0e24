/** One instance of the WebAssembly module: its functions, its memory, and text in and out of it. */
import { bindingError } from "./binding-error.ts";
import { readWasm } from "./wasm-bytes.ts";
import { decodeWtf8, encodeWtf8 } from "./wtf8.ts";

/** Exports of native/wasm/exports.c, and of loopguard.h where a function takes plain numbers. */
const FUNCTIONS = [
  "lg_status_name",
  "lg_status_message",
  "lg_workspace_free",
  "lg_canonicalize",
  "lg_normalize_volatile",
  "lg_similarity",
  "lg_detector_free",
  "lg_detector_at",
  "lg_detector_reset",
  "lg_detector_snapshot",
  "lg_snapshot_key",
  "lg_guard_free",
  "lg_run_new",
  "lg_run_free",
  "lg_run_ticket",
  "lg_run_begin_round",
  "lg_run_begin_turn",
  "lg_run_unseen",
  "lg_run_reset",
  "lg_run_explicit_rounds",
  "lg_run_set_explicit_rounds",
  "lg_run_snapshot",
  "lg_run_record_resolve",
  "lg_run_record_detect",
  "lg_run_record_step",
  "lg_run_record_name",
  "lg_wasm_alloc",
  "lg_wasm_free",
  "lg_wasm_workspace_new",
  "lg_wasm_identify",
  "lg_wasm_detector_new",
  "lg_wasm_detector_push",
  "lg_wasm_detector_restore",
  "lg_wasm_guard_new",
  "lg_wasm_guard_add_detector",
  "lg_wasm_guard_add_profile",
  "lg_wasm_run_before",
  "lg_wasm_run_after",
  "lg_wasm_run_invalid",
  "lg_wasm_run_detect",
  "lg_wasm_run_resolve",
  "lg_wasm_run_restore",
  "lg_wasm_run_apply",
  "lg_wasm_run_record_before",
  "lg_wasm_run_record_after",
  "lg_wasm_run_record_invalid",
  "lg_wasm_run_report",
  "lg_wasm_run_report_step",
] as const;

type WasmFunction = (...values: number[]) => number;
type WasmFunctions = Record<(typeof FUNCTIONS)[number], WasmFunction>;

interface WasmExports extends WasmFunctions {
  memory: { buffer: ArrayBuffer };
  _initialize(): void;
  __stack_pointer: { value: number };
}

/** The part of the global `WebAssembly` that is used; TypeScript describes it in its DOM library only. */
interface WasmEngine {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
}

/** Results that take more than a number: room for the largest of them (`report_head` of exports.c). */
const OUT_SIZE = 72;
const SCRATCH_SIZE = 64 * 1024;
/** Scratch that one huge text left larger than this is given back before the next. */
const SCRATCH_KEEP = 1024 * 1024;
/** Up to this length a loop is faster than `TextEncoder`. */
const SHORT_TEXT = 16;

const encoder = new TextEncoder();
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

let compiled: object | undefined;

function instantiate(): WasmExports {
  const engine = (globalThis as unknown as { WebAssembly?: WasmEngine }).WebAssembly;
  if (engine === undefined) throw new Error("This platform has no WebAssembly");
  compiled ??= new engine.Module(readWasm());
  const exports = new engine.Instance(compiled, {}).exports as WasmExports;
  exports._initialize();
  return exports;
}

export class WasmCore {
  readonly functions: WasmFunctions;
  /** Address of `OUT_SIZE` bytes for results. */
  readonly out: number;
  /** Set by a trap. What the trap left half done is not used again: every later call throws this. */
  failure: Error | undefined;
  /** Length in bytes of what `put` wrote last. */
  length = 0;
  readonly #exports: WasmExports;
  readonly #stackTop: number;
  #bytes: Uint8Array;
  #scratch = 0;
  #capacity = 0;
  /** The whole scratch as a view, so that the text that comes first needs no new one. */
  #room: Uint8Array;
  #at = 0;

  constructor() {
    this.#exports = instantiate();
    this.#stackTop = this.#exports.__stack_pointer.value;
    this.functions = Object.fromEntries(
      FUNCTIONS.map((name) => [name, this.#guarded(this.#exports[name])]),
    ) as WasmFunctions;
    this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    this.#room = this.#bytes;
    this.out = this.#alloc(OUT_SIZE);
  }

  /** A trap (memory that is not there, a JavaScript stack that is used up) becomes an error, and the end of this core. */
  #guarded(call: WasmFunction): WasmFunction {
    return (...values) => {
      if (this.failure !== undefined) throw this.failure;
      try {
        return call(...values);
      } catch (error) {
        this.#exports.__stack_pointer.value = this.#stackTop;
        this.failure = bindingError("LG_ENOMEM", "the WebAssembly build ran out of memory or of stack");
        this.failure.cause = error;
        throw this.failure;
      }
    };
  }

  #alloc(size: number): number {
    const pointer = this.functions.lg_wasm_alloc(size);
    if (pointer === 0) throw bindingError("LG_ENOMEM", "out of memory");
    return pointer;
  }

  /** Throws the error of a status that is not `LG_OK`. */
  check(status: number): void {
    if (status === 0) return;
    throw bindingError(
      this.#constant(this.functions.lg_status_name(status)),
      this.#constant(this.functions.lg_status_message(status)),
    );
  }

  #constant(pointer: number): string {
    const bytes = this.bytes();
    return decodeWtf8(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
  }

  /** The memory; a view of it holds until the next call of the core, which may make it grow. */
  bytes(): Uint8Array {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    return this.#bytes;
  }

  view(): DataView {
    return new DataView(this.#exports.memory.buffer);
  }

  /** Starts the texts of one call, `units` UTF-16 code units in total, or three times as many bytes. */
  begin(units: number): void {
    const need = 3 * units + 16;
    if (need > this.#capacity || this.#capacity > SCRATCH_KEEP) this.#resize(Math.max(need, SCRATCH_SIZE));
    this.#at = this.#scratch;
  }

  #resize(size: number): void {
    if (size === this.#capacity) return;
    if (this.#scratch !== 0) this.functions.lg_wasm_free(this.#scratch);
    this.#scratch = this.#capacity = 0;
    this.#scratch = this.#alloc(size);
    this.#capacity = size;
    this.#room = this.bytes().subarray(this.#scratch, this.#scratch + size);
  }

  /** Writes a text behind the last one and gives its address; 0 for `undefined`. Its length is in `length`. */
  put(text: string | undefined): number {
    const at = this.#at;
    this.length = 0;
    if (text === undefined) return 0;
    const bytes = this.bytes();
    if (text.length > SHORT_TEXT && (text as string & { isWellFormed(): boolean }).isWellFormed())
      this.length = encoder.encodeInto(text, at === this.#scratch ? this.#whole() : bytes.subarray(at)).written;
    else this.length = encodeWtf8(text, bytes, at);
    this.#at += this.length;
    return at;
  }

  #whole(): Uint8Array {
    if (this.#room.length === 0) this.#room = this.bytes().subarray(this.#scratch, this.#scratch + this.#capacity);
    return this.#room;
  }

  /** Writes bytes behind the last text and gives their address, a multiple of 4. */
  putBytes(bytes: Uint8Array): number {
    const at = (this.#at + 3) & ~3;
    this.bytes().set(bytes, at);
    this.length = bytes.length;
    this.#at = at + bytes.length;
    return at;
  }

  text(pointer: number, length: number): string {
    return decodeWtf8(this.bytes().subarray(pointer, pointer + length));
  }

  /** The digest at an address, as 32 hex digits. */
  hex(pointer: number): string {
    const bytes = this.bytes();
    let digits = "";
    for (let i = 0; i < 16; i++) digits += HEX[bytes[pointer + i] as number];
    return digits;
  }

  /** A u32 of the results. */
  result(index = 0): number {
    return this.view().getUint32(this.out + 4 * index, true);
  }

  /** The bytes that a pointer and a length among the results name, copied. */
  resultBytes(): Uint8Array {
    return this.bytes().slice(this.result(0), this.result(0) + this.result(1));
  }
}
