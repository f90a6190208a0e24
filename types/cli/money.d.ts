/** What tokens cost. Also part of the report's page, so it imports nothing. */
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
/** "1.50 EUR". */
export declare function money(amount: number, currency?: string): string;
/** "1.50 EUR"; "under 0.01 EUR" for less than can be paid. */
export declare function cost(amount: number, currency?: string): string;
/** Whether an amount would be written as 0.00. */
export declare function isNothing(amount: number): boolean;
