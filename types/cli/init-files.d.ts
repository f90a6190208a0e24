export interface Place {
    /**
     * `installed`: until somebody removes loopguard, as a global install of npm, or a checkout. `project`: as long as a
     * node_modules that is deleted and made again, or whose paths have versions in them. `cache`: until it is emptied.
     */
    readonly stays: "installed" | "project" | "cache";
    /** The folder that has the node_modules. */
    readonly root: string;
}
/** `folder` is that of the package, with its links resolved. */
export declare function placeOf(folder: string): Place;
/** Whose settings are changed: a user's, or those that everyone in a folder shares. */
export type Scope = "user" | "project";
/** A file, and where it is to be copied; and files that it needs, with their texts. */
interface Copy {
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
export declare function lastingProgram(): string;
export declare function isCopied({ from, to, beside }: Copy): boolean;
/** Copies aside and renames, so that an agent never loads half of it, and a hook that runs keeps the old one. */
export declare function copyProgram({ from, to, beside }: Copy): void;
/** `path` is for error messages. A text that has our part already, or has none to take out, comes back as it was. */
export interface SettingsFormat {
    /** `text` is undefined if there is no file. `ours`: what the file is to say of us, a command line or what to load. */
    add(text: string | undefined, ours: string, path: string): string;
    /** Undefined: nothing is left, and the file goes. */
    remove(text: string, path: string): string | undefined;
}
export type Settings = Readonly<Record<string, unknown>>;
/** A file of the agent's in JSON, of which only our part is changed. */
export declare function jsonSettings(add: (settings: Settings, command: string, path: string) => Settings, remove: (settings: Settings, path: string) => Settings): SettingsFormat;
/**
 * What an agent is to load: for a user, this copy of the package if it stays where it is; else the one of npm, which the agent
 * fetches and keeps itself.
 */
export declare function packageSource(scope: Scope): Reference;
export declare function packageIn(key: string): SettingsFormat;
/** A file that exports what it is to load, and nothing else. `agent`: as `init` is told. */
export declare function pluginFile(agent: string): SettingsFormat;
/** Whether `init` wrote the file, in this or another version, and nobody has changed it since. */
export declare function isOurs(text: string): boolean;
/**
 * For a project, which is shared, the package that is installed in it. For a user, this package; out of a place that does
 * not stay, the files of the plugin are copied. `entry`: of the package.
 */
export declare function pluginSource(entry: string, scope: Scope): Reference;
/** Where `init` copies the plugin to. */
export declare function lastingPlugin(entry: string): string;
export {};
