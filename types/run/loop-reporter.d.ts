/** From what the core found in one run to a verdict that everybody who asked has been told of. */
import type { LoopCall, LoopDetection, Verdict } from "../base/types.ts";
import type { ToolRules } from "../config/tool-policy.ts";
import type { CoreRun } from "../core/run.ts";
import type { CoreReport, PackedVerdict } from "../core/types.ts";
import { Tally } from "../report/tally.ts";
import { CustomDetectors } from "./custom-detectors.ts";
import type { GuardEngine } from "./guard-engine.ts";
import { Replays } from "./replays.ts";
export declare class LoopReporter {
    #private;
    readonly tally: Tally;
    /** Only while one is configured. */
    readonly custom: CustomDetectors | undefined;
    /** Only where some detector replays results. */
    readonly replays: Replays | undefined;
    tripped: LoopDetection | null;
    constructor(engine: GuardEngine, runId: string | undefined);
    /** A new turn, or a new start: nothing of the past is told any more. */
    forget(): void;
    /** A call that nothing was found of. */
    allow(characters: number): Verdict;
    /** The verdict for a call that something was found of before it ran; see `conclude`. */
    judge(native: Pick<CoreRun, "resolve">, call: LoopCall, rules: ToolRules, report: CoreReport, packed: PackedVerdict, ticket: number, characters: number): Verdict;
    /** A call has come back. `keep`: its result is one that can be given again. */
    completed(rules: ToolRules, call: LoopCall, result: unknown, characters: number, keep: boolean): void;
    /**
     * The verdict for `call`. The user's function has the last word; where it differs from the core's, the core hears of it
     * under `ticket`; without one the call has run already, and whatever the verdict, its result stands and is warned of.
     * `told`: what was said of this call before; a shadow finds it again, and nobody is told or warned twice.
     */
    conclude(native: Pick<CoreRun, "resolve">, call: LoopCall, rules: ToolRules, report: CoreReport, packed: PackedVerdict, ticket: number, told: Verdict): Verdict;
}
