/** Turns the reports of the core about one run into verdicts, and notifies listeners. */
import type { LoopCall, LoopDecision, LoopDetection, LoopRecovery, Verdict, VerdictAction } from "../base/types.ts";
import type { CoreReport, PackedVerdict } from "../core/types.ts";
import type { RecoverConfig } from "../rules/recover-options.ts";
import type { ToolRules } from "../rules/tool-policy.ts";
import { CustomDetectors } from "./custom-detectors.ts";
import type { DelegationFinding } from "./delegations.ts";
import { type GuardEngine, Tally } from "./guard-engine.ts";
import { Replays } from "./replay-results.ts";
import { RunTexts, type TextFinding } from "./run-texts.ts";
/** What the core found about a call. */
export interface Found {
    readonly call: LoopCall;
    /** Of its tool; `undefined`: it is about no tool. */
    readonly rules: Pick<ToolRules, "steps"> | undefined;
    readonly report: CoreReport;
    readonly packed: PackedVerdict;
    /** What the host knows of the detection. */
    readonly found?: Partial<LoopDetection>;
}
/** What the host knows of what is found in a text, or in delegations. */
type NoCallFinding = Partial<Pick<TextFinding, "found" | "mild"> & Pick<DelegationFinding, "agent" | "isLimit">>;
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
    /** Whether a verdict may be `ask`. */
    get mayAsk(): boolean;
    /** The option of this name; here and below, for what gets a run out of a loop. */
    get recover(): RecoverConfig | undefined;
    /** The last refusal of a call since this was asked. */
    takeStruck(): LoopDetection | undefined;
    /** What a human said of a refused call: the verdict that it has now, and what is granted (LG_GRANTED_MAX of loopguard.h). */
    decide(said: Verdict, { allow, more, words }: Partial<LoopDecision>): {
        verdict: Verdict;
        granted: number;
    };
    /**
     * The verdict on a call that has not run yet; see `conclude`. `runs`: a result will come, so a warning waits for it, that of
     * the user's function too: the core says with the result whether it is given.
     */
    judge(found: Found, characters: number, resolve: Resolve, runs: boolean): Verdict;
    /**
     * The verdict on a call with a detection. If the user's function decides otherwise than the core, the core is informed
     * through `resolve`. Without `resolve`, the call has run: its result stands, and a refusal is only a warning. `said`: the
     * verdict that the call had before; in shadow mode the same strike is found again, and the call that would not have run is
     * found by other detectors, too: only stronger evidence is reported once more.
     */
    conclude({ call, rules, report, packed, found }: Found, said: Verdict, resolve?: Resolve): Verdict;
    /** The verdict where a detection is about no call, but about what the model writes or uses, or about a delegation. */
    concludeNoCall(packed: PackedVerdict, report: CoreReport, finding?: NoCallFinding): Verdict;
    /** Counts what was done to a request, and notifies listeners. */
    recovered(recovery: LoopRecovery): void;
}
export {};
