/**
 * The TypeScript of documents and of `@example` in declarations, compiled as a reader would: in a project of its own, with the
 * package as npm installs it. A block of `js` is compiled too; but on pages of frameworks, which are copied into programs in
 * TypeScript, without the errors that only annotations could avoid.
 *
 * Most blocks are fragments: `prelude.ts` declares the names that they use.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("../..", import.meta.url));

export interface Block {
  /** "docs/api.md" or "types/index.d.ts" */
  readonly page: string;
  /** The number of the block's first line. */
  readonly line: number;
  readonly language: "ts" | "js";
  readonly code: string;
}

/** What is given to the blocks of a page, by name: the statement that declares it. */
export type Prelude = Readonly<Record<string, string>>;

/** Every document of the project for its users. */
export function pages(): string[] {
  const docs = readdirSync(join(root, "docs"), { recursive: true }) as string[];
  return ["README.md", ...docs.filter((path) => path.endsWith(".md")).map((path) => `docs/${path}`)].sort();
}

export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^ *```(ts|js)\n([\s\S]*?)^ *```/gm)].map(({ 1: language, 2: code, index }) => ({
    page,
    line: text.slice(0, index).split("\n").length + 1,
    language: language as Block["language"],
    code: code as string,
  }));
}

/** The declarations of the package's entry points. */
export function declarations(): string[] {
  const types = readdirSync(join(root, "types"), { recursive: true }) as string[];
  return types
    .filter((path) => path.endsWith(".d.ts"))
    .map((path) => `types/${path.replaceAll("\\", "/")}`)
    .sort();
}

/** The `@example` of each comment in a declaration file. */
export function examplesOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^ *\* @example\n([\s\S]*?)(?=^ *\* @|^ *\*\/)/gm)].map(({ 1: lines, index }) => ({
    page,
    line: text.slice(0, index).split("\n").length + 1,
    language: "ts",
    code: (lines as string).replace(/^ *\* ?/gm, ""),
  }));
}

/** Statements of `prelude` for the names that the block uses and does not declare. */
export function given(block: Block, prelude: Prelude): string[] {
  const used = Object.entries(prelude).filter(([name]) => {
    const declared = new RegExp(
      `\\b(?:const|let|using|function|class|interface|type|import)\\b(?:(?! of )[^;:=()"])*\\b${name}\\b`,
    );
    return new RegExp(`\\b${name}\\b`).test(block.code) && !declared.test(block.code);
  });
  // What a statement of the prelude needs itself stands before it in the table.
  return [...new Set(used.map(([, statement]) => statement))];
}

/** Compilers that a clone has, by their version; test/beside-frameworks/hosts.mjs has older ones. */
export const COMPILERS: Record<string, string> = { 6: "@typescript/typescript6/bin/tsc6", 7: "typescript/bin/tsc" };

/** A folder in which `loopguard` and `packages` are installed; the latter as they are in `modules`. */
export class Project {
  readonly folder: string = mkdtempSync(join(tmpdir(), "loopguard-types-"));

  constructor(modules: string, packages: readonly string[]) {
    const installed = join(this.folder, "node_modules", "loopguard");
    mkdirSync(installed, { recursive: true });
    for (const part of ["package.json", "dist/types"])
      cpSync(join(root, part), join(installed, part), { recursive: true });
    writeFileSync(join(this.folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    this.link(modules, packages);
  }

  /** Installs packages as they are in `modules`; `names`: by which names, their own by default. */
  link(modules: string, packages: readonly string[], names: readonly string[] = packages): void {
    for (const [i, name] of packages.entries()) {
      const place = join(this.folder, "node_modules", names[i] as string);
      mkdirSync(dirname(place), { recursive: true });
      symlinkSync(join(modules, name), place, "junction");
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What `tsc` has to say of `files`, whose texts are given by name, under these options; `[]` where all is well. */
  async compile(
    name: string,
    files: ReadonlyMap<string, string>,
    options: object,
    version = "7",
  ): Promise<Diagnostic[]> {
    const folder = join(this.folder, name);
    mkdirSync(folder);
    for (const [file, code] of files) writeFileSync(join(folder, file), code);
    const compilerOptions = { noEmit: true, strict: true, skipLibCheck: false, target: "ES2023", ...options };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [...files.keys()] }));
    const tsc = join(root, "node_modules", COMPILERS[version] as string);
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [tsc, "--pretty", "false"],
        { cwd: folder, maxBuffer: 1e8 },
        (_error, stdout, stderr) => resolve(stdout + stderr),
      );
    });
    return output.split("\n").flatMap((text): Diagnostic[] => {
      if (text === "" || text.startsWith("  ")) return []; // more of the line before
      const [, file, line, code] = /^(.+?)\((\d+),\d+\): error TS(\d+): /.exec(text) ?? [];
      return [{ file: file ?? "", line: Number(line ?? 0), code: Number(code ?? 0), text }];
    });
  }

  /** Compiles blocks, each a module of its own; what is wrong, by page and line. */
  async compileBlocks(
    name: string,
    all: readonly Block[],
    preludeOf: (page: string) => Prelude,
    options: object,
    standIns = "",
  ) {
    const files = new Map<string, string>([["stand-ins.d.ts", standIns]]);
    const origins = new Map<string, { block: Block; lines: number }>();
    for (const block of all) {
      const statements = given(block, preludeOf(block.page)).join(" ").replaceAll("\n", " ");
      const file = `${block.page.replaceAll(/[/.]/g, "_")}_${block.line}.ts`;
      files.set(file, `${statements}\n${block.code}\nexport {};\n`);
      origins.set(file, { block, lines: 1 });
    }
    const found = await this.compile(name, files, options);
    return found.flatMap(({ file, line, code, text }) => {
      const origin = origins.get(file);
      if (origin === undefined) return [text];
      const { block, lines } = origin;
      const isLenient = block.language === "js" && !block.page.startsWith("docs/frameworks/");
      if (IN_A_FUNCTION.has(code) || (isLenient && isImplicitAny(code))) return [];
      const message = text.slice(text.indexOf("error TS"));
      return [`${block.page}:${Math.max(block.line + line - 1 - lines, block.line)}: ${message}`];
    });
  }
}

interface Diagnostic {
  file: string;
  line: number;
  code: number;
  text: string;
}

/** `return` and `break` of a fragment: what they leave is not part of it. */
const IN_A_FUNCTION: ReadonlySet<number> = new Set([1105, 1108]);

function isImplicitAny(code: number): boolean {
  return code >= 7005 && code <= 7053;
}
