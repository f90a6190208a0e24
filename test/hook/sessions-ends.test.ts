/** Compaction of the context, and ends of turns that stop hooks forbid, played to both programs as the agents would. */
import { describe, expect, it } from "vitest";
import { type Answer, ask, EACH_PROGRAM, Folder } from "./programs.ts";

const FOUND = "The agent was sent back 3 times when it wanted to end its turn, and nothing new has happened meanwhile";

describe.each(EACH_PROGRAM)("%s", (_name, program) => {
  function session(folder: Folder, fields: object = {}) {
    let made = 0;
    const say = (event: string, more: object = {}): Answer =>
      ask(program, { session_id: "s1", hook_event_name: event, ...fields, ...more }, folder.env);
    return {
      say,
      /** One call of a response; whether it was refused. */
      read(path: string, response = "text"): boolean {
        const call = { tool_name: "Read", tool_input: { path }, tool_use_id: `t${++made}` };
        if (say("PreToolUse", call) !== undefined) return true;
        say("PostToolUse", { ...call, tool_response: response });
        return false;
      },
      stops: (active: boolean, words?: string) =>
        say("Stop", { stop_hook_active: active, ...(words === undefined ? {} : { last_assistant_message: words }) }),
    };
  }

  it.each([
    ["PreCompact", { trigger: "auto" }],
    ["PostCompact", { trigger: "auto", compact_summary: "s" }],
    ["SessionStart", { source: "compact" }],
  ])("lets the model read again what it lost: %s", (event, fields) => {
    using folder = new Folder();
    const { read, say } = session(folder);
    expect([read("a"), read("a"), read("a")]).toEqual([false, false, true]);
    expect(say(event, fields)).toBeUndefined();
    expect([read("a"), read("a")]).toEqual([false, true]);
    expect(say(event, fields)).toBeUndefined(); // and nothing new since
    expect(read("a")).toBe(true);
  });

  it.each([
    ["Claude Code", {}],
    ["Codex", { turn_id: "1" }],
    ["a subagent", { agent_id: "a1" }],
  ])("tells the user of %s that is sent back with the same words, and ends it", (_agent, fields) => {
    using folder = new Folder();
    const { stops, read } = session(folder, fields);
    expect(read("a")).toBe(false);
    expect([stops(false, "Done."), stops(true, "Done."), read("a"), stops(true, "Done.")]).toEqual([
      undefined,
      undefined,
      false,
      undefined,
    ]);
    expect(stops(true, "Done.")).toEqual({ systemMessage: `${FOUND}.` });
    expect(stops(true, "Done.")).toEqual({
      continue: false,
      stopReason: `${FOUND.replace("3", "4")} - aborting to prevent a loop`,
    });
  });

  it("lets an agent be sent back that does something new, or is asked something new", () => {
    using folder = new Folder();
    const { stops, read, say } = session(folder);
    for (const active of [false, true, true]) expect(stops(active, "Done.")).toBeUndefined();
    expect(read("new")).toBe(false);
    for (let i = 0; i < 2; i++) expect(stops(true, "Done.")).toBeUndefined();
    say("UserPromptSubmit", { prompt: "go on" });
    for (const active of [false, true, true]) expect(stops(active, "Done.")).toBeUndefined();
    expect(stops(true, "Done.")).toBeDefined();
  });

  it("finds an agent that is sent back with words that nobody knows after six times", () => {
    using folder = new Folder();
    const { stops } = session(folder);
    for (let i = 0; i < 6; i++) expect(stops(i > 0)).toBeUndefined();
    expect(stops(true)).toEqual({ systemMessage: expect.stringContaining("sent back 6 times") });
  });
});
