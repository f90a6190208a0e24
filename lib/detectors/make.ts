/** Makes a detector from options, by its record. */
import { checkKeys, member, text } from "../base/check-option.ts";
import { optionError } from "../base/errors.ts";
import { readRungs } from "../base/ladder.ts";
import type { DetectorBase, DetectorType } from "./options.ts";
import type { Parameter } from "./parameters.ts";
import type { DetectorRecord } from "./record.ts";

/**
 * The body of every factory. A wrong parameter throws here, where it is written; a guard checks entries that were
 * written by hand in the same way.
 */
export function make<D extends DetectorBase<DetectorType>>(
  type: D["type"],
  record: DetectorRecord<D>,
  options: object | undefined,
): D {
  const detector = withDefaultsOf(record.parameters, { name: type, type, ...options });
  if (detector["type"] !== type) throw optionError("type", member(type, "type"), detector["type"], type);
  checkBy(record, detector, type);
  return Object.freeze(detector) as unknown as D;
}

/** The detector with the defaults of the parameters that were left out. */
export function withDefaultsOf(
  parameters: Readonly<Record<string, Parameter>>,
  detector: Record<string, unknown>,
): Record<string, unknown> {
  const full: Record<string, unknown> = { ...detector };
  for (const [key, { fallback, like }] of Object.entries(parameters))
    if (full[key] === undefined) full[key] = like === undefined ? fallback : full[like];
  for (const key of ["action", "ladder"]) if (full[key] === undefined) delete full[key];
  return full;
}

/** The part of a record that checks need. */
interface Checks {
  readonly parameters: Readonly<Record<string, Parameter>>;
  check?(detector: never, path: string): void;
}

/** Checks a detector of the record's type; throws `ERR_LOOPGUARD_OPTION` for what its factory would refuse. */
export function checkBy(record: Checks, detector: Record<string, unknown>, path: string): void {
  const { parameters } = record;
  checkKeys(detector, path, ["name", "type", "action", "ladder", ...Object.keys(parameters)]);
  for (const [key, parameter] of Object.entries(parameters)) parameter.check(detector[key], member(path, key));
  text(detector["name"], member(path, "name"));
  readRungs(detector["action"], detector["ladder"], path);
  record.check?.(detector as never, path);
}
