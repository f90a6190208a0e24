/** The bytes of a file as UTF-8, decompressed. Gzip, Zstandard and UTF-16 are recognised by their first bytes. */

import { createReadStream } from "node:fs";
import { builtin } from "../base/platform.ts";
import { orElse } from "../base/property.ts";
import { joined } from "./bytes.ts";
import { unzstd } from "./zstd-stream.ts";

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
async function isDatabase(path: string): Promise<boolean> {
  return /\.db$/i.test(path) && (await startOf(path, MAGIC.length)) === MAGIC;
}

/** The text of a file's first bytes. */
export async function startOf(path: string, bytes: number): Promise<string> {
  return Buffer.concat(await createReadStream(path, { end: bytes - 1 }).toArray()).toString();
}

/** Each message with its parts on a line, session by session. Throws for a database that is not opencode's. */
function* databaseLines(path: string): Generator<Uint8Array, void, undefined> {
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

/** Endings of the files. */
export const PARQUET_NAME: RegExp = /\.(?:parquet|parq|pq)$/i;

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** What DuckDB reads, with its extensions httpfs and azure. */
const KNOWN_SCHEMES = /^(?:s3|s3a|s3n|gs|gcs|r2|https?|hf|az|azure|abfss):\/\//i;

export const isUrl = (path: string): boolean => SCHEME.test(path);

/** Why nothing is read at a URL; `undefined`: it is Parquet. */
export function notReadableUrl(url: string): string | undefined {
  if (!KNOWN_SCHEMES.test(url)) return "is a URL of a kind that is not read: s3, gs, r2, https, hf, az and abfss are";
  if (PARQUET_NAME.test(withoutQuery(url))) return undefined;
  if (url.endsWith("/")) return `is a folder at a URL: name its files, such as ${shownName(url)}**/*.parquet`;
  return "is a URL that does not end in .parquet: only Parquet is read from there; for other files give - and pipe them in";
}

/** Whether it is the pattern of Parquet files, not the name of one. */
export const isParquetGlob = (path: string): boolean => /[*?[]/.test(path) && PARQUET_NAME.test(path);

/** The name of a file as the pattern that only this file matches. */
export const asPattern = (path: string): string => path.replace(/[*?[]/g, "[$&]");

/** A URL as it is shown: user names, passwords and signatures may be in it. */
export function shownName(path: string): string {
  return isUrl(path) ? withoutQuery(path).replace(/^([^/]+:\/\/)[^/]*@/, "$1") : path;
}

/** Of http only: in an object's name, a question mark is a pattern's. */
const withoutQuery = (url: string): string => (/^https?:/i.test(url) ? url.replace(/[?#].*$/s, "") : url);

/** Bytes read at once; large enough that the cost per chunk is negligible. */
const CHUNK = 1 << 20;
/** Bytes that a chunk with an error may expand to, to be read up to there. */
const SOUND_MAX = 64 << 20;

/** A file that begins with PAR1. It is read from its end. */
const PARQUET = "it is Parquet, which only scan reads, from files whose name ends in .parquet";

/** The bytes of a file, or of standard input for `"-"`, as they are there; of a database, its messages as lines. */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (path === "-") yield* process.stdin;
  else if (await isDatabase(path)) yield* databaseLines(path);
  else yield* createReadStream(path, { highWaterMark: CHUNK });
}

/**
 * Bytes decompressed, if they are gzip or Zstandard. UTF-16 with a byte order mark becomes UTF-8. Throws what reading or
 * decompressing throws.
 */
export async function* decompressed(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = each(source);
  const first = await atLeast(chunks, 4);
  const all = chain(first, chunks);
  if (first[0] === 0x1f && first[1] === 0x8b) yield* inUtf8(gunzip(all));
  else if (first[0] === 0x28 && first[1] === 0xb5 && first[2] === 0x2f && first[3] === 0xfd) yield* inUtf8(unzstd(all));
  else if (first[0] === 0x50 && first[1] === 0x41 && first[2] === 0x52 && first[3] === 0x31) throw new Error(PARQUET);
  else yield* inUtf8(all);
}

/** Converts UTF-16, which Windows PowerShell writes when a command's output is redirected to a file; without a byte order mark. */
async function* inUtf8(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await atLeast(chunks, 3);
  const [a, b, c] = first;
  const all = chain(first.subarray(a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0), chunks);
  const encoding = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : undefined;
  if (encoding === undefined) return yield* all;
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of all) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

async function* each<T>(source: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T, void, undefined> {
  yield* source;
}

/** The next chunks joined: at least `count` bytes, or fewer at the end. */
async function atLeast(chunks: AsyncGenerator<Uint8Array>, count: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let size = 0; size < count; size += parts.at(-1)?.length ?? 0) {
    const { value, done } = await chunks.next();
    if (done) break;
    parts.push(value);
  }
  return joined(parts);
}

/** `first`, then the chunks of `rest`, which is closed when the caller stops. */
async function* chain(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* gunzip(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [zlib, stream] = [builtin("node:zlib"), builtin("node:stream")];
  if (zlib === undefined || stream === undefined) return yield* gunzipInBrowser(chunks);
  const given: Uint8Array[] = [];
  const noted = async function* () {
    for await (const chunk of chunks) {
      if (given.length < 2) given.push(chunk);
      yield chunk;
    }
  };
  let size = 0;
  try {
    // The empty callback: an error destroys the stream, and the loop below throws it.
    for await (const chunk of stream.pipeline(noted(), zlib.createGunzip({ chunkSize: CHUNK }), () => {})) {
      size += (chunk as Uint8Array).length;
      yield chunk as Uint8Array;
    }
  } catch (error) {
    // What was decompressed of the chunk with the error is lost with it: of a small file that is all.
    if (given.length === 1) yield soundStart(given[0] as Uint8Array, zlib).subarray(size);
    throw error;
  }
}

/** What the longest beginning gives that is gzip. */
function soundStart(bytes: Uint8Array, { gunzipSync, constants }: typeof import("node:zlib")): Uint8Array {
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: SOUND_MAX };
  const start = (length: number) => orElse(() => gunzipSync(bytes.subarray(0, length), options), undefined);
  let [sound, most] = [0, bytes.length];
  while (sound < most) {
    const middle = Math.ceil((sound + most) / 2);
    if (start(middle) === undefined) most = middle - 1;
    else sound = middle;
  }
  return start(sound) ?? new Uint8Array();
}

/** A file of several members ends with an error after the first. */
async function* gunzipInBrowser(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value as Uint8Array<ArrayBuffer>);
    },
  });
  const out = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let next = await out.read(); !next.done; next = await out.read()) yield next.value;
}
