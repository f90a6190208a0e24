/** Checks a `SandboxConfig`, so that a misspelt limit is an error and not silently the default. */
import { bool, type Check, checkKeys, checkObject, isGiven, member, texts } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import type { SandboxConfig } from "./tool-types.ts";

const CHECKS: Readonly<Record<keyof SandboxConfig, Check>> = {
  enabled: bool,
  timeout: numberFrom(0),
  maxMemoryMB: numberFrom(1),
  allowNetwork: bool,
  allowFS: checkAllowFS,
  env(value, path) {
    if (typeof value !== "object" || Array.isArray(value))
      throw optionError("type", path, value, "an object of texts by name");
  },
};

/** Throws `ERR_LOOPGUARD_OPTION` for an invalid value; `null` and `undefined` are allowed. */
export function checkSandbox(value: unknown, path: string): void {
  if (!isGiven(value) || typeof value === "boolean") return;
  checkObject(value, path, "true, false or an object such as { timeout: 1000 }");
  checkFields(value, path, CHECKS);
}

function checkAllowFS(value: unknown, path: string): void {
  if (typeof value === "boolean") return;
  checkObject(value, path, 'true, false or an object such as { readOnly: ["/data"] }');
  checkFields(value, path, { readOnly: texts(0), readWrite: texts(0) });
}

function checkFields(value: Record<string, unknown>, path: string, checks: Readonly<Record<string, Check>>): void {
  checkKeys(value, path, Object.keys(checks));
  for (const [name, check] of Object.entries(checks)) if (isGiven(value[name])) check(value[name], member(path, name));
}

function numberFrom(min: number): Check {
  return (value, path) => {
    if (!(typeof value === "number" && value >= min))
      throw optionError("range", path, value, `a number from ${min} up`);
  };
}
