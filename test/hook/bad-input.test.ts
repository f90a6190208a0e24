/** Whatever an agent sends, and however it calls: exit code 0, and nothing on stdout that it could take for a refusal. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { size } from "../effort.ts";
import { EACH_PROGRAM, Folder, HAS_C, invoke, invokeProcess, PROGRAMS } from "./programs.ts";

const HEAD = '"session_id":"s","hook_event_name":"PreToolUse"';
const DEEP = 200_000;
const MEGABYTES = size(50);

const INPUTS: Readonly<Record<string, string | Uint8Array>> = {
  "white space": " \n",
  "no JSON": "Read a.ts",
  "half of an object": `{${HEAD},"tool_na`,
  "an array": "[1]",
  "a string": '"PreToolUse"',
  "two objects": "{}{}",
  "no event": '{"session_id":"s"}',
  "an event that is not known": '{"session_id":"s","hook_event_name":"PreCompact"}',
  "an event that is no text": '{"session_id":"s","hook_event_name":{"a":1}}',
  "no session": '{"hook_event_name":"PreToolUse","tool_name":"Read"}',
  "a session that is no text": '{"session_id":7,"hook_event_name":"PreToolUse","tool_name":"Read"}',
  "no name of a tool": `{${HEAD},"tool_input":{}}`,
  "a name that is no text": `{${HEAD},"tool_name":null}`,
  "bytes that are no UTF-8": Buffer.from(`{${HEAD},"tool_name":"\xff\xfe"}`, "latin1"),
  "a NUL": `{${HEAD},"tool_name":"a\u0000"}`,
  "an escape that is none": `{${HEAD},"tool_name":"\\x"}`,
  "a number that is none": `{${HEAD},"tool_name":"Read","tool_input":01}`,
  "brackets that do not match": `{${HEAD},"tool_name":"Read","tool_input":[}]}`,
  "open brackets without end": "[".repeat(DEEP),
};

/** What is odd and still an event: it counts, and there is nothing to say. */
const ODD: Readonly<Record<string, string>> = {
  "an empty session": '{"session_id":"","hook_event_name":"PreToolUse","tool_name":""}',
  "a byte order mark": `\ufeff{${HEAD},"tool_name":"Read"}`,
  "a call without arguments": `{${HEAD},"tool_name":"Read"}`,
  "arguments that are no object": `{${HEAD},"tool_name":"Read","tool_input":[null,1e999]}`,
  "arguments that nest deep": `{${HEAD},"tool_name":"Read","tool_input":${"[".repeat(60_000)}${"]".repeat(60_000)}}`,
  "keys twice": `{${HEAD},"tool_name":"Write","tool_name":"Read"}`,
  "keys in escapes": `{"session\\u005fid":"s","hook_event_name":"PreToolUse","tool_name":"Read"}`,
  "a batch of anything": `{"session_id":"s","hook_event_name":"PostToolBatch","tool_calls":[1,null,{},[],{"tool_name":"a"}]}`,
  "a batch that is none": `{"session_id":"s","hook_event_name":"PostToolBatch","tool_calls":{"a":1}}`,
};

