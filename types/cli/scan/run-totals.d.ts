/** Adds up what a scan says of many runs. */
import type { ScannedRun, ScanTotals } from "../scan-types.ts";
import { type Pricing } from "./totals-text.ts";
/** Without what is known only of a whole scan. */
export type RunTotals = Omit<ScanTotals, "files" | "wastedCost" | "currency">;
type Always = "runs" | "runsWithLoops" | "calls" | "tokens" | "wastedCalls" | "wastedTokens";
export declare function noTotals(): Pick<RunTotals, Always>;
export declare function countRun(totals: RunTotals, run: ScannedRun): void;
/** Adds what the waste cost, and what would have been saved of it. */
export declare function priceTotals(totals: ScanTotals, pricing: Pricing): void;
export {};
