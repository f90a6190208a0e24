/** Options of the commands that read recorded runs. */
import { Option } from "../bundled/libraries.ts";
import { type Pricing } from "./money.ts";
export declare function formatOption(): Option;
export interface PriceFlags {
    price?: number;
    cachedPrice?: number;
    currency?: string;
}
export declare function priceOption(): Option;
/** `--price`, `--cached-price` and `--currency`. */
export declare function priceOptions(): Option[];
/** The prices, if there is one. */
export declare function pricingOf({ price, cachedPrice, currency }: PriceFlags): Pricing | undefined;
export declare function columnsOption(): Option;
export declare function sortedOption(): Option;
export declare function memoryOption(): Option;
export declare function linesOption(): Option;
