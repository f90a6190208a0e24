import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type FileStoreOptions, fileStore } from "../../lib/file.ts";
import { LoopGuard } from "../../lib/index.ts";
import { dir, useTestFolder } from "./servers/test-folder.ts";

useTestFolder();

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const folderOf = (key: string): string => join(dir, createHash("sha256").update(key).digest("hex").slice(0, 32));
const filesOf = (key: string): string[] => readdirSync(folderOf(key)).sort();
const name = (generation: number): string => generation.toString(16).padStart(16, "0");

const generationOf = (version: string | undefined): string | undefined => version?.split(".")[0];

/** A snapshot of a run that made so many calls. */
function snapshotOf(calls: number): Uint8Array {
  const run = new LoopGuard({ maxRepeats: 3, action: "hint" }).run("x");
  for (let i = 0; i < calls; i++) run.before({ name: "read", arguments: { i } });
  return run.snapshot();
}

describe("fileStore", () => {
  it("replaces a value only when nobody was quicker", async () => {
    const store = fileStore(dir);
    expect(await store.load("key")).toBeUndefined();
    expect(await store.save("key", bytes(1), name(1))).toBeUndefined();
    const first = await store.save("key", bytes(1, 2, 3), undefined);
    expect(generationOf(first)).toBe(name(1));
    expect(await store.save("key", bytes(9), undefined)).toBeUndefined();
    expect(await store.load("key")).toEqual({ bytes: Buffer.from([1, 2, 3]), version: first });
    expect(generationOf(await store.save("key", bytes(4), first))).toBe(name(2));
    expect(await store.save("key", bytes(9), first)).toBeUndefined();
    expect([...((await store.load("key"))?.bytes ?? [])]).toEqual([4]);
  });

  it("is the same for whoever opens the folder next", async () => {
    const version = await fileStore(dir).save("key", bytes(1), undefined);
    expect((await fileStore(dir).load("key"))?.version).toBe(version);
  });

  it("keeps the newest eight generations, and nothing else", async () => {
    const store = fileStore(dir);
    let version: string | undefined;
    for (let i = 1; i <= 40; i++) version = await store.save("key", bytes(i), version);
    expect(filesOf("key")).toEqual([33, 34, 35, 36, 37, 38, 39, 40].map(name));
  });

  it("tidies behind a writer that was suspended or killed, whatever the clock says", async () => {
    const store = fileStore(dir);
    let version = await store.save("key", bytes(1), undefined);
    for (let i = 0; i < 500; i++) writeFileSync(join(folderOf("key"), `.tmp-${i}-1`), "");
    utimesSync(join(folderOf("key"), ".tmp-7-1"), 4e9, 4e9);
    for (let i = 2; i <= 20; i++) version = await store.save("key", bytes(i), version);
    expect(filesOf("key")).toEqual(Array.from({ length: 8 }, (_, i) => name(i + 13)));
  });

  it.skipIf(process.platform === "win32")("follows no link, neither of a run's folder nor of a state", async () => {
    const store = fileStore(dir);
    const elsewhere = join(dir, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "secret"), "secret");
    symlinkSync(elsewhere, folderOf("key"));
    await expect(store.load("key")).rejects.toMatchObject({ code: "ELOOP" });
    await expect(store.save("key", bytes(1), undefined)).rejects.toMatchObject({ code: "ELOOP" });
    expect(readdirSync(elsewhere)).toEqual(["secret"]);
    const version = await store.save("other", bytes(1), undefined);
    symlinkSync(join(elsewhere, "secret"), join(folderOf("other"), name(2)));
    await expect(store.load("other")).rejects.toMatchObject({ code: "ELOOP" });
    expect(await store.save("other", bytes(2), version)).toBeUndefined();
  });

  it("lets no key near the file system", async () => {
    const keys = ["../../etc/passwd", "", "/", "a/b", "\0", "é".repeat(5000), ".", "CON", "\ud800", "\ud801", "\ufffd"];
    const store = fileStore(dir);
    for (const [index, key] of keys.entries()) await store.save(key, bytes(index), undefined);
    for (const [index, key] of keys.entries()) expect([...((await store.load(key))?.bytes ?? [])]).toEqual([index]);
    const folders = readdirSync(dir);
    expect(folders).toHaveLength(keys.length);
    for (const folder of folders) expect(folder).toMatch(/^[0-9a-f]{32}$/);
  });

  it.skipIf(process.platform === "win32")("lets nobody else read", async () => {
    const store = fileStore(join(dir, "made", "here"));
    await store.save("key", bytes(1), undefined);
    const folder = join(dir, "made", "here", readdirSync(join(dir, "made", "here"))[0] as string);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name(1))).mode & 0o777).toBe(0o600);
  });

  it("forgets what is deleted", async () => {
    const store = fileStore(dir);
    await store.save("key", bytes(1), undefined);
    await store.delete("key");
    await store.delete("never there");
    expect(await store.load("key")).toBeUndefined();
    expect(readdirSync(dir)).toEqual([]);
    expect(generationOf(await store.save("key", bytes(2), undefined))).toBe(name(1));
  });

  it("takes no generation for another of its number, where the folder was removed and made again", async () => {
    const store = fileStore(dir);
    const old = await store.save("key", bytes(1), undefined);
    rmSync(folderOf("key"), { recursive: true });
    expect(await store.save("key", bytes(2), undefined)).not.toBe(old);
    expect(await store.save("key", bytes(3), old)).toBeUndefined();
    expect([...((await store.load("key"))?.bytes ?? [])]).toEqual([2]);
  });

  it("waits for the disk when asked to", async () => {
    const store = fileStore(dir, { durable: true });
    let version: string | undefined;
    for (let i = 0; i < 20; i++) version = await store.save("key", snapshotOf(i), version);
    expect(
      Buffer.compare((await store.load("key"))?.bytes as Uint8Array, readFileSync(join(folderOf("key"), name(20)))),
    ).toBe(0);
    expect(filesOf("key")).toHaveLength(8);
  });

  it("refuses options that make no sense", () => {
    const wrong: [dir: unknown, options: unknown, message: string][] = [
      ["", {}, 'Option "dir" must be a non-empty string'],
      [7, {}, 'Option "dir" must be a non-empty string'],
      [dir, { durable: 1 }, 'Option "durable" must be true or false'],
      [dir, { durabel: true }, 'Option "durabel" must be a known option (did you mean "durable"?)'],
      [dir, null, 'Option "options" must be an object'],
    ];
    for (const [where, options, message] of wrong) {
      const make = (): unknown => fileStore(where as string, options as FileStoreOptions);
      expect(make).toThrow(message);
      expect(make).toThrow(expect.objectContaining({ code: "ERR_LOOPGUARD_OPTION" }));
    }
  });
});

