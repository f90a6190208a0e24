import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStore } from "../../lib/file.ts";
import { canMount, mountSmallDisk, NEEDS_MOUNT, type SmallDisk } from "./servers/small-disk.ts";

const KEY = "key";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "loopguard-files-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function numberIn(folder: string): Promise<number> {
  const state = await fileStore(folder).load(KEY);
  return state === undefined ? 0 : Number(Buffer.from(state.bytes).toString());
}

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

it.skipIf(process.platform === "win32")(
  "a limit on the size of files rejects the save and keeps the old state",
  async () => {
    await fileStore(dir).save(KEY, Buffer.from("7"), undefined);
    const script = `
    import { fileStore } from ${JSON.stringify(new URL("../../dist/file.js", import.meta.url).href)};
    const store = fileStore(${JSON.stringify(dir)});
    const { version } = await store.load(${JSON.stringify(KEY)});
    await store.save(${JSON.stringify(KEY)}, new Uint8Array(1e6), version).catch((error) => console.log(error.code));`;
    const command = 'ulimit -f 8; exec "$0" --input-type=module -e "$1"';
    const { stdout, stderr } = spawnSync("bash", ["-c", command, process.execPath, script], { encoding: "utf8" });
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
