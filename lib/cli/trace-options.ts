/** Options of the commands that read recorded runs. */
import { InvalidArgumentError, Option } from "../bundled/libraries.ts";
import { TRACE_FORMATS } from "../traces/read-trace.ts";

export function formatOption(): Option {
  return new Option("--format <name>", "read the files in this format")
    .choices(["auto", ...TRACE_FORMATS.map(({ name }) => name)])
    .default("auto");
}

export function priceOption(): Option {
  return new Option("--price <amount>", "price of a million tokens, in any currency").argParser((text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (Number.isFinite(value) && value >= 0) return value;
    throw new InvalidArgumentError("It must be a number, 0 or more.");
  });
}