describe.each(EACH_PROGRAM)("%s", (_name, program) => {
  it.each(Object.entries(INPUTS))("lets the call run: %s", (_what, input) => {
    using folder = new Folder();
    const { status, stdout, stderr } = invoke(program, input, folder.env);
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
  });

  it("lets the call run, and tells a person what is missing: nothing", () => {
    using folder = new Folder();
    const { status, stdout, stderr } = invoke(program, "", folder.env);
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toBe("loopguard hook: agents call this, with an event as JSON on stdin; see --help\n");
  });

  it.each(Object.entries(ODD))("accepts as an event: %s", (_what, input) => {
    using folder = new Folder();
    const { status, stdout, stderr } = invoke(program, input, folder.env);
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
    expect(folder.generations).toHaveLength(1);
  });

  it(`accepts ${MEGABYTES} MB`, () => {
    using folder = new Folder();
    const big = (id: number, name: string) =>
      `{"session_id":"s","hook_event_name":"${name}","tool_name":"Read","tool_input":{},"tool_use_id":"${id}","tool_response":"${"x".repeat(MEGABYTES << 20)}"}`;
    for (let i = 0; i < 2; i++)
      expect(invoke(program, big(i, "PostToolUse"), folder.env)).toMatchObject({ status: 0, stdout: "" });
    const third = invoke(program, big(2, "PostToolUse"), folder.env);
    expect(third.stdout).toContain("returned the same result 3 times");
  });

  it.each([
    [["--dry-run"], "unknown option --dry-run"],
    [["--claud"], "unknown option --claud"],
    [["--claude", "and", "more"], "unknown option and"],
    [["--claude", "--codex"], "more than one agent is named"],
    [["--preset"], "a value is missing after --preset"],
    [["--preset", "obsrve"], "obsrve"],
    [["--config"], "a value is missing after --config"],
    [["--config", "no such.json"], "no such.json: cannot be read"],
    [["--config", "no such.mjs"], "no such.mjs: cannot be read"],
  ])("lets the call run and tells the person: %j", (args, why) => {
    using folder = new Folder();
    const input = `{${HEAD},"tool_name":"Read"}`;
    const { status, stdout, stderr } = invoke(program, input, folder.env, ...args);
    expect([status, stderr]).toEqual([0, ""]);
    const { systemMessage, ...rest } = JSON.parse(stdout) as { systemMessage: string };
    expect(rest).toEqual({});
    expect(systemMessage).toContain(`loopguard does not guard this agent: `);
    expect(systemMessage).toContain(why);
    expect(folder.log).toMatchObject([
      { agent: "claude", session: "s", tool: "Read", problem: expect.stringContaining(why) },
    ]);
    const after = invoke(program, input.replace("PreToolUse", "PostToolUse"), folder.env, ...args);
    expect(after).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it.each(["kiro", "cursor", "copilot", "kimi"])("tells the person by stderr where %s has no other way", (agent) => {
    using folder = new Folder();
    const names = { conversation_id: "s", session_id: "s", tool_name: "Read", cursor_version: "1" };
    const { cursor_version: _, ...without } = names;
    const event =
      agent === "cursor" ? { ...names, hook_event_name: "preToolUse" } : { ...without, hook_event_name: "PreToolUse" };
    const { status, stdout, stderr } = invoke(program, JSON.stringify(event), folder.env, `--${agent}`, "--nope");
    expect([status, stdout]).toEqual([0, ""]);
    expect(stderr).toBe("loopguard does not guard this agent: unknown option --nope\n");
  });

  it("lets the call run: a configuration that is a pipe without a writer", () => {
    using folder = new Folder();
    const pipe = join(folder.path, "pipe.json");
    execFileSync("mkfifo", [pipe]);
    const { status, stdout, stderr } = invoke(program, `{${HEAD},"tool_name":"Read"}`, folder.env, "--config", pipe);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("pipe.json: cannot be read");
  });

  it("lets the call run: an unknown preset in the environment", () => {
    using folder = new Folder();
    const env = { ...folder.env, LOOPGUARD_PRESET: "no such" };
    const { status, stdout } = invoke(program, `{${HEAD},"tool_name":"Read"}`, env);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^{"systemMessage":".*must be one of.*no such.*"}$/);
  });
});

it.runIf(HAS_C)("the C program lets the call run if it needs Node.js, and there is none", () => {
  using folder = new Folder();
  const env = { ...folder.env, PATH: folder.path };
  const input = `{${HEAD},"tool_name":"Read","tool_input":"${"x".repeat(1 << 20)}"}`;
  const { status, stdout, stderr, error } = invokeProcess(PROGRAMS.c, input, env, "--config", "guard.mjs");
  expect([status, stderr, error]).toEqual([0, "", undefined]);
  expect(stdout).toBe('{"systemMessage":"loopguard does not guard this agent: only Node reads guard.mjs"}');
});

it("lets the call run if no build of the core can be loaded", () => {
  using folder = new Folder();
  const env = { ...folder.env, LOOPGUARD_BACKEND: "no such" };
  const input = `{${HEAD},"tool_name":"Read","tool_input":"${"x".repeat(1 << 20)}"}`;
  const { status, stdout, stderr, error } = invokeProcess(PROGRAMS.node, input, env);
  expect([status, stdout, stderr, error]).toEqual([0, "", "", undefined]);
  const told = invokeProcess(PROGRAMS.node, input, { ...env, LOOPGUARD_DEBUG: "1" });
  expect(told.stderr).toMatch(/^loopguard hook: LOOPGUARD_BACKEND .*; the call goes through\n$/);
});
