/** What a sandboxed function may not do, and when its process is killed. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import { recorded } from "./helpers.ts";
import { run } from "./sandboxed.ts";

const directory = mkdtempSync(join(tmpdir(), "loopguard-sandbox-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** The file to which a sandboxed function writes its process id. */
const pidFile = join(directory, "pid");
const allowFS = { readWrite: [pidFile] };

/** Whether the process that wrote its id last is still running. */
function alive(): boolean {
  const pid = Number(readFileSync(pidFile, "utf8"));
  if (pid === 0) return false; // it was ended as it wrote it
  try {
    process.kill(pid, 0);
  } catch (error) {
    expect(error).toMatchObject({ code: "ESRCH" });
    return false;
  }
  // A zombie: in a container there may be no init process that reads its exit code.
  return !(process.platform === "linux" && readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z "));
}

describe("limits", () => {
  const loop = ({ pidFile }: { pidFile: string }) => {
    process.getBuiltinModule("fs").writeFileSync(pidFile, String(process.pid));
    for (;;);
  };
  const loopAfterWait = async ({ pidFile }: { pidFile: string }) => {
    process.getBuiltinModule("fs").writeFileSync(pidFile, String(process.pid));
    await null;
    for (;;);
  };
  const wait = ({ pidFile }: { pidFile: string }) => {
    process.getBuiltinModule("fs").writeFileSync(pidFile, String(process.pid));
    return new Promise(() => {});
  };

  test.each([
    ["a loop", loop],
    ["a loop after a wait", loopAfterWait],
    ["a promise that never settles", wait],
  ])("time: %s", async (_, execute) => {
    const running = run(execute, { pidFile }, { timeout: 2_500, allowFS });
    await expect(running).rejects.toThrow("Sandbox execution timed out after 2500ms");
    expect(alive()).toBe(false);
  });

  test("memory", async () => {
    const hungry = async () => {
      const rows: number[][] = [];
      for (;;) rows.push(new Array(100_000).fill(1.5));
    };
    await expect(run(hungry, {}, { maxMemoryMB: 32 })).rejects.toThrow(/^Sandbox process exited with code \d+$/);
  });

  test("process.exit", async () => {
    await expect(run(() => process.exit(3))).rejects.toThrow("Sandbox process exited with code 3");
  });

  test("an abort of the run kills it", async () => {
    const controller = new AbortController();
    const { ctx } = recorded({ signal: controller.signal });
    const running = run(wait, { pidFile }, { allowFS }, ctx);
    setTimeout(() => controller.abort(), 500);
    await expect(running).rejects.toThrow("Sandbox execution aborted");
    expect(alive()).toBe(false);
  });

  test("an abort before it starts", async () => {
    const { ctx } = recorded({ signal: AbortSignal.abort() });
    await expect(run(wait, { pidFile }, { allowFS }, ctx)).rejects.toThrow("Sandbox execution aborted");
  });

  test("timers of the function do not keep the process alive", async () => {
    const leaves = async ({ pidFile }: { pidFile: string }) => {
      process.getBuiltinModule("fs").writeFileSync(pidFile, String(process.pid));
      setInterval(() => {}, 1000);
      return "done";
    };
    expect(await run(leaves, { pidFile }, { allowFS })).toBe("done");
    expect(alive()).toBe(false);
  });

  test("it ends with its parent process, here one that runs plain JavaScript", async () => {
    const code = `
      import { Sandbox } from ${JSON.stringify(compiledSandbox())};
      const args = ${JSON.stringify({ pidFile })};
      new Sandbox(${JSON.stringify({ allowFS })}).execute(${loop}, args, { metadata: {} }).catch(() => {});
      setTimeout(() => process.exit(7), 700);`;
    expect(() => execFileSync(process.execPath, ["--input-type=module", "-e", code])).toThrow(
      expect.objectContaining({ status: 7 }),
    );
    await vi.waitFor(() => expect(alive()).toBe(false));
  });
});

/** The URL of the sandbox as the package ships it. */
function compiledSandbox(): string {
  const out = join(directory, "compiled");
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "package.json"), '{"type":"module"}');
  const tsc = createRequire(import.meta.url)
    .resolve("typescript/package.json")
    .replace("package.json", "bin/tsc");
  const source = fileURLToPath(new URL("../../lib/executor/sandbox.ts", import.meta.url));
  const lib = fileURLToPath(new URL("../../lib", import.meta.url));
  const flags = "--ignoreConfig --noCheck --module nodenext --target es2022 --rewriteRelativeImportExtensions";
  execFileSync(process.execPath, [tsc, source, "--outDir", out, "--rootDir", lib, ...flags.split(" ")]);
  return pathToFileURL(join(out, "executor", "sandbox.js")).href;
}

