/** Adds our hooks to settings, and removes them. All other settings stay unchanged and in place. */

import { isDeepStrictEqual } from "node:util";
import { isPlainObject } from "../base/plain-object.ts";
import { Failure } from "./failure.ts";
import type { HookGroup } from "./init-agents.ts";

type Settings = Record<string, unknown>;

/** Matches the commands that `init` writes, in this and other versions. */
const OURS = /\bloopguard-hook\b|\bloopguard hook\b|\bcli[\\/]main\.js["']? hook\b/;

/**
 * `settings` with our group in each event of `groups`. An identical group stays where it is; any other group of ours is
 * replaced. `path` is for error messages.
 */
export function withHooks(settings: Settings, groups: Readonly<Record<string, HookGroup>>, path: string): Settings {
  const hooks: Settings = { ...hooksOf(settings, path) };
  for (const [event, group] of Object.entries(groups)) {
    const present = groupsOf(hooks, event, path);
    if (present.some((one) => isDeepStrictEqual(one, group))) continue;
    hooks[event] = [...withoutOurs(present), group];
  }
  return { ...settings, hooks };
}

/** `settings` without our hooks, and without groups and events that are empty then. */
export function withoutHooks(settings: Settings, path: string): Settings {
  const before = hooksOf(settings, path);
  const hooks: Settings = {};
  for (const event of Object.keys(before)) {
    const present = groupsOf(before, event, path);
    const rest = withoutOurs(present);
    if (rest.length > 0 || present.length === 0) hooks[event] = rest.length === present.length ? before[event] : rest;
  }
  if (isDeepStrictEqual(hooks, before)) return settings;
  const { hooks: _hooks, ...others } = settings;
  return Object.keys(hooks).length === 0 ? others : { ...settings, hooks };
}

function withoutOurs(groups: readonly unknown[]): unknown[] {
  return groups.flatMap((group) => {
    if (!isPlainObject(group) || !Array.isArray(group["hooks"])) return [group];
    const hooks = group["hooks"].filter((hook: unknown) => !isOurs(hook));
    if (hooks.length === group["hooks"].length) return [group];
    return hooks.length === 0 ? [] : [{ ...group, hooks }];
  });
}

function isOurs(hook: unknown): boolean {
  return isPlainObject(hook) && typeof hook["command"] === "string" && OURS.test(hook["command"]);
}

function hooksOf(settings: Settings, path: string): Settings {
  const { hooks } = settings;
  if (hooks === undefined) return {};
  if (!isPlainObject(hooks)) throw new Failure(`${path}: "hooks" must be an object, got ${JSON.stringify(hooks)}`);
  return hooks;
}

function groupsOf(hooks: Settings, event: string, path: string): readonly unknown[] {
  const groups = hooks[event];
  if (groups === undefined) return [];
  // Gemini CLI has switches next to the events, such as "enabled".
  if (!Array.isArray(groups)) {
    if (/^[A-Z]/.test(event)) throw new Failure(`${path}: "hooks.${event}" must be an array of hooks`);
    return [];
  }
  return groups;
}