describe("a damaged file", () => {
  const [before, after] = [snapshotOf(3), snapshotOf(4)];
  const cut = (share: number): Uint8Array => after.slice(0, Math.floor(after.length * share));
  const flipped = after.map((byte, i) => (i === after.length >> 1 ? byte ^ 1 : byte));
  const damages: [what: string, bytes: Uint8Array][] = [
    ["is empty", bytes()],
    ["is cut in its head", after.slice(0, 5)],
    ["is cut in the middle", cut(0.5)],
    ["lacks its last byte", after.slice(0, -1)],
    ["is all zeros", new Uint8Array(after.length)],
    ["has one bit wrong", flipped],
  ];

  it.each(damages)("that %s gives way to the one before, and is not built on", async (_, damaged) => {
    const store = fileStore(dir);
    const first = await store.save("key", before, undefined);
    const second = await store.save("key", damaged, first);
    const state = await store.load("key");
    expect(Buffer.compare(state?.bytes as Uint8Array, before)).toBe(0);
    expect(state?.version).toBe(second);
    expect(await store.save("key", after, first)).toBeUndefined();
    const third = await store.save("key", after, second);
    const repaired = await store.load("key");
    expect(repaired?.version).toBe(third);
    expect(Buffer.compare(repaired?.bytes as Uint8Array, after)).toBe(0);
  });

  it("that is of a later version is given as it is: it is not ours to pass over", async () => {
    const store = fileStore(dir);
    const later = after.slice();
    later[4] = 200;
    const first = await store.save("key", before, undefined);
    await store.save("key", later, first);
    expect(Buffer.compare((await store.load("key"))?.bytes as Uint8Array, later)).toBe(0);
  });

  it("that somebody else wrote is given as it is", async () => {
    const store = fileStore(dir);
    const foreign = Buffer.from("PK\x03\x04 something else");
    const first = await store.save("key", before, undefined);
    await store.save("key", foreign, first);
    expect((await store.load("key"))?.bytes).toEqual(foreign);
  });

  it("that is the only one is given as it is", async () => {
    const store = fileStore(dir);
    await store.save("key", cut(0.5), undefined);
    expect(Buffer.compare((await store.load("key"))?.bytes as Uint8Array, cut(0.5))).toBe(0);
  });

  it("that cannot be read is told: nobody writes behind it as if it were not there", async () => {
    const store = fileStore(dir);
    await store.save("key", before, undefined);
    mkdirSync(join(folderOf("key"), name(2)));
    await expect(store.load("key")).rejects.toMatchObject({ code: "EISDIR" });
  });

  it("that is larger than any state is not read", async () => {
    const store = fileStore(dir);
    const first = await store.save("key", before, undefined);
    await store.save("key", after, first);
    truncateSync(join(folderOf("key"), name(2)), 2 ** 31);
    await expect(store.load("key")).rejects.toMatchObject({ code: "EFBIG" });
  });

  it("with a name that is none of ours is not looked at", async () => {
    const store = fileStore(dir);
    await store.save("key", before, undefined);
    for (const other of ["ffffffffffffffff", "0000000000000000", "2", "lock", `${name(3)}.bak`, "000000000000000G"])
      writeFileSync(join(folderOf("key"), other), "x");
    expect(generationOf((await store.load("key"))?.version)).toBe(name(1));
  });
});

describe("prune", () => {
  it("removes the runs that were not saved for long, and leaves everything else", async () => {
    const store = fileStore(dir);
    for (const key of ["old", "new"]) {
      const first = await store.save(key, bytes(1), undefined);
      await store.save(key, bytes(2), first);
    }
    mkdirSync(join(dir, "not ours"));
    writeFileSync(join(dir, "notes.txt"), "x");
    for (const file of filesOf("old")) utimesSync(join(folderOf("old"), file), 1, 1);
    utimesSync(join(folderOf("new"), name(1)), 1, 1);
    expect(await store.prune({ olderThanMs: 60_000 })).toBe(1);
    expect(existsSync(folderOf("old"))).toBe(false);
    expect(generationOf((await store.load("new"))?.version)).toBe(name(2));
    expect(readdirSync(dir)).toEqual(expect.arrayContaining(["not ours", "notes.txt"]));
    expect(await store.prune({ olderThanMs: 60_000 })).toBe(0);
  });

  it("finds nothing in a folder that is not there", async () => {
    expect(await fileStore(join(dir, "never")).prune({ olderThanMs: 0 })).toBe(0);
  });

  it("refuses ages that make no sense", async () => {
    for (const olderThanMs of [-1, Number.NaN, "1", undefined])
      await expect(fileStore(dir).prune({ olderThanMs } as never)).rejects.toThrow(
        'Option "olderThanMs" must be an integer',
      );
  });
});
