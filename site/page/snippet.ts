/** The lines to paste for a framework, as its document has them, with the settings put in. */
import { isDefault, optionsCode, optionsOf, type Settings } from "../shared/settings.ts";

export interface Lines {
  name: string;
  title: string;
  /** The page of its document. */
  page: string;
  /**
   * `guard`: a function takes the guard as its last argument; `options`: the code makes the guard, or takes its options;
   * `init`: `loopguard init`; `shell`: commands that take no settings.
   */
  kind: "guard" | "options" | "init" | "shell";
  code: string;
}

const GUARDS = /\b(?:withLoopGuard|toolLoopMiddleware|ToolLoopPlugin|guardTools|guardClient)\(/;

/** `undefined`: they cannot be put into these lines; the framework's page says where they go. */
export function snippet({ kind, code }: Lines, settings: Settings): string | undefined {
  if (isDefault(settings)) return code;
  const options = optionsCode(settings);
  const factories = optionsOf(settings).detectors === undefined ? [] : ["noNews"];
  if (kind === "shell") return undefined;
  if (kind === "init") return initLines(code, settings);
  if (kind === "options") {
    const own = code
      .replace("new LoopGuard()", `new LoopGuard(${options})`)
      .replace("judgeRound(round)", `judgeRound(round, ${options})`);
    return factories.length === 0 ? own : `import { noNews } from "loopguard";\n${own}`;
  }
  const lines = code.split("\n");
  const after = lines.findLastIndex((line) => line.startsWith("import ")) + 1;
  const imports = [`import { ${["LoopGuard", ...factories].join(", ")} } from "loopguard";`, ...lines.slice(0, after)];
  return [...imports, "", `const guard = new LoopGuard(${options});`, withGuard(lines.slice(after).join("\n"))].join(
    "\n",
  );
}

/** A preset is a flag; anything else is a file. */
function initLines(code: string, settings: Settings): string {
  const { preset, detectors } = optionsOf(settings);
  if (detectors === undefined) return `${code} --preset ${preset}`;
  const json = JSON.stringify({ preset, detectors }, null, 2);
  return `cat > loopguard.json <<'EOF'\n${json}\nEOF\n${code} --config loopguard.json`;
}

/** Adds the last argument to the call that makes the guard. */
function withGuard(code: string): string {
  const found = GUARDS.exec(code);
  if (found === null) return code;
  const start = found.index + found[0].length;
  let depth = 1;
  let end = start;
  for (; end < code.length; end++) {
    if ("([{".includes(code[end] as string)) depth++;
    if (")]}".includes(code[end] as string) && --depth === 0) break;
  }
  const given = code.slice(start, end);
  return `${code.slice(0, start)}${given}${given.trim() === "" ? "" : ", "}guard${code.slice(end)}`;
}
