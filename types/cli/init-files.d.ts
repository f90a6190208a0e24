/** The files that `loopguard init` changes or copies: settings, packages, plugins, the program. */
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
/** Files that are copied out of a place that does not stay: the bytes of each, by where it goes. */
type Copies = ReadonlyMap<string, Buffer>;
/** What an agent's file says of us: a command line, or what to load. */
export interface Reference {
    readonly text: string;
    /** What it leads to, if that is not there before it is copied. */
    readonly copies?: Copies;
    /** What the user should know about where it leads. */
    readonly note?: string;
}
/** Where `init` copies the hook program to; for every agent, and every version of loopguard. */
export declare function lastingProgram(): string;
export declare function areCopied(copies: Copies): boolean;
/** Writes a file aside, by `fill`, and renames it, so that an agent never reads half of it, and a hook that runs keeps the old one. */
export declare function writeAside(path: string, fill: (temporary: string) => void): void;
export declare function copy(copies: Copies): void;
/** Gives what `act` gives, or fails with `what` and why, and what became of it. */
export declare function orFail<T>(act: () => T, what: string, then?: string): T;
/** What leads to a copy at `to`, out of a place that does not stay. */
export declare function copied(what: string, to: string, text: string, copies: Copies, stays: Place["stays"]): Reference;
/**
 * The text of a file with our part as `ours` says, a command line or what to load; or with none, if `ours` is undefined. A text that is
 * so already comes back as it was. `text` is undefined if there is no file; so is what comes back if nothing is left.
 */
export type SettingsFormat = (text: string | undefined, ours: string | undefined, path: string) => string | undefined;
export type Settings = Readonly<Record<string, unknown>>;
/** A file of the agent's in JSON, of which only our part is changed. */
export declare function jsonSettings(edit: (settings: Settings, ours: string | undefined) => Settings): SettingsFormat;
export declare const PACKAGE: string;
/**
 * What an agent is to load: for a user, this copy of the package if it stays where it is; else the one of npm, which the agent
 * fetches and keeps itself.
 */
export declare function packageSource(scope: Scope): Reference;
/** Our package in a list of settings: an equal entry stays where it is, any other of ours is replaced; an empty list goes. */
export declare const packageList: SettingsFormat;
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
