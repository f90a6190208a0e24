/** `loopguard init`: has a CLI agent call the hook, or load the plugin, by a change of its settings. */
import type { PresetName } from "../base/types.ts";
import { type Command } from "../traces/libraries.ts";
import type { Dialect } from "./hook/dialects.gen.ts";
import { type Agent } from "./init-agents.ts";
import { type Reference, type Scope } from "./init-files.ts";
interface DiffLine {
    readonly sign: " " | "-" | "+";
    readonly line: string;
}
/**
 * The lines of both texts in order, by their longest common subsequence. O(n * m) in time and memory: meant for
 * settings files.
 *
 * @example
 * lineDiff("a\nb", "a\nc"); // [" a", "-b", "+c"], as objects
 */
export declare function lineDiff(before: string, after: string): DiffLine[];
/** What the hook is to be told of the guard. */
interface HookGuard {
    preset?: PresetName;
    config?: string;
    observe?: true;
    logArguments?: true;
}
/**
 * For a project, whose settings are shared, the package that is installed in it. For a user, the C program of this
 * package if it runs on this machine, else Node. The program is copied out of a place that does not stay; Node's script
 * cannot be: it is a part of a package. `dialect`: which one the hook speaks.
 */
export declare function hookCommand(agent: Agent, dialect: Dialect, flags: HookGuard, scope: Scope): Reference;
export declare function registerInit(program: Command): void;
export {};
