/** What tokens cost. Also part of the report's page, so it imports nothing. */
/** Prices of a million tokens, as the command line names them. */
export interface Pricing {
    price: number;
    /** Of tokens that the provider read from its cache; without one they cost as much as others. */
    cachedPrice?: number;
    /** Printed behind each amount. */
    currency?: string;
}
/** `cached` of the `tokens` were read from the provider's cache. */
export declare function costOf(tokens: number, cached: number, { price, cachedPrice }: Pricing): number;
/** "1.50 EUR", or "1.50" without a currency. */
export declare function money(amount: number, currency?: string): string;
/** An amount as `--price` and `--currency` make it: "1.50 EUR"; "under 0.01 EUR" for less than can be paid. */
export declare function cost(amount: number, currency?: string): string;
/** Whether an amount would be written as 0.00. */
export declare function isNothing(amount: number): boolean;
