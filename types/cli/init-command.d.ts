import { type Agent, type Scope } from "./init-agents.ts";
import { type Copy } from "./init-place.ts";
export interface HookCommand {
    readonly command: string;
    /** What the command runs, if that is not there before it is copied. */
    readonly copy?: Copy;
    /** What the user should know about where the command leads. */
    readonly note?: string;
}
/**
 * For a project, whose settings are shared, the package that is installed in it. For a user, the C program of this
 * package if it runs on this machine, else Node. The program is copied out of a place that does not stay; Node's script
 * cannot be: it is a part of a package.
 */
export declare function hookCommand(agent: Agent, scope: Scope): HookCommand;
