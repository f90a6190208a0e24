/** The totals of a scan in words: what was wasted, and what the guard would have done. Also part of the report's page. */
import type { VerdictAction } from "../../base/types.ts";
import type { ScanTotals } from "../scan-types.ts";
/** Prices of a million tokens, as the command line names them. */
export interface Pricing {
    price: number;
    /** Of tokens that the provider read from its cache; without one they cost as much as others. */
    cachedPrice?: number;
    /** Printed behind each amount. */
    currency: string;
}
/** `cached` of the `tokens` were read from the provider's cache. */
export declare function costOf(tokens: number, cached: number, { price, cachedPrice }: Pricing): number;
/** What a loop wasted, or all: what was sent again was in the cache of a provider that has one. */
export declare function wastedCost(wasted: {
    wastedTokens: number;
    wastedCachedTokens?: number;
    wastedResentTokens?: number;
}, pricing: Pricing): number;
/** That of the providers' own price lists. */
export declare const CURRENCY = "USD";
/** "1.50 EUR", "0.0042 EUR", "under 0.0001 EUR". */
export declare function money(amount: number, currency?: string): string;
/** Whether an amount is less than the least that can be paid. */
export declare function isNothing(amount: number): boolean;
/** The totals, a line each. */
export declare function totalsText(totals: ScanTotals): string;
/** "about 0.05 USD", where something of it is an estimate. */
export declare function costText(amount: number, { currency, unbilledRuns }: Pick<ScanTotals, "currency" | "unbilledRuns">): string;
/** What was wasted, with what was sent again for it. */
export declare function wastedTokens({ wastedTokens, wastedResentTokens, }: Pick<ScanTotals, "wastedTokens" | "wastedResentTokens">): number;
/**
 * What the guard would have done, in one sentence. `guard`: the code that makes it; `from`: the call from which on it saved
 * something, in each run in which it did.
 */
export declare function verdictText(totals: ScanTotals, guard: string, from?: readonly number[]): string;
/** What `scan` and `tune` say of runs whose calls have no recorded times. */
export declare function untimedText(untimed: number, all: number): string;
/** A whole number with commas. The first `toLocaleString` of a process takes 13 ms. */
export declare function count(value: number): string;
/** "1 run", "12,345 runs". */
export declare function counted(value: number, one: string, many?: string): string;
/** "" for a detector of the user's own. */
export declare function meaningOf(detector: string): string;
/** What the guard would have done to a call, or to the run. */
export declare const WOULD_HAVE: Readonly<Record<VerdictAction, string>>;
