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
export function costOf(tokens: number, cached: number, { price, cachedPrice = price }: Pricing): number {
  return ((tokens - cached) * price + cached * cachedPrice) / 1e6;
}

/** "1.50 EUR", or "1.50" without a currency. */
export function money(amount: number, currency = ""): string {
  return currency === "" ? amount.toFixed(2) : `${amount.toFixed(2)} ${currency}`;
}

/** An amount as `--price` and `--currency` make it: "1.50 EUR"; "under 0.01 EUR" for less than can be paid. */
export function cost(amount: number, currency?: string): string {
  return isNothing(amount) && amount > 0 ? `under ${money(0.01, currency)}` : money(amount, currency);
}

/** Whether an amount would be written as 0.00. */
export function isNothing(amount: number): boolean {
  return amount < 0.005;
}
