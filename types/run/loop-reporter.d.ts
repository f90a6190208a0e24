import type { LoopCall, LoopDetection, LoopRecovery, Verdict, VerdictAction } from "../base/types.ts";
import type { CoreReport, PackedVerdict } from "../core/types.ts";
import type { RecoverConfig } from "../rules/recover-options.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { CustomDetectors } from "./custom-detectors.ts";
import type { DelegationFinding } from "./delegations.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { Tally } from "./guard-engine.ts";
import { Replays } from "./replays.ts";
import { RunTexts, type TextFinding } from "./run-texts.ts";
/** What the core found about a call. */
export interface Found {
    readonly call: LoopCall;
    /** Of its tool; `undefined`: it is about no tool. */
    readonly rules: Pick<ToolRules, "rungs"> | undefined;
    readonly report: CoreReport;
    readonly packed: PackedVerdict;
    /** What the host knows of the detection. */
    readonly found?: Partial<LoopDetection>;
}
/** Changes the core's verdict on a call that has not run yet. */
export type Resolve = (action: VerdictAction) => void;
export declare class LoopReporter {
    #private;
    readonly tally: Tally;
    /** Only if the guard has custom detectors. */
    readonly custom: CustomDetectors | undefined;
    /** Only if the guard looks at texts. */
    readonly texts: RunTexts | undefined;
    /** Only if a detector replays results. */
    readonly replays: Replays | undefined;
    tripped: LoopDetection | null;
    constructor(engine: GuardEngine, runId: string | undefined);
    /** A new turn, or a reset: what happened before is not reported any more. */
    forget(): void;
    /** The option of this name; here and below, for what gets a run out of a loop. */
    get recover(): RecoverConfig | undefined;
    /** The last refusal of a call since this was asked. */
    takeStruck(): LoopDetection | undefined;
    recovered(recovery: LoopRecovery): void;
    /** The verdict on a call without a detection. */
    allow(characters: number): Verdict;
    /**
     * The verdict on a call that has not run yet; see `conclude`. `runs`: a result will come, so a warning waits for it, that of
     * the user's function too: the core says with the result whether it is given.
     */
    judge(found: Found, characters: number, resolve: Resolve, runs: boolean): Verdict;
    /** A call has come back. `keep`: its result can be replayed. */
    completed(rules: ToolRules, call: LoopCall, result: unknown, characters: number, keep: boolean): void;
    /**
     * The verdict on a call with a detection. If the user's function decides otherwise than the core, the core is informed
     * through `resolve`. Without `resolve`, the call has run: its result stands, and a refusal is only a warning. `said`: the
     * verdict that the call had before; in shadow mode the same strike is found again, and the call that would not have run is
     * found by other detectors, too: only stronger evidence is reported once more.
     */
    conclude({ call, rules, report, packed, found }: Found, said: Verdict, resolve?: Resolve): Verdict;
    /** The verdict where a detection is about no call, but about what the model writes or uses. */
    concludeNoCall(packed: PackedVerdict, report: CoreReport, text?: TextFinding): Verdict;
    /** The verdict on a loop of delegations. A verdict of the user's function need not be told to the core: no call depends on it. */
    concludeDelegation(loop: DelegationFinding, packed: PackedVerdict, report: CoreReport): Verdict;
}
