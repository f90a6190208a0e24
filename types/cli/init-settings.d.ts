import type { HookGroup } from "./init-agents.ts";
type Settings = Record<string, unknown>;
/**
 * `settings` with our group in each event of `groups`. One that stands there already stays where it is; any other of ours
 * gives way to it. `path` is for errors.
 */
export declare function withHooks(settings: Settings, groups: Readonly<Record<string, HookGroup>>, path: string): Settings;
/** `settings` without any hook of ours, and without what is empty then. */
export declare function withoutHooks(settings: Settings, path: string): Settings;
export {};
