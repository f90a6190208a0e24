/** The programs of docs/c-library.md and native/README.md compile, run, and print what is written there. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "loopguard-c-"));
const page = readFileSync(join(root, "docs/c-library.md"), "utf8");
const readme = readFileSync(join(root, "native/README.md"), "utf8");
const library = join(folder, "libloopguard.so");

/** The first code block of a language after `marker`. */
function block(text: string, language: string, marker = ""): string {
  const found = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(text.slice(text.indexOf(marker)));
  if (found === null) throw new Error(`there is no ${language} block after "${marker}"`);
  return found[1] as string;
}

function run(command: string, args: string[], cwd = root): string {
  const { stdout, stderr, status } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  return stdout;
}

const there = (command: string): boolean => spawnSync(command, ["--version"]).status === 0;

function output(name: string, code: string): string {
  const [source, program] = [join(folder, `${name}.c`), join(folder, name)];
  writeFileSync(source, code);
  const flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-Inative/include", `-Wl,-rpath,${folder}`];
  run("cc", [...flags, source, "-o", program, library, "-lm"]);
  return run(program, []);
}

describe.skipIf(!there("cc"))("the C library", () => {
  // As the page has it, but for the optimiser, which takes its time, and the place.
  beforeAll(() => {
    const command = block(page, "sh", "## Python")
      .trim()
      .replace("-O2", "-O0")
      .replace("-o libloopguard.so", `-o ${library}`);
    run("sh", ["-c", command]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("the guard in C prints the report as it is shown", () => {
    const printed = output("guard", block(page, "c", "## C"));
    expect(printed.startsWith(block(page, "text", "## C").trim())).toBe(true);
    expect(JSON.parse(printed)).toMatchObject({ detector: "no_news", toolName: "read_log", repeats: 2 });
  });

  test("the configuration that is shown is one", () => {
    const quoted = JSON.stringify(block(page, "json"));
    const code = block(page, "c", "## C").replace(/CONFIG\[\] = .*;/, `CONFIG[] = ${quoted};`);
    expect(code).toContain(quoted);
    expect(JSON.parse(output("shown", code))).toMatchObject({ toolName: "read_log" });
  });

  test("the identity in native/README.md", () => {
    expect(output("identity", block(readme, "c"))).toBe("the same call\n");
  });

  test.skipIf(!there("python3"))("the guard in Python", () => {
    const script = join(folder, "example.py");
    writeFileSync(script, block(page, "python"));
    expect(page).toContain(`It prints \`${run("python3", [script], folder).trim()}\`.`);
  });
});
