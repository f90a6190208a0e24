import type { PresetName } from "../base/types.ts";
import type { Dialect } from "./hook/dialects.gen.ts";
import { type Agent } from "./init-agents.ts";
import { type Reference, type Scope } from "./init-place.ts";
/** What the hook is to be told of the guard. */
export interface HookGuard {
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
