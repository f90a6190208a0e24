import { type SettingsFormat } from "./init-format.ts";
import { type Reference, type Scope } from "./init-place.ts";
/**
 * What an agent is to load: for a user, this copy of the package if it stays where it is; else the one of npm, which the agent
 * fetches and keeps itself.
 */
export declare function packageSource(scope: Scope): Reference;
/** JSON settings with a list of packages, `key`. */
export declare function packageIn(key: string): SettingsFormat;
