/** Events that no agent should send: both programs answer alike, and keep alike what they know of the session. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Dialect } from "../../lib/cli/hook/dialects.gen.ts";
import { NO_EVENT } from "../../lib/cli/hook/register.ts";
import { tries } from "../effort.ts";
import { inNode, of, type Pick, random } from "./both.ts";
import { Folder, PROGRAMS } from "./programs.ts";

const SESSIONS = tries(60);
const EVENTS = 25;
type Field = "tool" | "arguments" | "result" | "error";
type Fields = "name" | "session" | "id";
type Facts = Record<Field, string> & Record<Fields, string[]> & Record<"sign" | "resultPart", string | null>;
interface Row extends Facts {
  readonly events: Readonly<Record<string, string>>;
  readonly like?: Dialect;
}

const table = JSON.parse(readFileSync("native/hook/dialects.json", "utf8")) as {
  readonly default: Row;
  readonly dialects: Readonly<Record<Dialect, Row>>;
};
const NAMES = Object.keys(table.dialects) as Dialect[];

function factsOf(name: Dialect): Row {
  const own = table.dialects[name];
  return { ...table.default, ...(own.like && table.dialects[own.like]), ...own };
}

const deep = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;

/** Values of any kind, as JSON text. */
const VALUES: readonly string[] = [
  // Not 1e400 or more than 17 digits: of numbers, the C program keeps more than JSON.parse does.
  ..."null true false 0 -0 -1e-400 1.50 1E+2 [] {} [[]]".split(" "),
  '""',
  '"x"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\u0000"',
  '"a\\u0000b"',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"exit code 1"',
  '"Timeout"',
  '"{\\"a\\":1}"',
  '"{\\"a\\":1"',
  '{"__proto__":{"a":1}}',
  '{"toString":1,"constructor":null}',
  '{"a":1,"a":2}',
  '{"a":2,"a":1}',
  '{"":1}',
  '{"message":"m","llmContent":"c","text_result_for_llm":"t","error":{"message":["x"]}}',
  '{"error":{"message":7}}',
  '{"llmContent":null,"error":false}',
  '{"durationMs":1,"durationMs":"2"}',
  '[{"durationMs":5}]',
  '[{"tool_name":"Read","tool_input":{},"tool_use_id":"t1","tool_response":"x"},7,null,[],{"tool_name":null}]',
  deep(60, "[", "]"),
  deep(400, '{"a":', "}"),
  deep(2000, "[", "]"),
  JSON.stringify("é😀".repeat(3000)),
  '"x\\n<shellId: 12 completed with exit code 1>"',
  '"x\\n<shellId: 13 completed with exit code \\u2028 1>"',
  '"\\nProcess Group PGID: 1"',
  '"<tool_use_error>Error: No such tool available: x"',
];

const quoted = (text: string) => JSON.stringify(text);

/** A key, now and then with escapes. */
function key(pick: Pick, name: string): string {
  if (pick(30) > 0 || name === "") return quoted(name);
  return `"\\u${name.charCodeAt(0).toString(16).padStart(4, "0")}${name.slice(1)}"`;
}

interface Scene {
  readonly seed: number;
  readonly calls: readonly { readonly tool: string; readonly args: string; readonly result: string }[];
  readonly dialects: readonly Dialect[];
}

function scene(pick: Pick, seed: number): Scene {
  const tools = ['"Read"', '"Bash"', '"run_shell_command"', '"\\ud800"', '"a\\u0000b"', '""'];
  const calls = Array.from({ length: 1 + pick(2) }, () => ({
    tool: of(pick, tools),
    args: of(pick, VALUES),
    result: of(pick, VALUES),
  }));
  return { seed, calls, dialects: Array.from({ length: 1 + pick(3) }, () => of(pick, NAMES)) };
}

/** The members of an event as its agent would send it. */
function plain(pick: Pick, { seed, calls, dialects }: Scene, n: number): [string, string][] {
  const dialect = of(pick, dialects);
  const facts = factsOf(dialect);
  const wanted: readonly string[] = pick(6) === 0 ? [] : n % 2 === 0 ? ["before"] : ["after", "failure"];
  const events = Object.entries(facts.events).filter(([, kind]) => wanted.length === 0 || wanted.includes(kind));
  const [name] = of(pick, events.length === 0 ? Object.entries(facts.events) : events);
  const { tool, args, result } = of(pick, calls);
  const part = facts.resultPart;
  const id = `"t${pick(6) === 0 ? pick(4) : n >> 1}"`;
  const members: [string, string][] = [
    [facts.name[0] as string, quoted(name)],
    [facts.session[0] as string, `"${seed}"`],
    [facts.tool, tool],
    [facts.arguments, args],
    ...facts.id.map((member): [string, string] => [member, id]),
    [facts.result, part === null ? result : `{${quoted(part)}:${result}}`],
    [facts.error, result],
    ["prompt", of(pick, VALUES)],
  ];
  if (facts.sign !== null) members.push([facts.sign, '"1"']);
  if (pick(9) === 0) members.push(["agent_id", of(pick, ['"a"', ...VALUES])]);
  if (pick(9) === 0) members.push(["tool_calls", of(pick, VALUES)]);
  if (pick(9) === 0) members.push(["source", of(pick, ['"compact"', '"poll_event"', ...VALUES])]);
  if (pick(9) === 0) members.push(["is_interrupt", of(pick, VALUES)]);
  if (pick(9) === 0) members.push(["stop_hook_active", "true"], ["last_assistant_message", of(pick, VALUES)]);
  return members;
}

