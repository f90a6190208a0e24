/** The C program says what the TypeScript one says, on random sessions in every dialect of the table. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { DIALECTS, type Dialect, type DialectFacts, type EventKind } from "../../lib/cli/hook/dialects.gen.ts";
import { EFFORT } from "../effort.ts";
import { allInC, inNode, of, type Pick, random } from "./both.ts";
import { Folder } from "./programs.ts";

const SESSIONS = Math.ceil(9 * EFFORT);
const EVENTS = 24;

const TEXTS = [
  '"same"',
  '"x\\n<shellId: 4 completed with exit code 3>"',
  '"x\\n<shellId: 5 completed with exit code 3>"',
  '"<shellId: 6 completed with exit code 3>"',
  '"x\\n<shellId:  completed with exit code 3>"',
  '"x\\n<shellId: 5 completed with exit code 3>\\n"',
  '"x\\nProcess Group PGID: 12"',
  '"x\\nProcess Group PGID: 13"',
  '""',
  "null",
  "7",
  '{"durationMs":12}',
  '{"message":"no file"}',
  '{"message":""}',
  '{"code":1,"message":["a"]}',
];
const ARGS = ['{"a":1}', '"{\\"a\\": 1}"', '{"a":2}', '"raw"', "null"];
const PROMPTS = ['"go"', '""', "null", '[{"type":"text","text":"go"}]', "[]", "{}"];
const TOOLS = ['"Bash"', '"run_shell_command"', '"read"', "3"];

/** One member, sometimes missing or null. */
function member(pick: Pick, name: string, value: string): string[] {
  const roll = pick(60);
  return roll === 0 ? [] : [`${JSON.stringify(name)}:${roll === 1 ? "null" : value}`];
}

function result(pick: Pick, { resultPart, errorIn, error }: DialectFacts, text: string): string {
  if (resultPart === null || pick(20) === 0) return text;
  const failure = errorIn === "result" && pick(9) === 0 ? [`"${error}":${text}`] : [];
  return `{${[...failure, ...member(pick, resultPart, text)].join(",")}}`;
}

interface Call {
  readonly tool: string;
  readonly args: string;
  readonly id: string;
  /** What usually comes of it. */
  readonly text: string;
}

/** What an event of this kind has besides. */
function members(pick: Pick, kind: EventKind, facts: DialectFacts, call: Call): string[] {
  const { tool, args } = call;
  const text = pick(5) === 0 ? of(pick, TEXTS) : call.text;
  const id = of(pick, facts.id);
  const called = [...member(pick, facts.tool, tool), ...member(pick, facts.arguments, args)];
  called.push(...member(pick, id, call.id));
  switch (kind) {
    case "before":
      return called;
    case "after":
      return [...called, ...member(pick, facts.result, result(pick, facts, text))];
    case "failure":
      return [...called, ...member(pick, facts.error, text), `"is_interrupt":${pick(9) === 0}`];
    case "batch":
      return [`"tool_calls":[{${[...called, ...member(pick, "tool_response", of(pick, TEXTS))].join(",")}}]`];
    case "prompt":
      return member(pick, "prompt", of(pick, PROMPTS));
    case "start":
      return member(pick, "source", of(pick, ['"startup"', '"compact"', '"new"', '"resume"']));
    case "stop":
      return ['"stop_hook_active":true', '"last_assistant_message":"Done."'];
    default:
      return [];
  }
}

function session(dialect: Dialect, seed: number): string[] {
  const pick = random(seed);
  const facts = DIALECTS[dialect];
  const events = Object.entries(facts.events);
  const calls = Array.from({ length: 1 + pick(2) }, () => ({
    tool: of(pick, TOOLS),
    args: of(pick, ARGS),
    text: of(pick, TEXTS),
  }));
  const begins = events.filter(([, kind]) => kind === "before");
  const ends = events.filter(([, kind]) => kind === "after" || kind === "failure");
  return Array.from({ length: EVENTS }, (_, at) => {
    const [name, kind] = of(pick, pick(8) === 0 ? events : at % 2 === 0 ? begins : ends);
    const signs = facts.sign === null || facts.name.includes(facts.sign) ? [] : [`"${facts.sign}":"1"`];
    const head = [
      ...member(pick, of(pick, facts.name), JSON.stringify(name)),
      ...member(pick, of(pick, facts.session), `"${dialect} ${seed}"`),
      ...signs,
      ...(pick(8) === 0 ? ['"agent_id":"a"'] : []),
    ];
    return `{${[...head, ...members(pick, kind, facts, { ...of(pick, calls), id: `"t${pick(9) === 0 ? 1 : at >> 1}"` })].join(",")}}`;
  });
}

const own = mkdtempSync(join(tmpdir(), "loopguard-dialects-"));
afterAll(() => rmSync(own, { recursive: true, force: true }), 120_000);

it.each(Object.keys(DIALECTS) as Dialect[])("%s: the same answers", { timeout: 300_000 }, async (dialect) => {
  using folder = new Folder();
  const said = new Set<string>();
  for (let seed = 1; seed <= SESSIONS; seed++) {
    const events = session(dialect, seed);
    const asked = seed % 3 === 0 ? "auto" : dialect;
    const answers = await allInC(events, folder.env, `--${asked}`);
    for (const [at, event] of events.entries()) {
      const other = await inNode(event, own, {}, asked);
      expect(answers[at], `${asked} ${seed}: ${events.slice(0, at + 1).join("\n")}`).toBe(other);
      said.add(other.replace(/"(?:[^"\\]|\\.){20,}"/g, '""'));
    }
  }
  if (SESSIONS >= 9) expect(said.size).toBeGreaterThan(1); // else the sessions say nothing
});
