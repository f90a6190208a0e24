/** How long this copy of the package stays where it is, and a place for the hook program that stays longer. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Failure } from "./failure.ts";

export interface Place {
  /**
   * `installed`: until somebody removes loopguard, as a global install of npm, or a checkout. `project`: as long as a
   * node_modules that is deleted and made again, or whose paths have versions in them. `cache`: until it is emptied.
   */
  readonly stays: "installed" | "project" | "cache";
  /** The folder that has the node_modules. */
  readonly root: string;
}

/** Where npx, `pnpm dlx`, `yarn dlx` and bunx install what they run: `_npx/1a2b/`, `dlx/1a2b/`, `dlx-1234/`, `bunx-0-x@1/`. */
const CACHE = /[\\/](?:_npx|dlx|(?:dlx|bunx)-[^\\/]+)[\\/]/;

/** npm's global folder: `/usr/lib/node_modules`, `C:\\Users\\u\\AppData\\Roaming\\npm\\node_modules`. */
const NPM_GLOBAL = /^[a-z]:|\/lib$/i;

/** `folder` is that of the package, with its links resolved. */
export function placeOf(folder: string): Place {
  const [root = folder, ...inside] = folder.split(/[\\/]node_modules[\\/]/);
  if (CACHE.test(folder)) return { stays: "cache", root };
  if (inside.length === 0) return { stays: "installed", root: folder };
  // Those of pnpm, yarn and bun are projects, or stores with versions in their paths.
  const isGlobal = inside.length === 1 && NPM_GLOBAL.test(root) && !existsSync(join(root, "package.json"));
  return { stays: isGlobal ? "installed" : "project", root };
}

/** Whose settings are changed: a user's, or those that everyone in a folder shares. */
export type Scope = "user" | "project";

/** A file, and where it is to be copied; and files that it needs, with their texts. */
export interface Copy {
  readonly from: string;
  readonly to: string;
  readonly beside?: ReadonlyMap<string, string>;
}

/** What an agent's file says of us: a command line, or what to load. */
export interface Reference {
  readonly text: string;
  /** What it leads to, if that is not there before it is copied. */
  readonly copy?: Copy;
  /** What the user should know about where it leads. */
  readonly note?: string;
}

/** Where `init` copies the hook program to; for every agent, and every version of loopguard. */
export function lastingProgram(): string {
  return join(homedir(), ".loopguard", "bin", "loopguard-hook");
}

export function isCopied({ from, to, beside = new Map() }: Copy): boolean {
  const isSame = (path: string, bytes: Uint8Array) => existsSync(path) && readFileSync(path).equals(bytes);
  return isSame(to, readFileSync(from)) && [...beside].every(([path, text]) => isSame(path, Buffer.from(text)));
}

/** Copies aside and renames, so that an agent never loads half of it, and a hook that runs keeps the old one. */
export function copyProgram({ from, to, beside = new Map() }: Copy): void {
  const temporary = `${to}.${process.pid}`;
  const put = (path: string, write: () => void): void => {
    mkdirSync(dirname(path), { recursive: true });
    write();
    renameSync(temporary, path);
  };
  try {
    mkdirSync(dirname(to), { recursive: true });
    for (const [path, text] of beside) put(path, () => writeFileSync(temporary, text));
    put(to, () => {
      copyFileSync(from, temporary);
      chmodSync(temporary, 0o755);
    });
  } catch (error) {
    if (existsSync(temporary)) rmSync(temporary);
    throw new Failure(`${to}: ${from} cannot be copied there (${(error as Error).message}); nothing was changed`);
  }
}
