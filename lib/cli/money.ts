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
export function costOf(tokens: number, cached: number, { price, cachedPrice = price }: Pricing): number {
  return ((tokens - cached) * price + cached * cachedPrice) / 1e6;
}

/** What a loop wasted, or all: what was sent again was in the cache of a provider that has one. */
export function wastedCost(
  wasted: { wastedTokens: number; wastedCachedTokens?: number; wastedResentTokens?: number },
  pricing: Pricing,
): number {
  const { wastedTokens, wastedCachedTokens = 0, wastedResentTokens = 0 } = wasted;
  return costOf(wastedTokens + wastedResentTokens, wastedCachedTokens + wastedResentTokens, pricing);
}

/** That of the providers' own price lists. */
export const CURRENCY = "USD";

/** "1.50 EUR". */
export function money(amount: number, currency: string = CURRENCY): string {
  return `${amount.toFixed(2)} ${currency}`;
}

/** "1.50 EUR"; "under 0.01 EUR" for less than can be paid. */
export function cost(amount: number, currency?: string): string {
  return isNothing(amount) && amount > 0 ? `under ${money(0.01, currency)}` : money(amount, currency);
}

/** Whether an amount would be written as 0.00. */
export function isNothing(amount: number): boolean {
  return amount < 0.005;
}
