/**
 * The one description of the C core's surface as JavaScript sees it. Two builds implement it: the Node-API addon
 * (`native.ts`) and WebAssembly (`wasm.ts`). Nothing above this interface knows which one runs.
 *
 * Text crosses as JavaScript strings and reaches the core as generalised UTF-8 (WTF-8): lone surrogates stay distinct.
 */

/** What the text of the arguments is: `lg_args_kind`. */
export const ArgsKind = { json: 0, raw: 1, none: 2 } as const;
export type ArgsKind = (typeof ArgsKind)[keyof typeof ArgsKind];

/** `lg_identity_mode`. */
export const IdentityMode = { verbatim: 0, canonical: 1 } as const;
export type IdentityMode = (typeof IdentityMode)[keyof typeof IdentityMode];

/** `lg_result_kind`. */
export const ResultKind = { none: 0, text: 1, json: 2 } as const;
export type ResultKind = (typeof ResultKind)[keyof typeof ResultKind];

/** `LG_FINAL_MS`: when a poll's final answer came back. */
export const FINAL_MS: number = -Number.MAX_VALUE;

/** `lg_action`, by number. */
export const ACTIONS = ["allow", "warn", "hint", "ask", "abort"] as const;

/** `lg_volatile`, bit by name. */
export const VOLATILE_BITS = {
  timestamps: 0x001,
  durations: 0x002,
  uuids: 0x004,
  hexIds: 0x008,
  counters: 0x010,
  pids: 0x020,
  tempPaths: 0x040,
  ansi: 0x080,
  digits: 0x100,
  space: 0x200,
} as const;

/**
 * A verdict packed into one number, so that an `allow` makes no object:
 * `ticket * 16 + (detected ? 8 : 0) + action`, or `-status` when the core refused the input (`lg_status`).
 */
export type PackedVerdict = number;
/** `LG_NO_TICKET` as it comes out of a packed verdict. */
export const NO_TICKET = 0x0fffffff;

/**
 * The verdict of `apply`: `(through ? 32 : 0) + (known ? 16 : 0) + (detected ? 8 : 0) + action`, or `-status`.
 * Through: nothing is to come, because the run knows no such call, or because there is nothing to wait for.
 * Known: the id was judged in this round already, and nothing has changed.
 */
export type AppliedVerdict = number;

/** `lg_step`. */
export const Step = { beginRound: 0, beginTurn: 1, reset: 2, unseen: 3 } as const;
export type Step = (typeof Step)[keyof typeof Step];

/** Strikes at which each rung starts; 0: no such rung. */
export type LadderTuple = readonly [warn: number, hint: number, ask: number, abort: number];

/** `lg_detector_spec`, flattened. */
export interface NativeDetectorSpec {
  type: number;
  threshold: number;
  minCycleLen: number;
  maxCycleLen: number;
  windowSize: number;
  transientThreshold: number;
  errorThreshold: number;
  ackThreshold: number;
  similarity: number;
  pollAfterMs: number;
  maxWaitMs: number;
  canonical: boolean;
  settled: boolean;
  strongOnly: boolean;
  failuresOnly: boolean;
  ladder: LadderTuple;
}

/** `lg_profile`, flattened. `limit`: 0 the detector's, 0xffffffff none. */
export interface NativeProfile {
  exempt: boolean;
  mutates: boolean;
  poll: boolean;
  similar: boolean;
  pollMinIntervalMs: number;
  pollMaxWaitMs: number;
  maxRepeats: number;
  limit: number;
  volatileClasses: number;
  failureClasses: number;
  ladder: LadderTuple;
  keep: readonly string[];
  ignore: readonly string[];
}

/** `lg_report`. */
export interface NativeReport {
  detector: number;
  type: number;
  repeats: number;
  threshold: number;
  cycleLength: number;
  strikes: number;
  strong: boolean;
  /** The newest result is a failure that passes by itself. */
  transient: boolean;
  /** A sibling of the round was struck for this already. */
  again: boolean;
  /** 32 hex digits. */
  fingerprint: string;
  pattern: { name: string; signature: string }[];
  waitMs: number;
  waitedMs: number;
}

/** `lg_restore_report`: what a restored run has not, because the guard has other detectors or profiles. */
export interface NativeRestoreReport {
  version: number;
  sameOptions: boolean;
  loops: number;
  armed: number;
  detections: number;
  observations: number;
  counts: number;
  profiles: number;
}

