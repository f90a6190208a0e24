/** Adds our hooks to settings in JSON, and removes them. All other settings stay unchanged and in place. */
import { type Settings, type SettingsFormat } from "./init-files.ts";
/** One entry of an event: hooks, and the tools that they apply to. */
export interface HookGroup {
    matcher?: string;
    hooks: {
        type: "command";
        command: string;
        timeout: number;
        name?: string;
    }[];
}
/** An entry of an agent whose events have no groups. */
interface PlainHook {
    type?: "command";
    command: string;
    timeout: number;
}
type Entries = Readonly<Record<string, HookGroup | PlainHook>>;
/** Settings with `hooks`: a member for each event, with a list of groups or hooks. `frame` is what a new file needs besides. */
export declare function hooksIn(entries: (command: string) => Entries, frame?: Settings): SettingsFormat;
/** A JSON file that has nothing but our hooks; one that has none of them is somebody else's. */
export declare function ownFile(content: (command: string) => Settings): SettingsFormat;
/** Settings with `hooks` as above, but in a file with this name the events are members of the settings themselves. */
export declare function hooksAtTop(name: string, entries: (command: string) => Entries): SettingsFormat;
/** One table; the values are texts and integers. */
type HookTable = Readonly<Record<string, string | number>>;
export declare function hookTables(tables: (command: string) => readonly HookTable[]): SettingsFormat;
export {};
