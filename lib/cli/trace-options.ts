/** Options of the commands that read recorded runs. */
import { InvalidArgumentError, Option } from "../bundled/libraries.ts";
import { COLUMN_FIELDS, type Columns, readColumns } from "../traces/columns.ts";
import { TRACE_FORMATS } from "../traces/read-trace.ts";

export function formatOption(): Option {
  return new Option("--format <name>", "read the files in this format")
    .choices(["auto", ...TRACE_FORMATS.map(({ name }) => name)])
    .default("auto");
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

export function linesOption(): Option {
  const description = "print a line of JSON for each loop when its run ends (docs/cli/scan-line.schema.json)";
  return new Option("--ndjson", description).conflicts("json");
}

export function priceOption(): Option {
  return new Option("--price <amount>", "price of a million tokens, in any currency").argParser((text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (Number.isFinite(value) && value >= 0) return value;
    throw new InvalidArgumentError("It must be a number, 0 or more.");
  });
}
