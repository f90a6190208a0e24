/** Files that a command writes because it was told where: never over what somebody may still need. */
import { fstat, type Stats, stat } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { promisify } from "node:util";
import { isPlainObject } from "../base/plain-object.ts";
import { Option } from "../bundled/libraries.ts";
import { Failure } from "./failure.ts";
import { plainText } from "./plain-text.ts";

/** What a command writes, and how it knows an older one again by its first bytes. */
interface Kind {
  readonly title: string;
  readonly isOurs: (head: string) => boolean;
}

const KINDS: Readonly<Record<"report" | "configuration", Kind>> = {
  report: {
    title: "a report of loopguard",
    isOurs: (head) => head.startsWith("<!doctype html>") && head.includes('<meta name="generator" content="loopguard"'),
  },
  configuration: {
    title: "a configuration that loopguard tune wrote",
    isOurs: isTuned,
  },
};

/** More than the head of a report, or a whole configuration. */
const HEAD = 64 << 10;
const STDIN = 0;

export interface Output {
  path: string;
  kind: keyof typeof KINDS;
  /** What the command reads: files, and `"-"`. */
  inputs: readonly string[];
  force: boolean | undefined;
}

export function forceOption(option: string): Option {
  return new Option("--force", `let ${option} replace a file that loopguard did not write`);
}

/**
 * Throws a `Failure` when writing to `path` would destroy something: one of the inputs, whatever its name there and with
 * `force` too; or a file with content that is not of this kind, unless `force` is given. What is no file, such as a pipe, has
 * nothing to lose.
 */
export async function checkOutput({ path, kind, inputs, force }: Output): Promise<void> {
  const there = await factsOf(path);
  if (there === undefined || !there.isFile()) return;
  const name = plainText(path);
  for (const input of inputs) {
    const read = await factsOf(input);
    if (read !== undefined && read.dev === there.dev && read.ino === there.ino)
      throw new Failure(`${name}: is read by this command, so it is not written to; name another file`);
  }
  if (force || there.size === 0) return;
  const { title, isOurs } = KINDS[kind];
  if (!isOurs(await headOf(path)))
    throw new Failure(`${name}: exists and is not ${title}; name another file, or replace it with --force`);
}

/** `undefined` for what is not there, or may not be looked at: whoever opens it says so. */
async function factsOf(path: string): Promise<Stats | undefined> {
  try {
    return await (path === "-" ? promisify(fstat)(STDIN) : promisify(stat)(path));
  } catch {
    return undefined;
  }
}

async function headOf(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch (error) {
    throw new Failure(`${plainText(path)}: exists and cannot be read (${(error as Error).message})`);
  } finally {
    await file?.close();
  }
}

/** In the form that `tune` writes, and with nothing in it but what it writes: one that was edited by hand is no longer ours. */
function isTuned(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      isPlainObject(value) && "preset" in value && Object.keys(value).every(isTunedKey) && text === configText(value)
    );
  } catch {
    return false;
  }
}

const isTunedKey = (key: string): boolean => key === "preset" || key === "detectors";

/** A configuration as `tune` writes it. */
export function configText(options: object): string {
  return `${JSON.stringify(options, null, 2)}\n`;
}
