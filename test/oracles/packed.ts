/** The packed form, as slow and plain as can be: of what `JSON.parse` reads of what `JSON.stringify` wrote. */

/** `undefined`: JSON has nothing for the value. */
export function packedOracle(value: unknown): Buffer | undefined {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return undefined;
  // JSON.parse of Node.js 24 takes a key with an escape for another key at times, so it gets none: mark and code unit instead.
  let point = 0xe000;
  while (text.includes(String.fromCodePoint(point))) point++;
  const mark = String.fromCodePoint(point);
  const escaped = (inText: string) =>
    mark + (JSON.parse(`"${inText}"`) as string).charCodeAt(0).toString(16).padStart(4, "0");
  return packedJson(JSON.parse(text.replaceAll(/\\(?:u....|.)/g, escaped)), (marked) =>
    marked.replaceAll(new RegExp(`${mark}(....)`, "g"), (_, unit) => String.fromCharCode(Number.parseInt(unit, 16))),
  );
}

/** Of a value that JSON has as it is. `read`: of each text, what it stands for. */
export function packedJson(value: unknown, read = (text: string) => text): Buffer {
  if (value === null) return Buffer.from([0]);
  if (value === false) return Buffer.from([1]);
  if (value === true) return Buffer.from([2]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value === 0 ? 0 : value);
    return Buffer.concat([Buffer.from([3]), bytes]);
  }
  const textOf = (text: string): Buffer => sized(wtf8(read(text)));
  if (typeof value === "string") return Buffer.concat([Buffer.from([5]), textOf(value)]);
  if (Array.isArray(value)) {
    const items = value.map((item) => packedJson(item, read));
    return Buffer.concat([Buffer.from([6]), sized(Buffer.concat(items))]);
  }
  const members = Object.entries(value as object).map(([key, member]) =>
    Buffer.concat([textOf(key), packedJson(member, read)]),
  );
  return Buffer.concat([Buffer.from([7]), sized(Buffer.concat(members))]);
}

/** Lone surrogates are three bytes, as if they were characters. */
export function wtf8(text: string): Buffer {
  return Buffer.concat(Array.from(text, (character) => Buffer.from(pointBytes(character.codePointAt(0) as number))));
}

function pointBytes(point: number): number[] {
  if (point < 0x80) return [point];
  if (point < 0x800) return [0xc0 | (point >> 6), 0x80 | (point & 0x3f)];
  if (point < 0x10000) return [0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
  return [0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f)];
}

function sized(content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([size, content]);
}
