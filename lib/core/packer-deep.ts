/** The packer with an explicit stack, for values of any depth. */
import { mayBeObject, prepared, TOO_LARGE, VALUE_MAX } from "../base/json-text.ts";
import { type Memory, writeSized } from "./memory.ts";
import {
  ARRAY,
  circularError,
  closeContainer,
  forgetKey,
  isRaw,
  lengthOf,
  NOTHING,
  OBJECT,
  openContainer,
  writeNull,
  writeScalar,
} from "./packed.ts";

/** A container that is being written. */
interface Frame {
  readonly value: object;
  /** The keys of an object; `undefined` for an array. */
  readonly keys: readonly string[] | undefined;
  readonly length: number;
  /** Where it begins. */
  readonly at: number;
  next: number;
  written: number;
}

/**
 * Writes the container `root`, the member `rootKey` of the innermost of `above`, at `at`. Gives where it ends. `count` is told of
 * the members of each container before they are written.
 */
export function packDeep(
  memory: Memory,
  root: object,
  rootKey: string | number,
  at: number,
  above: Iterable<object>,
  count: (members: number) => void,
): number {
  const ancestors = new Set<object>(above);
  const frames: Frame[] = [];
  let to = open(root, rootKey, at);
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { value } = frame;
    if (frame.next === frame.length) {
      closeContainer(memory, frame.at, to, frame.written, frame.keys === undefined ? frame.written : 0);
      ancestors.delete(value);
      frames.pop();
      continue;
    }
    const index = frame.next++;
    const key = frame.keys?.[index];
    const begin = key === undefined ? to : writeSized(memory, key, to);
    memory.at = begin;
    const end = write((value as Record<string | number, unknown>)[key ?? index], key ?? index, begin);
    if (end !== NOTHING) to = end;
    else if (key === undefined) to = writeNull(memory, to);
    else {
      forgetKey(memory, key, begin - to);
      continue;
    }
    frame.written++;
  }
  return to;

  /** Writes a scalar, or opens a container. */
  function write(given: unknown, key: string | number, at: number): number {
    let value = given;
    if (mayBeObject(value)) {
      value = prepared(value, (value as { toJSON?: unknown }).toJSON, key);
      if (typeof value === "object" && value !== null) return open(value, key, at);
    }
    return writeScalar(memory, value, at);
  }

  function open(value: object, key: string | number, at: number): number {
    if (ancestors.has(value)) throw circularError(key);
    const isList = Array.isArray(value);
    const members = isList ? undefined : Object.keys(value);
    if (members !== undefined && isRaw(value, members)) return writeScalar(memory, JSON.parse(value.rawJSON), at);
    ancestors.add(value);
    if (ancestors.size > VALUE_MAX.depth) throw new RangeError(TOO_LARGE);
    const length = members === undefined ? lengthOf(value as unknown[]) : members.length;
    count(length);
    frames.push({ value, keys: members, length, at, next: 0, written: 0 });
    return openContainer(memory, isList ? ARRAY : OBJECT, at);
  }
}
