/** Checks a `SandboxConfig`, so that a misspelt limit is an error and not silently the default. */
import { bool, type Check, checkMembers, checkObject, isGiven, texts } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import type { SandboxConfig } from "./tool-types.ts";

const CHECKS: Readonly<Record<keyof SandboxConfig, Check>> = {
  enabled: bool,
  timeout: numberFrom(0),
  maxMemoryMB: numberFrom(1),
  allowNetwork: bool,
  allowFS(value, path) {
    if (typeof value === "boolean") return;
    checkObject(value, path, 'true, false or an object such as { readOnly: ["/data"] }');
    checkMembers(value, path, { readOnly: texts(0), readWrite: texts(0) });
  },
  env(value, path) {
    if (typeof value !== "object" || Array.isArray(value))
      throw optionError("type", path, value, "an object of texts by name");
  },
};

/** Throws `ERR_LOOPGUARD_OPTION` for an invalid value; `null` and `undefined` are allowed. */
export function checkSandbox(value: unknown, path: string): void {
  if (!isGiven(value) || typeof value === "boolean") return;
  checkObject(value, path, "true, false or an object such as { timeout: 1000 }");
  checkMembers(value, path, CHECKS);
}

/** The longest time for `setTimeout`, which fires at once for a longer one. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

export function numberFrom(min: number, what = "a number"): Check {
  return (value, path) => {
    if (!(typeof value === "number" && value >= min)) throw optionError("range", path, value, `${what} from ${min} up`);
  };
}
