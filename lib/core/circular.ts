/** The error of a value that has itself among its members, in V8's words: they say where. */
import { classOf } from "../values/value-kinds.ts";

/** `path[i]` stands in the one before it as `keys[i]`; the last of them has `path[from]` as its member `closing`. */
export function circularError(
  path: readonly object[],
  keys: readonly (string | number)[],
  from: number,
  closing: string | number,
): TypeError {
  const steps: string[] = [];
  for (let i = from + 1; i < path.length; i++) {
    // Of a long way only both ends are told.
    if (i < from + 3 || i === path.length - 1)
      steps.push(`|     ${named(keys[i] as string | number)} -> object with constructor '${maker(path[i] as object)}'`);
    else if (i === from + 3) steps.push("|     ...");
  }
  const start = `--> starting at object with constructor '${maker(path[from] as object)}'`;
  const lines = ["Converting circular structure to JSON", start, ...steps, `--- ${named(closing)} closes the circle`];
  return new TypeError(lines.join("\n    "));
}

function named(key: string | number): string {
  if (typeof key === "number") return `index ${key}`;
  return key === "" ? "<anonymous>" : `property '${key}'`;
}

/** No code of the value's own is run for that, but a proxy's. */
function maker(value: object): string {
  try {
    return classOf(value) || "Object";
  } catch {
    return "Object";
  }
}
