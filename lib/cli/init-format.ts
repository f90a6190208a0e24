/** How `loopguard init` changes a file: a format adds our part to a file's text, and takes it out again. */
import { isPlainObject } from "../base/plain-object.ts";
import { Failure } from "./failure.ts";

/** `path` is for error messages. A text that has our part already, or has none to take out, comes back as it was. */
export interface SettingsFormat {
  /** `text` is undefined if there is no file. `ours`: what the file is to say of us, a command line or what to load. */
  add(text: string | undefined, ours: string, path: string): string;
  /** Undefined: nothing is left, and the file goes. */
  remove(text: string, path: string): string | undefined;
}

export type Settings = Readonly<Record<string, unknown>>;

/** A file of the agent's in JSON, of which only our part is changed. */
export function jsonSettings(
  add: (settings: Settings, command: string, path: string) => Settings,
  remove: (settings: Settings, path: string) => Settings,
): SettingsFormat {
  return {
    add: (text, command, path) => textLike(text, add(parsed(text, path), command, path)),
    remove: (text, path) => (text.trim() === "" ? text : textLike(text, remove(parsed(text, path), path))),
  };
}

function parsed(text: string | undefined, path: string): Settings {
  if (text === undefined || text.trim() === "") return {};
  let settings: unknown;
  try {
    settings = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message;
    throw new Failure(
      `${path}: is not plain JSON (${reason}); nothing was changed. Correct it, or add the hook by hand: docs/cli/init.md`,
    );
  }
  if (isPlainObject(settings)) return settings;
  throw new Failure(`${path}: must contain a JSON object of settings; nothing was changed`);
}

/** JSON text with the indentation, the ends of lines and the final newline of the text that it replaces. */
function textLike(before: string | undefined, settings: Settings): string {
  const indent = /^[{[]\r?\n([ \t]+)/.exec(before ?? "")?.[1] ?? "  ";
  const text = JSON.stringify(settings, null, indent);
  const same =
    before !== undefined && before.trim() !== "" && JSON.stringify(JSON.parse(before), null, indent) === text;
  if (same) return before;
  const whole = before === undefined || before.endsWith("\n") ? `${text}\n` : text;
  return before?.includes("\r\n") ? whole.replaceAll("\n", "\r\n") : whole;
}
