/** DuckDB, an optional peer dependency that is loaded only when Parquet is read, and the little that is used of it. */

import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../temporary-folder.ts";
import { shownName } from "../trace-bytes.ts";

/** Not a literal in `import()`, which would make TypeScript look for the package. */
const PACKAGE: string = "@duckdb/node-api";

interface NodeApi {
  readonly DuckDBInstance: {
    create(
      path: string,
      settings: Record<string, string>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

interface Connection {
  readonly progress: { readonly percentage: number };
  runAndReadAll(sql: string): Promise<{ getRowObjectsJson(): Record<string, unknown>[] }>;
  interrupt(): void;
  closeSync(): void;
}

/** How often the progress of a statement is asked for, in milliseconds. */
const TICK = 100;

/** A text as SQL. DuckDB knows no escapes in it but the doubled quote. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A database in memory. */
export interface Database {
  all(sql: string): Promise<Record<string, unknown>[]>;
  /** Does a statement that takes long; yields the share of it that is done (0 to 1) every now and then. */
  long(sql: string): AsyncGenerator<number, void, undefined>;
  close(): void;
}

/** `memory`: past it, DuckDB sorts on disk. Throws an error that says what to install, if DuckDB is not there. */
export async function openDatabase(memory: string | undefined): Promise<Database> {
  const { DuckDBInstance } = await nodeApi();
  const folder = temporaryFolder();
  try {
    const instance = await DuckDBInstance.create(":memory:", {
      threads: String(availableParallelism()),
      ...(memory !== undefined && { memory_limit: memory }),
      temp_directory: folder.path,
    });
    const connection = await instance.connect();
    await connection.runAndReadAll("SET TimeZone = 'UTC'"); // for texts of times without a zone
    return {
      all: async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson(),
      async *long(sql) {
        const done = connection.runAndReadAll(sql).then(() => true);
        while (!(await Promise.race([done, sleep(TICK, false, { ref: false })])))
          yield Math.max(0, connection.progress.percentage) / 100;
      },
      close() {
        connection.interrupt();
        connection.closeSync();
        instance.closeSync();
        folder.remove();
      },
    };
  } catch (error) {
    folder.remove();
    throw error;
  }
}

async function nodeApi(): Promise<NodeApi> {
  try {
    return (await import(PACKAGE)) as NodeApi;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${PACKAGE}'`))
      throw new Error(`Parquet is read by DuckDB, which is not installed: npm install ${PACKAGE} (beside loopguard)`);
    throw new Error(`Parquet is read by DuckDB, and ${PACKAGE} cannot be loaded: ${message}`);
  }
}

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
  const denied: string[] = [];
  for (const [scheme, type] of CHAINS) {
    const [url] = patterns.filter((pattern) => scheme.test(pattern));
    if (url === undefined) continue;
    try {
      const secrets = await database.all(`FROM which_secret(${sqlText(url)}, ${sqlText(type)})`);
      if (secrets.length === 0) await database.all(`CREATE SECRET (TYPE ${type}, PROVIDER credential_chain)`);
    } catch (error) {
      denied.push((error as Error).message);
    }
  }
  return denied;
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
