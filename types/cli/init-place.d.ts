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
export declare function lastingProgram(): string;
export declare function isCopied({ from, to, beside }: Copy): boolean;
/** Copies aside and renames, so that an agent never loads half of it, and a hook that runs keeps the old one. */
export declare function copyProgram({ from, to, beside }: Copy): void;
