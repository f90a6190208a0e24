/** Output files named by the user: checks that a command does not overwrite anything else. */
import { constants, fstat, type Stats, stat } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { parsedJson } from "../base/json-text.ts";
import { isPlainObject } from "../base/property.ts";
import { Option } from "../traces/libraries.ts";
import { startOf } from "../traces/trace-bytes.ts";
import { plainText } from "./terminal.ts";

/** Kinds of output, and how an existing file of each is recognised by its first bytes. */
const KINDS = {
  report: { title: "a report of loopguard", isOurs: isReport },
  configuration: { title: "a configuration that loopguard tune wrote", isOurs: isTuned },
};

/** Bytes to read: more than the head of a report, or a whole configuration. */
const HEAD = 64 << 10;
const STDIN = 0;

export interface Output {
  path: string;
  kind: "report" | "configuration";
  /** The command's inputs: files, and `"-"`. */
  inputs: readonly string[];
  force: boolean | undefined;
}

export function forceOption(option: string): Option {
  return new Option("--force", `let ${option} replace a file that loopguard did not write`);
}

/**
 * Throws an `Error` if writing to `path` would destroy something: an input, even under another name and with `force`;
 * or a file with other content than `kind`, unless `force` is given; or if it cannot be written to: a missing folder is
 * not made. Anything but a file, such as a pipe, may be written to.
 */
export async function checkOutput({ path, kind, inputs, force }: Output): Promise<void> {
  if (path === "-") throw new Error("-: is standard input for the other arguments, and no name of a file to write");
  const name = plainText(path);
  const there = await statsOf(path);
  if (there?.isDirectory()) throw new Error(`${name}: is a folder; name a file in it`);
  await access(there === undefined ? path && dirname(path) : path, constants.W_OK).catch((error: Error) => {
    throw new Error(`${name}: cannot be written (${error.message})`);
  });
  if (!there?.isFile()) return;
  for (const input of inputs) {
    const read = await statsOf(input);
    if (read !== undefined && read.dev === there.dev && read.ino === there.ino)
      throw new Error(`${name}: is an input of this command and would be overwritten; name another file`);
  }
  if (force || there.size === 0) return;
  const { title, isOurs } = KINDS[kind];
  const head = await startOf(path, HEAD).catch((error: Error) => {
    throw new Error(`${name}: exists and cannot be read (${error.message})`);
  });
  if (!isOurs(head))
    throw new Error(`${name}: exists and is not ${title}; name another file, or replace it with --force`);
}

/** `undefined` for a file that does not exist or cannot be accessed: opening it will report that. */
export async function statsOf(path: string): Promise<Stats | undefined> {
  return (path === "-" ? promisify(fstat)(STDIN) : promisify(stat)(path)).catch(() => undefined);
}

function isReport(text: string): boolean {
  return text.startsWith("<!doctype html>") && text.includes('<meta name="generator" content="loopguard"');
}

/** The members of a file by `tune`; with a preset and detectors by older ones. */
const TUNED = ["preset", "preset,detectors", "detectors,ladder,volatile"];

/** Whether a file is exactly as `tune` writes it: one that was edited by hand must not be overwritten. */
function isTuned(text: string): boolean {
  const value = parsedJson(text);
  return isPlainObject(value) && TUNED.includes(Object.keys(value).join()) && text === configText(value);
}

export function configText(options: object): string {
  return `${JSON.stringify(options, null, 2)}\n`;
}
