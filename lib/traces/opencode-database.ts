/** The messages in a database of opencode (`~/.local/share/opencode/opencode.db`), as JSON lines. */

import { open } from "node:fs/promises";
import { builtin } from "../base/builtin.ts";

/** What is used of `node:sqlite`, which Node.js has since 22.13 without a flag. */
interface Sqlite {
  readonly DatabaseSync: new (
    path: string,
    options: { readOnly: boolean },
  ) => {
    prepare(sql: string): { iterate(): Iterable<Record<string, unknown>> };
    close(): void;
  };
}

/** Names of its databases; those of preview versions are named after their channel. */
const NAME = /^opencode(?:-[\w.-]+)?\.db$/i;

const MAGIC = "SQLite format 3\0";

const MESSAGES = `
  SELECT json_object(
    'info', json_set(m.data, '$.id', m.id, '$.sessionID', m.session_id),
    'parts', json((SELECT json_group_array(json(data)) FROM (SELECT data FROM part WHERE message_id = m.id ORDER BY id)))
  ) AS line
  FROM message m JOIN session s ON s.id = m.session_id
  ORDER BY s.time_created, m.session_id, m.time_created, m.id`;

/** Whether a file of this name in a folder is one. */
export function isDatabaseName(name: string): boolean {
  return NAME.test(name);
}

/** Whether the file is a database. Only files with the ending are opened: a pipe could not be read again. */
export async function isDatabase(path: string): Promise<boolean> {
  if (!/\.db$/i.test(path)) return false;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === MAGIC;
  } finally {
    await file.close();
  }
}

/** Each message with its parts on a line, session by session. Throws for a database that is not opencode's. */
export function* databaseLines(path: string): Generator<Uint8Array, void, undefined> {
  const sqlite = builtin("node:sqlite") as Sqlite | undefined;
  if (sqlite === undefined)
    throw new Error(
      `Node.js ${process.versions.node} cannot read a database: use Node.js 22.13 or newer, or scan what this prints: opencode export <session>`,
    );
  const database = new sqlite.DatabaseSync(path, { readOnly: true });
  try {
    for (const { line } of database.prepare(MESSAGES).iterate()) yield Buffer.from(`${String(line)}\n`);
  } finally {
    database.close();
  }
}
