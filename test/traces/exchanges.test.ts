/** Logs of requests and responses: each request repeats the history, and no call of it may count twice. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTraceLines } from "../../lib/traces/read-trace.ts";
import { tries } from "../effort.ts";
import { Recorder } from "./recorder.ts";

async function read(lines: readonly unknown[], name = "log"): Promise<Recorder> {
  const recorder = new Recorder();
  await readTraceLines([Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""))], name, recorder);
  return recorder;
}

const stories = async (lines: readonly unknown[]) => (await read(lines)).runs.map(({ id, story }) => [id, story]);

const user = (content: string) => ({ role: "user", content });
const asks = (id: string, args = "{}") => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "look", arguments: args } }],
});
const gives = (id: string, content = "x") => ({ role: "tool", tool_call_id: id, content });
const exchange = (messages: readonly unknown[], answer?: object, more: object = {}) => ({
  request: { model: "m", messages },
  response: answer === undefined ? null : { choices: [{ message: answer }] },
  ...more,
});

describe("a log of requests and responses", () => {
  const first = [user("Look.")];
  const second = [...first, asks("a"), gives("a")];

  it("is one run, and the last response is read where no request repeats it", async () => {
    expect(await stories([exchange(first, asks("a")), exchange(second, asks("b"))])).toEqual([
      ["log", '| 0:look({}) 0="x" | 1:look({})'],
    ]);
  });

  it.each(["shell_call", "local_shell_call"])("bills a %s of a response to that response", async (type) => {
    const call = { type, call_id: "c", action: { command: "make" } };
    const output = { type: `${type}_output`, call_id: "c", output: "done" };
    const response = { id: "r", output: [call], usage: { input_tokens: 30, output_tokens: 10 } };
    const input = [user("Build it.")];
    const lines = [
      { request: { input }, response, timestamp: 1_800_000_000 },
      { request: { input: [...input, call, output] }, response: null, timestamp: 1_800_000_060 },
    ];
    const [run] = (await read(lines)).runs;
    expect(run?.story).toMatch(/^\| 0:\w+\({"command":"make"}\)\*40 0="done"$/);
  });

  it("is read from a history that began before the log", async () => {
    expect(await stories([exchange(second, asks("b"))])).toEqual([["log", '| 0:look({}) 0="x" | 1:look({})']]);
  });

  it("has the answer that the client went on with, if it asked again", async () => {
    const lines = [exchange(first, asks("z", '{"n":1}')), exchange(first, asks("a")), exchange(second)];
    expect(await stories(lines)).toEqual([["log", '| 0:look({}) 0="x"']]);
  });

  it("has a run for each branch, which knows nothing of the calls before it", async () => {
    const other = [...first, asks("c", '{"n":1}'), gives("c", "y")];
    const lines = [exchange(first, asks("a")), exchange(second, asks("b")), exchange(other)];
    expect(await stories(lines)).toEqual([
      ["log", '| 0:look({}) 0="x" | 1:look({})'],
      ["log:3", '| 0:look({"n":1}) 0="y"'],
    ]);
  });

  it("has a run for the same prompt at another time", async () => {
    const lines = [exchange(first, asks("a")), exchange(second), exchange(first, asks("d")), exchange([...first, asks("d"), gives("d")])]; // biome-ignore format: a story
    expect(await stories(lines)).toEqual([
      ["log", '| 0:look({}) 0="x"'],
      ["log:3", '| 0:look({}) 0="x"'],
    ]);
  });

  it("goes on by the id of the response before, without its history", async () => {
    const call = { type: "function_call", call_id: "a", name: "look", arguments: "{}" };
    const lines = [
      { request: { input: "Look.", previous_response_id: null }, response: { id: "r1", output: [call] } },
      {
        request: { previous_response_id: "r1", input: [{ type: "function_call_output", call_id: "a", output: "x" }] },
        response: { id: "r2", output: [{ ...call, call_id: "b" }] },
      },
      {
        request: { previous_response_id: "r2", input: [{ type: "function_call_output", call_id: "b", output: "x" }] },
        response: { id: "r3", output: [] },
      },
    ];
    expect(await stories(lines)).toEqual([["log", '| 0:look({}) 0="x" | 1:look({}) 1="x"']]);
  });

  it("may have requests and responses in lines of their own, bodies as text, and the messages beside the response", async () => {
    const answer = { role: "assistant", content: [{ type: "tool_use", id: "a", name: "look", input: {} }] };
    expect(await stories([{ request: { messages: first } }, { response: answer }])).toEqual([["log", "| 0:look({})"]]);
    const text = { request: { url: "u", body: JSON.stringify({ messages: first }) }, response: { body: JSON.stringify(answer) } }; // biome-ignore format: a story
    expect(await stories([text])).toEqual([["log", "| 0:look({})"]]);
    const beside = { messages: first, response: { choices: [{ message: asks("a") }] } };
    expect(await stories([beside])).toEqual([["log", "| 0:look({})"]]);
  });

  it("may have a system prompt that changes with each request, messages that are left out, and reminders at the end", async () => {
    const prompt = (at: number) => ({ role: "system", content: `It is ${at} o'clock.` });
    const third = [...second, asks("b"), gives("b")];
    const whole = ['| 0:look({}) 0="x" | 1:look({}) 1="x" | 2:look({})'];
    const log = (requests: readonly object[][]) => [
      exchange(requests[0] as object[], asks("a")),
      exchange(requests[1] as object[], asks("b")),
      exchange(requests[1] as object[], asks("b")),
      exchange(requests[2] as object[], asks("c")),
    ];
    const told = async (requests: readonly object[][]) => (await read(log(requests))).runs.map(({ story }) => story);
    expect(await told([first, second, third].map((request, at) => [prompt(at), ...request]))).toEqual(whole);
    expect(await told([first, second, third.slice(-4)])).toEqual(whole);
    expect(await told([first, second, third].map((request, at) => [...request, prompt(at)]))).toEqual(whole);
  });

  it("has a run for each agent with a system prompt of its own, and for a branch after another prompt", async () => {
    const agent = (name: string) => ({ role: "system", content: name });
    const lines = [
      exchange([agent("A"), ...first], asks("a")),
      exchange([agent("B"), ...first], asks("b")),
      exchange([agent("A"), ...second], asks("c", '{"n":1}')),
      exchange([agent("A"), ...second, asks("c", '{"n":1}'), gives("c")]),
      exchange([agent("Now A"), ...second, asks("d", '{"n":2}'), gives("d")]),
    ];
    expect(await stories(lines)).toEqual([
      ["log", '| 0:look({}) 0="x" | 1:look({"n":1}) 1="x"'],
      ["log:2", "| 0:look({})"],
      ["log:5", '| 0:look({"n":2}) 0="x"'],
    ]);
  });

  it("may be rows of a database, with the messages and the response as text, and of Helicone", async () => {
    const answer = { choices: [{ message: asks("b") }] };
    const row = {
      startTime: "2026-01-01T00:00:00Z",
      messages: JSON.stringify(second),
      response: JSON.stringify(answer),
    };
    expect(await stories([row])).toEqual([["log", '| 0:look({}) 0="x" | 1:look({})']]);
    const exported = { request_created_at: row.startTime, request_body: { messages: second }, response_body: answer };
    const { runs } = await read([exported]);
    expect(runs.map(({ story, startedAt }) => [story, startedAt])).toEqual([
      ['| 0:look({}) 0="x" | 1:look({})', Date.parse(row.startTime)],
    ]);
  });

  it("names runs by their sessions, further ones in a session by their lines too", async () => {
    const lines = [
      exchange(first, asks("a"), { session_id: "s" }),
      exchange([user("Other.")], asks("b"), { session_id: "s" }),
      exchange(second, undefined, { session_id: "s" }),
    ];
    expect(await stories(lines)).toEqual([
      ["s", '| 0:look({}) 0="x"'],
      ["s/2", "| 0:look({})"],
    ]);
  });

  it("is not what has no messages, and what is no log is read as before", async () => {
    expect((await read([{ request: { method: "GET" }, response: { status: 200 } }])).faults).toMatchObject([
      { reason: expect.stringContaining("in no known format") },
    ]);
    expect(await stories([{ id: "m", messages: second }])).toEqual([["m", '| 0:look({}) 0="x"']]);
    expect(await stories([{ custom_id: "e", body: { input: "text", model: "embedding" } }])).toEqual([]);
  });

  it("tells of the same calls as the whole conversations, however many are mixed, and whatever is tried again", async () => {
    const step = fc.record({
      calls: fc.integer({ min: 0, max: 3 }),
      word: fc.constantFrom("", "Go on.", "Why?"),
      again: fc.boolean(),
      answered: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 24, maxLength: 24 }),
        async (conversations, order) => {
          const logs = conversations.map((steps, which) => {
            const history: object[] = [user(`Task ${which}`)];
            const log: object[] = [];
            for (const [at, { calls, word, again, answered }] of steps.entries()) {
              const ids = Array.from({ length: calls }, (_, i) => `${which}.${at}.${i}`);
              const tool_calls = ids.map((id) => ({ id, type: "function", function: { name: "look", arguments: `{"at":${at}}` } })); // biome-ignore format: one line
              const answer = { role: "assistant", content: `Step ${at}`, ...(calls > 0 ? { tool_calls } : {}) };
              const isLast = at === steps.length - 1;
              // A response may be missing: the next request repeats it.
              log.push(exchange([...history], answered || isLast ? answer : undefined));
              if (again) log.push(exchange([...history], answer));
              history.push(answer, ...ids.map((id) => gives(id, `result ${at}`)));
              if (word !== "") history.push(user(word));
            }
            log.push(exchange([...history]));
            return { history, log };
          });
          const mixed: object[] = [];
          const rests = logs.map(({ log }) => [...log]);
          for (let turn = 0; rests.some((rest) => rest.length > 0); turn++) {
            const open = rests.filter((rest) => rest.length > 0);
            mixed.push(open[(order[turn % order.length] as number) % open.length]?.shift() as object);
          }
          const whole = await read(logs.map(({ history }) => ({ messages: history })));
          const found = (await read(mixed)).runs.map(({ story }) => story);
          expect(found.sort()).toEqual(whole.runs.map(({ story }) => story).sort());
        },
      ),
      { numRuns: tries(200) },
    );
  });
});

describe("batch files", () => {
  it("requests and results of OpenAI and Anthropic are runs named by their ids", async () => {
    const messages = [user("Look."), asks("a"), gives("a")];
    const tool_use = { type: "tool_use", id: "a", name: "look", input: {} };
    const usage = { prompt_tokens: 8, completion_tokens: 2 };
    const lines = [
      { custom_id: "r1", method: "POST", url: "/v1/chat/completions", body: { messages } },
      { custom_id: "r1", method: "POST", url: "/v1/chat/completions", body: { messages } },
      { custom_id: "r2", params: { messages } },
      { id: "b", custom_id: "r3", response: { status_code: 200, body: { choices: [{ message: asks("a") }], usage } } },
      { custom_id: "r4", result: { type: "succeeded", message: { role: "assistant", content: [tool_use] } } },
      { custom_id: "r5", response: { status_code: 500, body: { error: {} } }, error: { code: "x" } },
    ];
    const one = '| 0:look({}) 0="x"';
    expect(await stories(lines)).toEqual([
      ["r1", one],
      ["r1", one],
      ["r2", one],
      ["r3", "| 0:look({})*10"],
      ["r4", "| 0:look({})"],
    ]);
  });
});
