import type { Dialect } from "./hook/dialects.gen.ts";
import { type Agent } from "./init-agents.ts";
import { type Reference, type Scope } from "./init-place.ts";
/**
 * For a project, whose settings are shared, the package that is installed in it. For a user, the C program of this
 * package if it runs on this machine, else Node. The program is copied out of a place that does not stay; Node's script
 * cannot be: it is a part of a package. `option`: which dialect the hook speaks.
 */
export declare function hookCommand(agent: Agent, option: Dialect, scope: Scope): Reference;
