/** The database of opencode: its messages are those that `opencode export` prints. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findTraceFiles } from "../../lib/cli/trace-files.ts";
import { readTraceFile } from "../../lib/traces/read-trace.ts";
import { fixture, Recorder } from "./recorder.ts";

interface Statement {
  run(...values: unknown[]): unknown;
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Exported {
  info: { id: string; time: { created: number } };
  messages: { info: Entry; parts: Entry[] }[];
}
type Entry = { id: string; sessionID: string; messageID?: string; time?: { created: number } };

const sqlite = process.getBuiltinModule("node:sqlite" as never) as
  | { DatabaseSync: new (path: string) => Database }
  | undefined;
const folder = mkdtempSync(join(tmpdir(), "loopguard-database-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(path: string): Promise<Recorder> {
  const recorder = new Recorder();
  await readTraceFile(path, recorder);
  return recorder;
}

/** The tables that are read, as version 1.18.33 makes them, with the sessions of the fixture. */
function write(path: string, sqlite: { DatabaseSync: new (path: string) => Database }): void {
  const database = new sqlite.DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE session (id text PRIMARY KEY, time_created integer NOT NULL);
    CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL, time_created integer NOT NULL, data text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, data text NOT NULL)`);
  const [session, message, part] = [
    "session VALUES (?, ?)",
    "message VALUES (?, ?, ?, ?)",
    "part VALUES (?, ?, ?)",
  ].map((into) => database.prepare(`INSERT INTO ${into}`)) as [Statement, Statement, Statement];
  const sessions = readFileSync(fixture("opencode-live.jsonl"), "utf8").trim().split("\n");
  for (const { info, messages } of sessions.map((line) => JSON.parse(line) as Exported)) {
    session.run(info.id, info.time.created);
    for (const { info: entry, parts } of messages.reverse()) {
      const { id, sessionID, ...data } = entry;
      message.run(id, sessionID, data.time?.created, JSON.stringify(data));
      for (const { id: partID, sessionID: _session, messageID, ...rest } of parts.reverse())
        part.run(partID, messageID, JSON.stringify(rest));
    }
  }
  database.close();
}

describe.runIf(sqlite !== undefined)("where Node.js reads SQLite", () => {
  it("gives the same runs as the export, in the order of their beginnings", async () => {
    const path = join(folder, "opencode.db");
    write(path, sqlite as never);
    const [exported, stored] = [await read(fixture("opencode-live.jsonl")), await read(path)];
    expect(stored.faults).toEqual([]);
    expect(stored.runs.map(({ id, story }) => [id, story])).toEqual(exported.runs.map(({ id, story }) => [id, story]));
  });

  it("a database of something else is a fault", async () => {
    const path = join(folder, "other.db");
    new (sqlite as NonNullable<typeof sqlite>).DatabaseSync(path).exec("CREATE TABLE a (b)");
    const { runs, faults } = await read(path);
    expect([runs, faults]).toEqual([
      [],
      [{ line: 0, reason: expect.stringMatching(/^cannot be read: no such table/) }],
    ]);
  });
});

it.runIf(sqlite === undefined)("where Node.js cannot, a fault says what to do", async () => {
  const path = join(folder, "old.db");
  writeFileSync(path, `SQLite format 3\0${"\0".repeat(100)}`);
  const reason = `cannot be read: Node.js ${process.versions.node} cannot read a database: use Node.js 22.13 or newer, or scan what this prints: opencode export <session>`;
  expect((await read(path)).faults).toEqual([{ line: 0, reason }]);
});

it("a text whose name ends in .db is read as any other", async () => {
  const path = join(folder, "calls.db");
  writeFileSync(path, '{"id":"r","calls":[{"name":"a","args":{},"result":"x"}]}');
  expect((await read(path)).runs.map(({ id }) => id)).toEqual(["r"]);
});

it("of a folder with a database, only that is read; without one, what else is there", async () => {
  const data = join(folder, "share");
  const find = async () => (await findTraceFiles([data], () => {})).map(({ path }) => path.slice(data.length + 1));
  mkdirSync(join(data, "log"), { recursive: true });
  for (const name of ["auth.json", join("log", "a.log")]) writeFileSync(join(data, name), "x");
  expect(await find()).toEqual(["auth.json", join("log", "a.log")]);
  for (const name of ["opencode.db", "opencode.db-wal", "opencode-beta.db"]) writeFileSync(join(data, name), "x");
  expect(await find()).toEqual(["opencode-beta.db", "opencode.db"]);
});
