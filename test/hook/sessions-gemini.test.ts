/** Whole sessions of Gemini CLI, played to both programs. */
import { describe, expect, it } from "vitest";
import { type Answer, ask, EACH_PROGRAM, Folder } from "./programs.ts";

describe.each(EACH_PROGRAM)("%s", (_name, program) => {
  it("answers Gemini CLI, whose calls have no ids", () => {
    using folder = new Folder();
    const say = (event: string, fields: object) =>
      ask(
        program,
        { session_id: "g", hook_event_name: event, timestamp: "2026-01-01T00:00:00Z", ...fields },
        folder.env,
      );
    const call = { tool_name: "read_file", tool_input: { path: "a" } };
    const before = () => say("BeforeTool", call);
    const after = (i: number) =>
      say("AfterTool", { ...call, tool_response: { llmContent: "x", returnDisplay: `read in ${i} ms` } });
    for (let i = 0; i < 2; i++) {
      expect(before()).toBeUndefined();
      expect(after(i)).toBeUndefined();
    }
    for (let i = 0; i < 4; i++) expect(before()).toEqual({ decision: "deny", reason: expect.any(String) });
    const stop = expect.stringContaining("aborting to prevent a loop");
    expect(before()).toEqual({ continue: false, stopReason: stop, decision: "deny", reason: stop });
    expect(say("BeforeAgent", { prompt: "" })).toBeUndefined(); // in the middle of a turn
    expect(before()).toMatchObject({ continue: false });
    expect(say("BeforeAgent", { prompt: "go on" })).toBeUndefined();
    expect(before()).toBeUndefined();
    const fail = () => say("AfterTool", { ...call, tool_response: { error: { message: "no file", type: "x" } } });
    // Its results were not always the same: three in a row are asked for.
    for (let i = 0; i < 3; i++) {
      if (i > 0) expect(before()).toBeUndefined();
      expect(fail() === undefined).toBe(i < 2);
    }
    expect(before()).toMatchObject({ decision: "deny" });
  });

  it("warns Gemini CLI's model with the result", () => {
    using folder = new Folder();
    const say = (event: string, fields: object) =>
      ask(program, { session_id: "g", hook_event_name: event, ...fields }, folder.env);
    const play = (tool_name: string, tool_input: object, llmContent: string) => [
      say("BeforeTool", { tool_name, tool_input }),
      say("AfterTool", { tool_name, tool_input, tool_response: { llmContent } }),
    ];
    let warned: Answer[] = [];
    for (let i = 0; i < 5 && warned[1] === undefined; i++) {
      warned = play("read_file", { path: "a" }, "x");
      // once it was called twice with nothing new in between
      if (warned[1] === undefined && i !== 1) play("shell", { command: `echo ${i}` }, `${i}`);
    }
    const text = expect.stringMatching(/^Tool 'read_file' was called .* try a different approach\.$/);
    expect(warned[0]).toBeUndefined();
    expect(warned[1]).toEqual({ hookSpecificOutput: { hookEventName: "AfterTool", additionalContext: text } });
    expect(play("read_file", { path: "b" }, "y")).toEqual([undefined, undefined]);
  });

  /** A session of Gemini CLI; `play` asks about a call and tells what came of it. */
  function gemini(folder: Folder) {
    const say = (event: string, fields: object = {}): Answer =>
      ask(program, { session_id: "g", hook_event_name: event, ...fields }, folder.env);
    const play = (call: object, tool_response: object) => [
      say("BeforeTool", call),
      say("AfterTool", { ...call, tool_response }),
    ];
    return { say, play };
  }

  it("adds a warning to the error of a failed call, because Gemini CLI shows nothing else", () => {
    using folder = new Folder();
    const { play } = gemini(folder);
    const fail = (path: string) =>
      play({ tool_name: "read_file", tool_input: { path } }, { error: { message: "no file" } });
    for (const path of ["a", "b", "c"]) expect(fail(path)).toEqual([undefined, undefined]);
    const reason = expect.stringMatching(
      /^no file\n\nTool 'read_file' failed 4 times in a row with the same kind of error, whatever its arguments\. /,
    );
    expect(fail("d")).toEqual([undefined, { decision: "deny", reason }]);
  });

  it.each([
    ["<untrusted_context>\nOutput: x\n", "\n</untrusted_context>"],
    ["Output: x\n", ""],
  ])("ignores process ids in results of Gemini CLI's shell commands: %s", (begin, end) => {
    using folder = new Folder();
    const { play } = gemini(folder);
    const call = { tool_name: "run_shell_command", tool_input: { command: "ls" } };
    const run = (processes: string) => play(call, { llmContent: `${begin}${processes}${end}` })[0];
    expect(run("Process Group PGID: 7")).toBeUndefined();
    expect(run("Process Group PGID: 3 of many")).toBeUndefined();
    expect(run("Process Group PGID: 18")).toBeUndefined();
    expect(run("Process Group PGID: 19")).toBeUndefined(); // this call's results were not always the same
    expect(run("Background PIDs: 5, 12\nProcess Group PGID: 3")).toBeUndefined();
    expect(run("Process Group PGID: 21")).toBeUndefined(); // nor did anything explain that, so twice as many are asked for
    expect(run("Process Group PGID: 20")).toMatchObject({ decision: "deny" });
  });

  it("counts calls of Gemini CLI as one round until the next model request", () => {
    using folder = new Folder();
    const { say, play } = gemini(folder);
    const call = { tool_name: "read_file", tool_input: { path: "a" } };
    for (let i = 1; i <= 2; i++) {
      expect(say("BeforeModel", { llm_request: { messages: [] } })).toBeUndefined();
      for (let sibling = 0; sibling < 3; sibling++)
        expect(play(call, { llmContent: "x" })).toEqual([undefined, undefined]);
    }
    for (let i = 3; i <= 6; i++) {
      say("BeforeModel");
      for (let sibling = 0; sibling < 3; sibling++)
        expect(say("BeforeTool", call)?.["reason"]).toContain("the same result 2 times");
    }
  });

  it("counts a call of Gemini CLI whose end was not reported as failed when it is made again", () => {
    using folder = new Folder();
    const { say } = gemini(folder);
    const call = { tool_name: "run_shell_command", tool_input: { command: "rm a" } };
    const denied = () => {
      say("BeforeModel");
      return say("BeforeTool", call);
    };
    for (let i = 0; i < 3; i++) expect(denied()).toBeUndefined();
    for (let i = 0; i < 4; i++) expect(denied()).toEqual({ decision: "deny", reason: expect.any(String) });
    expect(denied()).toMatchObject({ continue: false, decision: "deny" });
  });

  it("accepts a model request that is retried, or not reported", () => {
    using folder = new Folder();
    const { say, play } = gemini(folder);
    const call = { tool_name: "read_file", tool_input: { path: "a" } };
    const said = [3, 1, 0, 2].map((requests) => {
      for (let i = 0; i < requests; i++) say("BeforeModel");
      return play(call, { llmContent: "x" });
    });
    const silent = [undefined, undefined];
    expect(said).toEqual([silent, silent, silent, [expect.objectContaining({ decision: "deny" }), undefined]]);
  });
});
