/** Checks arguments for a tool with `strict: true`, for which the model sends `null` for optional properties. */
import { copyJson } from "./clean-schema.ts";
import {
  type AnyIssue,
  type ParameterSchema,
  type ParsedArguments,
  parseArguments,
  unionMembers,
} from "./parameter-schema.ts";

/** The position of a value in the arguments. */
type Path = readonly PropertyKey[];
/** Nulls that are removed together. */
type Way = readonly Path[];

/** The most ways to try for an issue: nested unions multiply them. */
const WAYS_MAX = 16;
const ROUNDS_MAX = 32;

/**
 * As `parseArguments`, but a property with a `null` that the schema rejects counts as left out. If the property is
 * required, the `null` stays, and is reported. This handles what `withoutAddedNulls` cannot: nulls in unions, and
 * schemas without a JSON schema.
 */
export async function parseStrictArguments(schema: ParameterSchema, input: unknown): Promise<ParsedArguments> {
  let args = input;
  let parsed = await parseArguments(schema, args);
  const failed = new Set<string>();
  for (let round = 0; round < ROUNDS_MAX && !parsed.ok; round++) {
    const tries = (parsed.issues ?? []).flatMap((issue) => {
      const way = waysOf(issue, [], args).find((one) => !failed.has(keyOf(one)));
      return way === undefined ? [] : [{ issue, way }];
    });
    if (tries.length === 0) break;
    const all = tries.flatMap(({ way }) => way);
    const again = await parseArguments(schema, without(args, all));
    if (again.ok) return again;

    const complaints = new Set((again.issues ?? []).map((issue) => keyOf([pathOf(issue)])));
    const right = tries.flatMap(({ issue, way }) => {
      if (![pathOf(issue), ...way].some((path) => complaints.has(keyOf([path])))) return way;
      failed.add(keyOf(way));
      return [];
    });
    args = without(args, right);
    parsed = await parseArguments(schema, args);
  }
  return parsed;
}

/** Ways that may resolve an issue by removing nulls: for a union's issue, the nulls of one member. */
function waysOf(issue: AnyIssue, base: Path, args: unknown): Way[] {
  const path = [...base, ...pathOf(issue)];
  const value = valueAt(args, path);
  if (value === null) return mayBeDropped(args, path) ? [[path]] : [];
  const { members, fromRoot } = unionMembers(issue);
  if (members.length === 0) return [nullsIn(value, path)].filter((way) => way.length > 0);
  const ways = members.flatMap((issues = []) =>
    together(issues.map((one) => waysOf(one, fromRoot ? base : path, args))),
  );
  return ways.filter((way) => way.length > 0).slice(0, WAYS_MAX);
}

/** Ways to resolve several issues at once. */
function together(each: readonly Way[][]): Way[] {
  return each.reduce<Way[]>(
    (ways, more) => ways.flatMap((way) => more.map((one) => [...way, ...one])).slice(0, WAYS_MAX),
    [[]],
  );
}

function nullsIn(value: unknown, path: Path): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => {
    if (entry === null) return Array.isArray(value) ? [] : [[...path, key]];
    return nullsIn(entry, [...path, key]);
  });
}

function pathOf({ path }: AnyIssue): Path {
  const steps: readonly (PropertyKey | { readonly key: PropertyKey })[] = Array.isArray(path) ? path : [];
  return steps.map((step) => (typeof step === "object" ? step.key : step));
}

const keyOf = (way: Way) => JSON.stringify(way.map((path) => path.map(String)));

/** The value at a path; `undefined` if there is none. */
function valueAt(args: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], args);
}

/** Whether the value can be removed: an element of a list cannot. */
function mayBeDropped(args: unknown, path: Path): boolean {
  return path.length > 0 && !Array.isArray(valueAt(args, path.slice(0, -1)));
}

/** A copy of the arguments without these nulls. */
function without(args: unknown, way: Way): unknown {
  const copy = copyJson(args);
  for (const path of way) {
    const parent = valueAt(copy, path.slice(0, -1)) as Record<PropertyKey, unknown> | undefined;
    const key = path.at(-1);
    if (parent !== undefined && key !== undefined) delete parent[key];
  }
  return copy;
}
