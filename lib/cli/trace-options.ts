/** Options of the commands that read recorded runs. */
import { InvalidArgumentError, Option } from "../bundled/libraries.ts";
import { COLUMN_FIELDS, type Columns, readColumns } from "../traces/columns.ts";
import { TRACE_FORMATS } from "../traces/read-trace.ts";
import { Failure } from "./failure.ts";
import { CURRENCY, type Pricing } from "./money.ts";
import { plainText } from "./plain-text.ts";

export function formatOption(): Option {
  return new Option("--format <name>", "read the files in this format")
    .choices(["auto", ...TRACE_FORMATS.map(({ name }) => name)])
    .default("auto");
}

export interface PriceFlags {
  price?: number;
  cachedPrice?: number;
  currency?: string;
}

export function priceOption(): Option {
  return new Option("--price <amount>", "price of a million tokens").argParser(amount);
}

/** `--price`, `--cached-price` and `--currency`. */
export function priceOptions(): Option[] {
  return [
    priceOption(),
    new Option("--cached-price <amount>", "price of a million tokens that were read from a cache").argParser(amount),
    new Option("--currency <text>", `currency of the prices, such as EUR (default: ${CURRENCY})`).argParser(currency),
  ];
}

/** The prices, if there is one. */
export function pricingOf({ price, cachedPrice, currency }: PriceFlags): Pricing | undefined {
  if (price === undefined) {
    const alone = cachedPrice === undefined ? currency && "--currency" : "--cached-price";
    if (alone) throw new Failure(`${alone} needs --price as well`);
    return undefined;
  }
  return {
    price,
    ...(cachedPrice === undefined ? {} : { cachedPrice }),
    currency: currency ?? CURRENCY,
  };
}

function amount(text: string): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  throw new InvalidArgumentError("It must be a number, 0 or more.");
}

const CURRENCY_MAX = 8;

function currency(text: string): string {
  const plain = plainText(text);
  if (plain !== "" && [...plain].length <= CURRENCY_MAX) return plain;
  throw new InvalidArgumentError(`It must have 1 to ${CURRENCY_MAX} characters.`);
}

export function columnsOption(): Option {
  const description = `read rows of a table, each a call: field=column,... with the fields ${COLUMN_FIELDS.join(", ")}`;
  return new Option("--columns <map>", description).conflicts("format").argParser((text): Columns => {
    try {
      return readColumns(text);
    } catch (error) {
      throw new InvalidArgumentError(`${(error as Error).message}.`);
    }
  });
}

export function sortedOption(): Option {
  return new Option("--sorted", "a run ends where another begins, so that memory holds one run whatever the input");
}

/** Enough to sort some millions of calls without the disk. */
const PARQUET_MEMORY = "2GB";

export function memoryOption(): Option {
  return new Option("--memory <size>", "memory for DuckDB to sort Parquet, else it sorts on disk")
    .default(PARQUET_MEMORY)
    .argParser((text) => {
      if (/^\d+(?:\.\d+)? ?[KMGT]i?B$/i.test(text)) return text;
      throw new InvalidArgumentError("It must be a size such as 512MB or 8GB.");
    });
}

export function linesOption(): Option {
  const description = "print a line of JSON for each loop when its run ends (docs/cli/scan-line.schema.json)";
  return new Option("--ndjson", description).conflicts("json");
}
