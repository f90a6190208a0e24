import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStore } from "../../lib/file.ts";
import { canMount, mountSmallDisk, NEEDS_MOUNT, type SmallDisk } from "./servers/small-disk.ts";
import { dir, KEY, numberIn, useTestFolder } from "./servers/test-folder.ts";

useTestFolder();

describe.skipIf(!canMount)(`a disk${NEEDS_MOUNT}`, () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mountSmallDisk() as SmallDisk;
  });
  afterEach(() => disk?.remove());

  it("that is full rejects the save, keeps the old state and is not filled with leftovers", async () => {
    const store = fileStore(disk.dir);
    const version = await store.save(KEY, Buffer.from("7"), undefined);
    for (let i = 0; i < 50; i++)
      await expect(store.save(KEY, new Uint8Array(100_000), version)).rejects.toMatchObject({ code: "ENOSPC" });
    expect(await numberIn(disk.dir)).toBe(7);
    expect((await store.load(KEY))?.version).toBe(version);
    const [folder] = readdirSync(disk.dir);
    expect(readdirSync(join(disk.dir, folder as string))).toEqual(["0000000000000001"]);
    const filler = join(disk.dir, "filler");
    expect(() => writeFileSync(filler, new Uint8Array(100_000))).toThrow("ENOSPC");
    await expect(store.save(KEY, Buffer.from("8"), version)).rejects.toMatchObject({ code: "ENOSPC" });
    await expect(store.save("another", Buffer.from("8"), undefined)).rejects.toMatchObject({ code: "ENOSPC" });
    rmSync(filler);
    await store.save(KEY, Buffer.from("8"), version);
    expect(await numberIn(disk.dir)).toBe(8);
  });

  it("that cannot be written rejects the save, and is still read", async () => {
    const store = fileStore(disk.dir);
    const version = await store.save(KEY, Buffer.from("7"), undefined);
    disk.makeReadOnly();
    await expect(store.save(KEY, Buffer.from("8"), version)).rejects.toMatchObject({ code: "EROFS" });
    await expect(store.save("another", Buffer.from("8"), undefined)).rejects.toMatchObject({ code: "EROFS" });
    await expect(store.delete(KEY)).rejects.toMatchObject({ code: "EROFS" });
    expect(await numberIn(disk.dir)).toBe(7);
    disk.makeWritable();
    expect(await store.save(KEY, Buffer.from("8"), version)).toBeDefined();
  });
});

it.skipIf(process.platform !== "linux")("a folder that cannot be made rejects the save", () => {
  const script = `
    import { fileStore } from ${JSON.stringify(new URL("../../dist/node/file.cjs", import.meta.url).href)};
    const saved = fileStore("/proc/nowhere/store").save("k", new Uint8Array(1), undefined);
    await saved.catch((error) => console.log(error.code));`;
  const args = ["--input-type=module", "-e", script];
  // With its parents at once, Node would never return.
  expect(spawnSync(process.execPath, args, { encoding: "utf8", timeout: 10_000 }).stdout.trim()).toBe("ENOENT");
});

it.skipIf(process.platform === "win32")(
  "a limit on the size of files rejects the save and keeps the old state",
  async () => {
    await fileStore(dir).save(KEY, Buffer.from("7"), undefined);
    const script = `
    import { fileStore } from ${JSON.stringify(new URL("../../dist/node/file.cjs", import.meta.url).href)};
    const store = fileStore(${JSON.stringify(dir)});
    const { version } = await store.load(${JSON.stringify(KEY)});
    await store.save(${JSON.stringify(KEY)}, new Uint8Array(1e6), version).catch((error) => console.log(error.code));`;
    const command = 'ulimit -f 8; exec "$0" --input-type=module -e "$1"';
    const { stdout, stderr } = spawnSync("sh", ["-c", command, process.execPath, script], { encoding: "utf8" });
    expect(stdout.trim(), stderr).toBe("EFBIG");
    expect(await numberIn(dir)).toBe(7);
    const [folder] = readdirSync(dir);
    expect(readdirSync(join(dir, folder as string))).toEqual(["0000000000000001"]);
  },
);

it("a file in the place of the folder is said", async () => {
  const path = join(dir, "file");
  writeFileSync(path, "x");
  const store = fileStore(path);
  await expect(store.load(KEY)).rejects.toMatchObject({ code: "ENOTDIR" });
  await expect(store.save(KEY, Buffer.from("1"), undefined)).rejects.toMatchObject({ code: "ENOTDIR" });
  expect(readFileSync(path, "utf8")).toBe("x");
});

/** The folder of the one key. */
const folder = (): string => join(dir, readdirSync(dir)[0] as string);
const name = (generation: number): string => generation.toString(16).padStart(16, "0");

it.skipIf(process.platform === "win32")(
  "a pipe that is named as the newest state hangs nobody, and gives way",
  async () => {
    await fileStore(dir).save(KEY, Buffer.from("7"), undefined);
    const pipe = (generation: number): unknown => execFileSync("mkfifo", [join(folder(), name(generation))]);
    pipe(2);
    // In a process of its own, which can be ended: a read that waits for a writer stops everything in it.
    const script = `
    import { fileStore } from ${JSON.stringify(new URL("../../dist/node/file.cjs", import.meta.url).href)};
    const store = fileStore(${JSON.stringify(dir)});
    const report = (value) => console.log(value);
    const { version } = await store.load("key").catch((error) => (report(error.code), { version: "${name(2)}" }));
    await store.save("key", Buffer.from("8"), version).then((saved) => report(typeof saved));`;
    const args = ["--input-type=module", "-e", script];
    const { stdout, signal } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 20_000 });
    // What is older here is no state of ours, so it is not taken for the one before; the next save goes on behind the pipe.
    expect([stdout.trim().split("\n"), signal]).toEqual([["EINVAL", "string"], null]);
    expect(await numberIn(dir)).toBe(8);
  },
);

it("a temporary file of a time to come, and one that is no file, do not stop the tidying", async () => {
  const store = fileStore(dir);
  let version = await store.save(KEY, Buffer.from("1"), undefined);
  const ahead = join(folder(), ".tmp-0000000000000001-1-1");
  writeFileSync(ahead, "");
  utimesSync(ahead, 4e9, 4e9);
  mkdirSync(join(folder(), ".tmp-0000000000000000-1-1"));
  for (let i = 2; i <= 30; i++) version = await store.save(KEY, Buffer.from(`${i}`), version);
  expect(readdirSync(folder()).sort()).toEqual([
    ".tmp-0000000000000000-1-1",
    ...Array.from({ length: 8 }, (_, i) => name(23 + i)),
  ]);
});
