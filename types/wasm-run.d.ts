/** `NativeRun` over WebAssembly. Arguments are read and checked before the core is entered. */
import { type AppliedVerdict, type ArgsKind, type NativeReport, type NativeRestoreReport, type NativeRun, type PackedVerdict, type ResultKind, type Step } from "./binding.ts";
import type { SharedGuard } from "./wasm-shared-guard.ts";
export declare class WasmRun implements NativeRun {
    #private;
    constructor(guard: SharedGuard);
    before(name: string, args: string | undefined, argsKind: ArgsKind, id: string | undefined, query: string | undefined, profile: number, nowMs: number): PackedVerdict;
    after(ticket: number, resultKind: ResultKind, result: string | undefined, flags: number, error: string | undefined, nowMs: number): PackedVerdict;
    invalid(name: string, args: string | undefined, argsKind: ArgsKind, id: string | undefined, profile: number, error: string | undefined, nowMs: number): PackedVerdict;
    detect(detector: number, name: string, key: string, repeats: number): PackedVerdict;
    ticket(id: string): number;
    resolve(ticket: number, action: number): void;
    beginRound(): void;
    beginTurn(): void;
    unseen(): void;
    reset(): void;
    explicitRounds(): boolean;
    setExplicitRounds(explicit: boolean): void;
    report(): NativeReport;
    snapshot(): Uint8Array;
    restore(bytes: Uint8Array): NativeRestoreReport;
    recordBefore(name: string, args: string | undefined, argsKind: ArgsKind, id: string | undefined, query: string | undefined, profile: number, nowMs: number): string;
    recordInvalid(name: string, args: string | undefined, argsKind: ArgsKind, id: string | undefined, profile: number, error: string | undefined, nowMs: number): string;
    recordAfter(id: string, profile: number, resultKind: ResultKind, result: string | undefined, flags: number, error: string | undefined, nowMs: number): string;
    recordResolve(id: string, action: number): string;
    recordDetect(detector: number, profile: number, name: string, key: string, repeats: number): string;
    recordStep(step: Step): string;
    recordName(record: string): string;
    apply(record: string): AppliedVerdict;
    close(): void;
}
