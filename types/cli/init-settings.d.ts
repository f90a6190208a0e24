/** Adds our hooks to settings, and removes them. All other settings stay unchanged and in place. */
import type { HookGroup } from "./init-agents.ts";
type Settings = Record<string, unknown>;
/**
 * `settings` with our group in each event of `groups`. An identical group stays where it is; any other group of ours is
 * replaced. `path` is for error messages.
 */
export declare function withHooks(settings: Settings, groups: Readonly<Record<string, HookGroup>>, path: string): Settings;
/** `settings` without our hooks, and without groups and events that are empty then. */
export declare function withoutHooks(settings: Settings, path: string): Settings;
export {};
