/**
 * The arguments without the words about the call, as docs/identity.md says it: its tables are read and obeyed, one row
 * after the other.
 */
import { readFileSync } from "node:fs";

const page = readFileSync(new URL("../../docs/identity.md", import.meta.url), "utf8");
const section = page.slice(page.indexOf("## Words about a call"), page.indexOf("## The digest of a call"));
const rows = [...section.matchAll(/^\| (.+?) \| (.+?) \| .+ \|$/gm)].map(([, where = "", members = ""]) => ({
  where,
  names: words(where),
  members: words(members),
}));

/** All members that any table names, as they are written there. */
export const ABOUT_NAMES: ReadonlySet<string> = new Set(
  [...section.matchAll(/^\| .+? \| (.+?) \| .+ \|$/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word),
  ),
);

function words(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => plain(word));
}

/** In lower case, without what separates words. */
function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, "");
}

const SHELL = /(?:^|[^a-z])(?:bash|sh|zsh|shell|terminal|powershell|pwsh|cmd|command)(?:$|[^a-z])/i;

export function compared(name: string, args: unknown): unknown {
  if (args === null || typeof args !== "object" || Array.isArray(args)) return args;
  const members = Object.entries(args);
  const commands = members
    .filter(([key, value]) => ["command", "cmd", "commandline"].includes(plain(key)) && isText(value))
    .map(([, value]) => value);
  const isShell = commands.some((command) => Array.isArray(command) || /[\s/.]/.test(command) || SHELL.test(name));
  const tool = plain(name.split(/__|[./:]/).at(-1) as string);
  const applies = ({ where, names }: (typeof rows)[number]) =>
    where === "any command" ? commands.length > 0 : where === "a shell's command" ? isShell : names.includes(tool);
  const about = new Set(rows.filter(applies).flatMap((row) => row.members));
  return Object.fromEntries(members.filter(([key]) => !about.has(plain(key))));
}

function isText(value: unknown): boolean {
  return typeof value === "string" || Array.isArray(value);
}