describe("the file system", () => {
  const read = ({ path }: { path: string }) => process.getBuiltinModule("fs").readFileSync(path, "utf8");
  const write = ({ path }: { path: string }) => {
    process.getBuiltinModule("fs").writeFileSync(path, "written");
    return "ok";
  };
  const denied = /^Sandbox error: Access to this API has been restricted/;
  const inside = join(directory, "open", "deep", "file.txt");
  const outside = join(directory, "open-not.txt");
  mkdirSync(join(directory, "open", "deep"), { recursive: true });
  writeFileSync(inside, "inside");
  writeFileSync(outside, "outside");

  test("is closed", async () => {
    await expect(run(read, { path: inside })).rejects.toThrow(denied);
    await expect(run(write, { path: inside })).rejects.toThrow(denied);
    await expect(run(read, { path: inside }, { allowFS: {} })).rejects.toThrow(denied);
  });

  test("readOnly: a directory with its contents, and no other", async () => {
    const config = { allowFS: { readOnly: [join(directory, "open")] } };
    expect(await run(read, { path: inside }, config)).toBe("inside");
    await expect(run(write, { path: inside }, config)).rejects.toThrow(denied);
    await expect(run(read, { path: outside }, config)).rejects.toThrow(denied);
  });

  test("readWrite: also a directory that does not exist yet", async () => {
    const made = join(directory, "made");
    const config = { allowFS: { readOnly: [outside, made, made], readWrite: [made, `${made}/new.txt`] } };
    const make = ({ made: path }: { made: string }) => {
      const fs = process.getBuiltinModule("fs");
      fs.mkdirSync(path);
      fs.writeFileSync(`${path}/new.txt`, "new");
      return fs.readFileSync(`${path}/new.txt`, "utf8");
    };
    expect(await run(make, { made }, config)).toBe("new");
    expect(await run(read, { path: outside }, config)).toBe("outside");
    await expect(run(write, { path: outside }, config)).rejects.toThrow(denied);
  });

  test("files with a common beginning of their names", async () => {
    const paths = ["a", "a.txt", "a.txt.bak"].map((name) => join(directory, name));
    for (const path of paths) writeFileSync(path, path);
    for (const path of paths) expect(await run(read, { path }, { allowFS: { readOnly: paths } })).toBe(path);
  });

  test("true: all of it", async () => {
    const path = join(directory, "anywhere.txt");
    expect(await run(write, { path }, { allowFS: true })).toBe("ok");
    expect(await run(read, { path }, { allowFS: true })).toBe("written");
  });

  test("child processes, threads and native code are always closed", async () => {
    const open = { allowFS: true, allowNetwork: true };
    await expect(run(() => process.getBuiltinModule("child_process").execSync("id"), {}, open)).rejects.toThrow(denied);
    const thread = () => new (process.getBuiltinModule("worker_threads").Worker)("1", { eval: true });
    await expect(run(thread, {}, open)).rejects.toThrow(denied);
    const native = () => process.dlopen({ exports: {} }, "/x.node");
    await expect(run(native, {}, open)).rejects.toThrow(/^Sandbox error: /);
  });
});

describe("the network", () => {
  const refused = "Sandbox error: Network access is not allowed in the sandbox";

  test.each([
    ["net.connect", () => void process.getBuiltinModule("net").connect(9, "127.0.0.1")],
    ["net.createServer", () => void process.getBuiltinModule("net").createServer().listen(0)],
    ["tls.connect", () => void process.getBuiltinModule("tls").connect(9, "127.0.0.1")],
    ["http.get", () => void process.getBuiltinModule("http").get("http://127.0.0.1:9")],
    ["http2.connect", () => void process.getBuiltinModule("http2").connect("http://127.0.0.1:9")],
    ["dgram", () => void process.getBuiltinModule("dgram").createSocket("udp4").send("x", 9, "127.0.0.1")],
    ["dns.lookup", () => void process.getBuiltinModule("dns").lookup("localhost", () => {})],
    ["dns.promises.resolve4", () => process.getBuiltinModule("dns").promises.resolve4("localhost")],
    ["dns.Resolver", () => new (process.getBuiltinModule("dns").Resolver)().resolve4("localhost", () => {})],
    ["fetch", () => fetch("http://127.0.0.1:9")],
  ])("%s is refused", async (_, attempt) => {
    await expect(run(attempt)).rejects.toThrow(refused);
  });

  test("the tool cannot replace the blocked functions", async () => {
    const restore = () => {
      Object.defineProperty(globalThis, "fetch", { value: () => "reached" });
      return fetch("http://127.0.0.1:9");
    };
    await expect(run(restore)).rejects.toThrow("Cannot redefine property: fetch");
  });

  test("allowNetwork opens it", async () => {
    const server = createServer((socket) => socket.end("hello"));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as { port: number };
    const fetchText = ({ port: number }: { port: number }) =>
      new Promise((resolve) => {
        process
          .getBuiltinModule("net")
          .connect(number, "127.0.0.1")
          .on("data", (data) => resolve(String(data)));
      });
    try {
      expect(await run(fetchText, { port }, { allowNetwork: true })).toBe("hello");
    } finally {
      server.close();
    }
  });
});