/** `lg_run`. Every method throws `ERR_LOOPGUARD_CLOSED` after `close()`; `close` twice is fine. */
export interface NativeRun {
  before(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    query: string | undefined,
    profile: number,
    nowMs: number,
  ): PackedVerdict;
  /** `flags`: 1 failed, 2 transient. `nowMs`: `FINAL_MS` for a poll's final answer. */
  after(
    ticket: number,
    resultKind: ResultKind,
    result: string | undefined,
    flags: number,
    error: string | undefined,
    nowMs: number,
  ): PackedVerdict;
  invalid(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    profile: number,
    error: string | undefined,
    nowMs: number,
  ): PackedVerdict;
  /** The ticket that waits for the outcome of the call with this id, or that it had in this round; or `NO_TICKET`. */
  ticket(id: string): number;
  resolve(ticket: number, action: number): void;
  detect(detector: number, name: string, key: string, repeats: number): PackedVerdict;
  beginRound(): void;
  beginTurn(): void;
  /** Something happened that the run is not told of: it may be news. */
  unseen(): void;
  reset(): void;
  /** Whether rounds are only those that `beginRound` begins, as from its first use on. */
  explicitRounds(): boolean;
  setExplicitRounds(explicit: boolean): void;
  report(): NativeReport;
  snapshot(): Uint8Array;
  restore(bytes: Uint8Array): NativeRestoreReport;
  /** What `before` would do, as a text (base64) that says it to any run under this key; the run stays as it is. */
  recordBefore(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    query: string | undefined,
    profile: number,
    nowMs: number,
  ): string;
  recordAfter(
    id: string,
    profile: number,
    resultKind: ResultKind,
    result: string | undefined,
    flags: number,
    error: string | undefined,
    nowMs: number,
  ): string;
  recordInvalid(
    name: string,
    args: string | undefined,
    argsKind: ArgsKind,
    id: string | undefined,
    profile: number,
    error: string | undefined,
    nowMs: number,
  ): string;
  recordResolve(id: string, action: number): string;
  recordDetect(detector: number, profile: number, name: string, key: string, repeats: number): string;
  recordStep(step: Step): string;
  /** The tool's name in a record of `before` or `invalid`, else "". Throws `ERR_LOOPGUARD_ERECORD`. */
  recordName(record: string): string;
  apply(record: string): AppliedVerdict;
  close(): void;
}

/** `lg_guard`. The memory of a guard is held until it and all its runs are closed or collected. */
export interface NativeGuard {
  addDetector(spec: NativeDetectorSpec): void;
  /** The number to pass to `before`; `index` 0 replaces the default profile, else one is added. */
  addProfile(profile: NativeProfile, replaceDefault: boolean): number;
  run(): NativeRun;
  close(): void;
}

/** `lg_detector`. */
export interface NativeDetector {
  /** 0: no cycle; else `cycleLength * 2^20 + repeats`. */
  push(signature: string): number;
  /** 32 hex digits: the digest of the signature `back` places before the newest. */
  at(back: number): string;
  reset(): void;
  snapshot(): Uint8Array;
  close(): void;
}

/** What both builds offer. Errors carry `code`: `ERR_LOOPGUARD_` and the status's name (`EJSON`, `ENOMEM`, ...). */
export interface NativeBinding {
  /** 32 hex digits. `key`: 16 bytes. */
  identify(key: Uint8Array, mode: IdentityMode, name: string, args: string | undefined, argsKind: ArgsKind): string;
  /** Throws `ERR_LOOPGUARD_EJSON` when `text` is not JSON. */
  canonicalize(mode: IdentityMode, text: string): string;
  normalizeVolatile(classes: number, text: string): string;
  similarity(a: string, b: string): number;
  guard(key: Uint8Array, maxEntries: number, ladder: LadderTuple, shadow: boolean): NativeGuard;
  detector(
    key: Uint8Array,
    windowSize: number,
    minCycleLen: number,
    maxCycleLen: number,
    repeats: number,
  ): NativeDetector;
  /** Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
  restoreDetector(bytes: Uint8Array): NativeDetector;
  /** The 16-byte key in a snapshot. Throws `ERR_LOOPGUARD_ESNAPSHOT`. */
  snapshotKey(bytes: Uint8Array): Uint8Array;
}
