/** Exports of native/wasm/exports.c, and of loopguard.h where a function takes plain numbers. */
declare const FUNCTIONS: readonly ["lg_status_name", "lg_status_message", "lg_workspace_free", "lg_canonicalize", "lg_normalize_volatile", "lg_similarity", "lg_detector_free", "lg_detector_at", "lg_detector_reset", "lg_detector_snapshot", "lg_snapshot_key", "lg_guard_free", "lg_run_new", "lg_run_free", "lg_run_ticket", "lg_run_begin_round", "lg_run_begin_turn", "lg_run_unseen", "lg_run_reset", "lg_run_explicit_rounds", "lg_run_set_explicit_rounds", "lg_run_snapshot", "lg_run_record_resolve", "lg_run_record_detect", "lg_run_record_step", "lg_run_record_name", "lg_wasm_alloc", "lg_wasm_free", "lg_wasm_workspace_new", "lg_wasm_identify", "lg_wasm_detector_new", "lg_wasm_detector_push", "lg_wasm_detector_restore", "lg_wasm_guard_new", "lg_wasm_guard_add_detector", "lg_wasm_guard_add_profile", "lg_wasm_run_before", "lg_wasm_run_after", "lg_wasm_run_invalid", "lg_wasm_run_detect", "lg_wasm_run_resolve", "lg_wasm_run_restore", "lg_wasm_run_apply", "lg_wasm_run_record_before", "lg_wasm_run_record_after", "lg_wasm_run_record_invalid", "lg_wasm_run_report", "lg_wasm_run_report_step"];
type WasmFunction = (...values: number[]) => number;
type WasmFunctions = Record<(typeof FUNCTIONS)[number], WasmFunction>;
export declare class WasmCore {
    #private;
    readonly functions: WasmFunctions;
    /** Address of `OUT_SIZE` bytes for results. */
    readonly out: number;
    /** Set by a trap. What the trap left half done is not used again: every later call throws this. */
    failure: Error | undefined;
    /** Length in bytes of what `put` wrote last. */
    length: number;
    constructor();
    /** Throws the error of a status that is not `LG_OK`. */
    check(status: number): void;
    /** The memory; a view of it holds until the next call of the core, which may make it grow. */
    bytes(): Uint8Array;
    view(): DataView;
    /** Starts the texts of one call, `units` UTF-16 code units in total, or three times as many bytes. */
    begin(units: number): void;
    /** Writes a text behind the last one and gives its address; 0 for `undefined`. Its length is in `length`. */
    put(text: string | undefined): number;
    /** Writes bytes behind the last text and gives their address, a multiple of 4. */
    putBytes(bytes: Uint8Array): number;
    text(pointer: number, length: number): string;
    /** The digest at an address, as 32 hex digits. */
    hex(pointer: number): string;
    /** A u32 of the results. */
    result(index?: number): number;
    /** The bytes that a pointer and a length among the results name, copied. */
    resultBytes(): Uint8Array;
}
export {};
