/** Credentials for object storage, which DuckDB finds and keeps by its own means, and what it says if it cannot read. */
import type { Database } from "./duckdb.ts";
import { shownName } from "./parquet-names.ts";
import { sqlText } from "./row-query.ts";

/** Schemes for which DuckDB can look up credentials as the tools of the provider do, and the type of secret they need. */
const CHAINS: readonly (readonly [RegExp, string])[] = [
  [/^s3[an]?:/i, "s3"],
  [/^(?:az|azure|abfss):/i, "azure"],
];

/**
 * Lets DuckDB look for the credentials of these URLs: a secret that the user has made in DuckDB, else the provider's usual
 * places (environment, profiles, roles). Without any, public files can still be read; gives what DuckDB said.
 */
export async function findCredentials(database: Database, patterns: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  for (const [scheme, type] of CHAINS) {
    const [url] = patterns.filter((pattern) => scheme.test(pattern));
    if (url === undefined) continue;
    try {
      const secrets = await database.all(`FROM which_secret(${sqlText(url)}, ${sqlText(type)})`);
      if (secrets.length === 0) await database.all(`CREATE SECRET (TYPE ${type}, PROVIDER credential_chain)`);
    } catch (error) {
      said.push((error as Error).message);
    }
  }
  return said;
}

/** DuckDB's error on one line, without the statement, and without what a URL has beside its name. */
export function plainError(error: unknown, patterns: readonly string[], denied: readonly string[]): Error {
  const messages = [(error as Error).message, ...denied.map((message) => `no credentials: ${message}`)];
  let text = messages.map(firstPart).join("; ");
  for (const pattern of patterns) text = text.replaceAll(pattern, shownName(pattern));
  if (/Failed to download extension/.test(text)) text += `; ${NO_NETWORK}`;
  return new Error(text);
}

const NO_NETWORK =
  "DuckDB loads what it needs for URLs from the network, once: without one, install the extension by hand (docs/cli/scan.md)";

function firstPart(message: string): string {
  return message
    .replace(/\n+(?:LINE \d|For more info)[\s\S]*$/, "")
    .replace(/\s*\n\s*/g, " ")
    .trim();
}
