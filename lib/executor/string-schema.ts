/** The JSON schema of a string with the checks of zod 3 and zod 4. */
import type { JsonSchema } from "./clean-schema.ts";

/** What one check requires of a string. */
export interface StringCheck {
  min?: number;
  max?: number;
  formats?: string[];
  pattern?: RegExp;
  encoding?: string;
}

/** Checks without parameters, by their names in both versions. */
const NAMED: Record<string, StringCheck> = {
  email: { formats: ["email"] },
  url: { formats: ["uri"] },
  uuid: { formats: ["uuid"] },
  guid: { formats: ["uuid"] },
  datetime: { formats: ["date-time"] },
  date: { formats: ["date"] },
  time: { formats: ["time"] },
  duration: { formats: ["duration"] },
  ip: { formats: ["ipv4", "ipv6"] },
  ipv4: { formats: ["ipv4"] },
  ipv6: { formats: ["ipv6"] },
  base64: { encoding: "base64" },
  base64url: { pattern: /^[\w-]*={0,2}$/ },
  cidr: { pattern: /^[\d.]+\/(3[0-2]|[12]?\d)$|^[\da-fA-F:.]+\/(12[0-8]|1[01]\d|[1-9]?\d)$/ },
  cidrv4: { pattern: /^[\d.]+\/(3[0-2]|[12]?\d)$/ },
  cidrv6: { pattern: /^[\da-fA-F:.]+\/(12[0-8]|1[01]\d|[1-9]?\d)$/ },
  cuid: { pattern: /^[cC][^\s-]{8,}$/ },
  cuid2: { pattern: /^[0-9a-z]+$/ },
  ulid: { pattern: /^[0-9A-HJKMNP-TV-Z]{26}$/ },
  nanoid: { pattern: /^[a-zA-Z0-9_-]{21}$/ },
  jwt: { pattern: /^[\w-]+\.[\w-]+\.[\w-]*$/ },
  emoji: { pattern: /^(\p{Extended_Pictographic}|\p{Emoji_Component})+$/u },
};

/** The check of this name; `undefined` if JSON schema cannot express it. */
export function namedCheck(name: string): StringCheck | undefined {
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}

export const startsWith = (text: string): StringCheck => ({ pattern: new RegExp(`^${escaped(text)}`) });
export const endsWith = (text: string): StringCheck => ({ pattern: new RegExp(`${escaped(text)}$`) });
export const includes = (text: string): StringCheck => ({ pattern: new RegExp(escaped(text)) });

export function stringSchema(checks: (StringCheck | undefined)[]): JsonSchema {
  const given = checks.filter((check) => check !== undefined);
  const out: JsonSchema = { type: "string" };
  const lows = given.flatMap(({ min }) => min ?? []);
  const highs = given.flatMap(({ max }) => max ?? []);
  if (lows.length > 0) out["minLength"] = Math.max(...lows);
  if (highs.length > 0) out["maxLength"] = Math.min(...highs);
  const formats = given.flatMap(({ formats = [] }) => formats);
  if (formats.length === 1) out["format"] = formats[0];
  if (formats.length > 1) out["anyOf"] = formats.map((format) => ({ format }));
  const patterns = given.flatMap(({ pattern }) => pattern?.source ?? []);
  if (patterns.length === 1) out["pattern"] = patterns[0];
  if (patterns.length > 1) out["allOf"] = patterns.map((pattern) => ({ pattern }));
  const encoding = given.find((check) => check.encoding !== undefined)?.encoding;
  if (encoding !== undefined) out["contentEncoding"] = encoding;
  return out;
}

/** Escapes only characters with a meaning in patterns: with the flag `u`, other escapes are invalid. */
function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
