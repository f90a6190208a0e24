import type { ScanTotals } from "../scan-types.ts";
/** The totals, a line each. */
export declare function totalsText(totals: ScanTotals): string;
/** "about 0.05 USD", where something of it is an estimate. */
export declare function costText(amount: number, { currency, unbilledRuns }: Pick<ScanTotals, "currency" | "unbilledRuns">): string;
/** What was wasted, with what was sent again for it. */
export declare function wastedTokens({ wastedTokens, wastedResentTokens, }: Pick<ScanTotals, "wastedTokens" | "wastedResentTokens">): number;
/** What tokens are that nobody was billed for in the record. */
export declare function estimateText(unbilled: number, all: number): string;
/** The middle of the calls from which on something would have been saved, from 0; `undefined`: nothing. */
export declare function medianOf(calls: readonly number[]): number | undefined;
/**
 * What the guard would have done, in one sentence. `guard`: the code that makes it; `from`: the call from which on it saved
 * something, in each run in which it did.
 */
export declare function verdictText(totals: ScanTotals, guard: string, from?: readonly number[]): string;
/** What `scan` and `tune` say of runs whose calls have no recorded times. */
export declare function untimedText(untimed: number, all: number): string;
export declare function share(part: number, whole: number): string;
/** A whole number with commas. The first `toLocaleString` of a process takes 13 ms. */
export declare function count(value: number): string;
