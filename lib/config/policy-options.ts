/** Checks `ToolPolicy`, the entries of the `tools` option. */
import {
  bool,
  type Check,
  checkKeys,
  checkObject,
  integer,
  limitValue,
  member,
  number,
  texts,
} from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { readRungs } from "../base/ladder.ts";
import { isPlainObject } from "../base/plain-object.ts";
import type { ToolPolicy } from "../base/types.ts";
import { VOLATILE_BITS } from "../core/layout.gen.ts";

/** The tokens of a JSON pointer that the core follows at most: `LG_POINTER_MAX` of loopguard.h. */
const POINTER_TOKENS_MAX = 127;

/** The most names or pointers in one list: `LG_PROJECTION_MAX`. */
const NAMES_MAX = 256;

function checkCount(list: readonly unknown[], path: string): void {
  if (list.length > NAMES_MAX) throw optionError("range", path, list, `an array of ${NAMES_MAX} entries at most`);
}

/** Names of arguments, or JSON pointers. */
const names: Check = (value, path) => {
  texts(1)(value, path);
  checkCount(value as readonly string[], path);
  for (const [index, item] of (value as readonly string[]).entries()) checkName(item, `${path}[${index}]`);
};

function checkName(name: string, path: string): void {
  if (name.startsWith("/") && name.split("/").length - 1 > POINTER_TOKENS_MAX)
    throw optionError("range", path, name, `a JSON pointer of ${POINTER_TOKENS_MAX} tokens at most`);
  if (name.includes("\0") || !name.isWellFormed())
    throw optionError("type", path, name, "text without U+0000 and without halves of surrogate pairs");
}

const CHECKS: Readonly<Record<string, Check>> = {
  identity: (value, path) => {
    if (typeof value === "function") return;
    if (!Array.isArray(value))
      throw optionError("type", path, value, "an array of argument names or JSON pointers, or a function");
    names(value, path);
  },
  ignore: names,
  volatile: (value, path) => checkVolatile(value, path, true),
  poll: checkPoll,
  mutates: bool,
  retryable: bool,
  maxRepeats: integer(1, 1_000_000_000),
  limit: limitValue(1),
};
const NAMES = [...Object.keys(CHECKS), "action", "ladder"];

/** Checks a policy and gives a copy; `false` (exempt) stays `false`. */
export function checkPolicy(value: unknown, path: string): false | ToolPolicy {
  if (value === false) return false;
  checkObject(value, path, "a policy, or false to exempt the tool");
  if ("exempt" in value)
    throw optionError("type", path, value, "false, to exempt the tool, or a policy without exempt");
  checkKeys(value, path, NAMES);
  for (const [name, check] of Object.entries(CHECKS))
    if (value[name] !== undefined) check(value[name], member(path, name));
  if (typeof value["identity"] === "function" && value["ignore"] !== undefined)
    throw optionError("type", member(path, "ignore"), value["ignore"], "absent where identity is a function");
  readRungs(value["action"], value["ladder"], path);
  return { ...value };
}

/** Checks `volatile`, of the guard or, with `members`, of a policy, which may name members too. */
export function checkVolatile(value: unknown, path: string, members = false): void {
  const member = members ? "a member's name, a JSON pointer, " : "";
  const allowed = `${member}one of ${Object.keys(VOLATILE_BITS).join(", ")}, or a RegExp`;
  if (!Array.isArray(value)) throw optionError("type", path, value, `an array, each entry ${allowed}`);
  if (members) checkCount(value, path);
  value.forEach((item: unknown, index) => {
    if (item instanceof RegExp || (typeof item === "string" && Object.hasOwn(VOLATILE_BITS, item))) return;
    if (!members || typeof item !== "string" || item === "")
      throw optionError("type", `${path}[${index}]`, item, allowed);
    checkName(item, `${path}[${index}]`);
  });
}

function checkPoll(value: unknown, path: string): void {
  if (typeof value === "boolean") return;
  if (!isPlainObject(value))
    throw optionError("type", path, value, "true, false or { minIntervalMs, maxWaitMs, final }");
  checkKeys(value, path, ["minIntervalMs", "maxWaitMs", "final"]);
  const { final, ...times } = value;
  for (const [name, ms] of Object.entries(times))
    if (ms !== undefined) number(0, Number.MAX_SAFE_INTEGER)(ms, member(path, name));
  if (final !== undefined && typeof final !== "function")
    throw optionError("type", member(path, "final"), final, "a function of a result");
}
