/** The size and a hash of a parsed value, from one walk through it. */

/** Values that are nested deeper are not read: a hostile line nests a million levels. */
const DEPTH_MAX = 200;
/** Characters of a text that are hashed; of a longer text, as many at equal distances. */
const SAMPLES = 24;

/**
 * Names of members that may say something about a call instead of what it is to do: all in the tables of
 * docs/identity.md, whatever the tool. Calls that differ in these alone have one hash, since they may be equal.
 */
const ABOUT = new RegExp(
  `^(?:${[
    "yield_time_ms|max_output_tokens|justification|prefix_rule|timeout|timeout_(?:ms|secs|seconds)|requires_approval",
    "task_progress|security_risk|safe_to_auto_run|wait_ms_before_async|risk_level|risk_level_reason|is_risky",
    "is_read_only|description|explanation|goal|summary|thoughts?|max_wait_seconds|initial_wait|uses_pager|wait_up_to",
    "delay|wait_duration_seconds|output_character_count",
  ]
    .join("|")
    .replaceAll("_", "[_-]*")})$`,
  "i",
);

/** Hashes of values without a text. */
const NOTHING = 1;
const TRUE = 2;
const FALSE = 3;
const NULL = 4;
const TOO_DEEP = 5;

/**
 * Equal values give equal hashes, whatever the order of their keys; nearly all others give different ones. Kept between
 * calls, so that a walk makes no object.
 */
export class ValueMeter {
  /** Characters of what was walked last, as JSON writes them; escapes count as what they stand for. */
  size = 0;
  /** Whether the last arguments could reach a tool: a value, or a text that is JSON. */
  parsed = true;

  /** The hash of a call's arguments: text that is JSON gives that of its value. */
  arguments(args: unknown): number {
    this.parsed = true;
    if (typeof args !== "string") return this.value(args);
    const hash = this.#ofText(args);
    this.size = args.length;
    return hash;
  }

  /** The hash of a value. */
  value(value: unknown): number {
    this.size = 0;
    return this.#walk(value, 0);
  }

  #ofText(text: string): number {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.parsed = text.trim() === "";
      return hashText(text);
    }
    return this.value(value);
  }

  #walk(value: unknown, depth: number): number {
    switch (typeof value) {
      case "string":
        this.size += value.length + 2;
        return hashText(value);
      case "number":
        this.size += `${value}`.length;
        return mix(NOTHING, value | 0);
      case "boolean":
        this.size += value ? 4 : 5;
        return value ? TRUE : FALSE;
      case "object":
        break;
      default:
        return NOTHING;
    }
    if (value === null) {
      this.size += 4;
      return NULL;
    }
    this.size += 2;
    if (depth === DEPTH_MAX) return TOO_DEEP;
    return Array.isArray(value)
      ? this.#list(value, depth + 1)
      : this.#members(value as Record<string, unknown>, depth + 1);
  }

  #list(items: readonly unknown[], depth: number): number {
    let hash = items.length;
    for (const item of items) hash = mix(hash, this.#walk(item, depth));
    this.size += Math.max(0, items.length - 1);
    return hash;
  }

  /** A sum, so that the order of keys does not matter. */
  #members(object: Record<string, unknown>, depth: number): number {
    let sum = 0;
    let separators = -1;
    for (const key in object) {
      const hash = mix(hashText(key), this.#walk(object[key], depth));
      if (depth > 1 || !ABOUT.test(key)) sum = (sum + hash) | 0;
      this.size += key.length + 3;
      separators++;
    }
    if (separators > 0) this.size += separators;
    return sum;
  }
}

export function hashText(text: string): number {
  const { length } = text;
  const step = length > SAMPLES ? length / SAMPLES : 1;
  let hash = length;
  for (let at = 0; at < length; at += step) hash = mix(hash, text.charCodeAt(at | 0));
  return hash;
}

/** Combines two numbers into one of 32 bits. */
export function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ (b + 0x9e3779b9), 0x85ebca6b);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0xc2b2ae35) ^ (hash >>> 13);
}
