/** The option `recover`: what is done to requests of a run in a loop. */
import { bool, type Check, checkMembers, checkObject, fitting, number } from "../base/check-option.ts";
import { isGiven } from "../base/property.ts";
import type { RecoveryRung } from "../base/types.ts";

export interface RecoverOptions {
  /** The repetitions are left out of the request, as by `pruneLoop`. Default `true`. */
  prune?: boolean;
  /** One request is made without the tools of the loop. Default `true`. */
  tools?: boolean;
  /** Models of the framework for one request each, in this order: instances or names, as it takes them. Default none. */
  models?: readonly unknown[];
  /** The temperature of one request, or of those to `models`. Default: as it is. */
  temperature?: number;
  /** What followed the task is replaced by a summary: results that were news, and what was tried in vain. Default `true`. */
  fresh?: boolean;
}

/** One thing that is done to a request. */
export interface RecoverStep {
  readonly rung: Exclude<RecoveryRung, "answer">;
  readonly model?: unknown;
  readonly temperature?: number | undefined;
}

/** In the order in which they are done. */
export type RecoverConfig = readonly RecoverStep[];

const models = fitting((value) => Array.isArray(value) && !value.includes(undefined), "a list of models");

export const checkRecover: Check = (value, path) => {
  if (typeof value === "boolean") return;
  checkObject(value, path, "true, false, or an object such as { models: [other] }");
  checkMembers(value, path, { prune: bool, tools: bool, models, temperature: number(0, 10), fresh: bool });
};

/** `undefined`: nothing is done. */
export function readRecover(given: boolean | RecoverOptions | undefined): RecoverConfig | undefined {
  if (given === undefined || given === false) return undefined;
  const { prune, tools, models, temperature, fresh }: RecoverOptions = given === true ? {} : given;
  const others = isGiven(models) && models.length > 0 ? models : isGiven(temperature) ? [undefined] : [];
  return [
    ...((prune ?? true) ? [{ rung: "prune" } as const] : []),
    ...((tools ?? true) ? [{ rung: "tools" } as const] : []),
    ...others.map((model) => ({ rung: "model", model, temperature: temperature ?? undefined }) as const),
    ...((fresh ?? true) ? [{ rung: "fresh" } as const] : []),
  ];
}