const FIELDS = [
  ...new Set(
    NAMES.flatMap((name) => {
      const { tool, arguments: args, result, error, sign, id, session, name: names } = factsOf(name);
      return [tool, args, result, error, sign ?? "", ...id, ...session, ...names];
    }),
  ),
  "__proto__",
  "toString",
];

/** An event, often spoilt. */
function event(pick: Pick, scene: Scene, n: number): Buffer {
  const members = plain(pick, scene, n);
  for (let spoils = pick(3) === 0 ? 1 + pick(3) : 0; spoils > 0; spoils--) {
    const at = pick(members.length);
    const [name] = members[at] as [string, string];
    const roll = pick(6);
    if (roll === 0) members.splice(at, 1);
    else if (roll === 1) members[at] = [name, of(pick, VALUES)];
    else if (roll === 2) members.push([name, of(pick, VALUES)]);
    else if (roll === 3) members.unshift([name, of(pick, VALUES)]);
    else members.push([of(pick, FIELDS), of(pick, VALUES)]);
    if (members.length === 0) members.push(["x", "1"]);
  }
  const text = `{${members.map(([name, value]) => `${key(pick, name)}:${value}`).join(pick(5) === 0 ? " ,\r\n\t" : ",")}}`;
  const bytes = Buffer.from(text);
  if (pick(12) > 0) return bytes;
  const at = pick(bytes.length);
  const broken = [
    () => bytes.subarray(0, at),
    () =>
      Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([of(pick, [0, 9, 0x1f, 0x22, 0x2c, 0x5c, 0x7f, 0x80, 0xed, 0xff])]),
        bytes.subarray(at),
      ]),
    () => Buffer.from(bytes.map((byte, i) => (i === at ? 1 + pick(255) : byte))),
    () => Buffer.concat([Buffer.from("\uFEFF"), bytes]),
    () => Buffer.concat([bytes, Buffer.from(of(pick, ["\n", "\0", " x", "\u00a0", "\v", bytes.toString("latin1")]))]),
    () => Buffer.from(`[${text}]`),
    () => Buffer.from(of(pick, VALUES)),
    () => Buffer.alloc(0),
  ];
  return of(pick, broken)();
}

/** What the program in C says to each file, with "exit 2: " before a refusal by the exit code. */
function inC(files: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const script = `exec 3>&1; for file do option=\${file##*.}; error=$("$PROGRAM" hook --$option <"$file" 2>&1 >&3); case $? in 0) printf %s "$error";; 2) printf 'exit 2: %s' "$error";; *) printf 'exit %s' $?;; esac; printf '\\036'; done`;
  const out = execFileSync("/bin/sh", ["-c", script, "sh", ...files], {
    env: { ...env, PROGRAM: PROGRAMS.c[0] },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return out.replaceAll("\0", "").split("\x1e").slice(0, -1);
}

it("both programs answer hostile events alike", { timeout: 600_000 }, async () => {
  let said = 0;
  for (let seed = 1; seed <= SESSIONS; seed++) {
    using c = new Folder();
    using node = new Folder();
    const pick = random(seed);
    const own = scene(pick, seed);
    const folder = join(c.path, "events");
    mkdirSync(folder);
    const events = Array.from({ length: EVENTS }, (_, n) => event(pick, own, n));
    const options = events.map(() => of(pick, ["auto" as const, ...own.dialects]));
    const files = events.map((bytes, at) => {
      const file = join(folder, `${at}.${options[at]}`);
      writeFileSync(file, bytes);
      return file;
    });
    const answers = inC(files, c.env);
    for (const [at, bytes] of events.entries()) {
      const home = node.env["XDG_STATE_HOME"] as string;
      const text = await inNode(bytes, home, {}, options[at] as Dialect | "auto").catch(() => ""); // fails open
      const told = bytes.length === 0 ? NO_EVENT.trimEnd() : text; // as a shell reads it
      const other = told.toWellFormed().replaceAll("\0", ""); // as it is written; a shell keeps no NUL
      expect(answers[at], `seed ${seed}, event ${at} --${options[at]}: ${bytes.toString()}`).toBe(other);
      if (other !== "") said++;
    }
  }
  expect(said).toBeGreaterThan(0); // else the events are too broken to say anything
});
