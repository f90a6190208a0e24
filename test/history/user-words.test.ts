/** Which messages of a user are turns, and what that does to a history. docs/design.md has the rule. */
import { describe, expect, it } from "vitest";
import { sinceUser, UserWords } from "../../lib/history/user-words.ts";
import { checkMessages, LoopGuard } from "../../lib/index.ts";

/** Whether each of these messages begins a turn, with a call after each. */
const turnsOf = (...contents: unknown[]) => {
  const words = new UserWords();
  return contents.map((content, i) => words.beginTurn(content, i));
};
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describe("what is no turn", () => {
  it.each([
    [
      "OpenHands",
      "Please continue working on the task on whatever approach you think is suitable.\nIf you think you have solved the task, please finish the interaction.\nIMPORTANT: YOU SHOULD NEVER ASK FOR HUMAN HELP.\n",
    ],
    [
      "SWE-agent",
      "Your output was not formatted correctly. You must always include one discussion and one command as part of your response.",
    ],
    ["mini-swe-agent", "Please always provide EXACTLY ONE action in triple backticks, found 0 actions."],
    ["an older mini-swe-agent", "Please always provide exactly one action in triple backticks."],
    ["mini-swe-agent 2", "No tool calls found in the response. Every response MUST include at least one tool call."],
    ["Cline", "[ERROR] You did not use a tool in your previous response! Please retry with a tool use.\n\n# Reminder"],
    ["AutoGen", "Please continue. If everything is done, reply 'TERMINATE'."],
    ["AutoGen's default", ""],
    [
      "smolagents",
      "Error:\nCode parsing failed on line 1\nNow let's retry: take care not to repeat previous errors! If you have retried several times, try a completely different approach.\n",
    ],
    [
      "smolagents, with the call",
      "Call id: call_7\nError:\nno such tool\nNow let's retry: take care not to repeat previous errors! If",
    ],
    ["Gemini CLI", "System: Potential loop detected. Details: Repeated tool call. Please take a step back"],
    ["Gemini CLI, where the model is to go on", "Please continue."],
    ["Claude Code", "<system-reminder>\nThe todo list is empty.\n</system-reminder>\n"],
    ["Claude Code, two of them", "<system-reminder>a</system-reminder> <task-notification>b</task-notification>"],
  ])("the text of %s, at once, as a text and in parts", (_, text) => {
    expect(turnsOf(text)).toEqual([false]);
    expect(turnsOf([{ type: "text", text }])).toEqual([false]);
    expect(
      turnsOf([
        { type: "input_text", text },
        { type: "tool_result", tool_use_id: "1" },
      ]),
    ).toEqual([false]);
  });

  it.each([
    ["English", "Your answer had no tool call, try again."],
    ["German", "Deine Antwort enthielt keinen Aufruf, bitte noch einmal."],
    ["Chinese", "你的回答没有调用任何工具,请再试一次。"],
    ["Russian", "В ответе нет вызова инструмента, повторите."],
    ["a task that is given again and again", "Read PLAN.md, do the next thing on it, and stop."],
  ])("from the second time on, a sentence that came before: %s", (_, text) => {
    expect(turnsOf(text, text, ` ${text.replaceAll(" ", "\n ")} `)).toEqual([true, false, false]);
    expect(turnsOf(text, "Something else, by somebody.", text)).toEqual([true, true, false]);
  });

  it("the same but for a counter", () => {
    const nudge = (n: number) => `Attempt ${n}/10: your answer had no tool call, try again.`;
    expect(turnsOf(nudge(1), nudge(2), nudge(10))).toEqual([true, false, false]);
    expect(turnsOf("第1次:你的回答没有调用任何工具", "第2次:你的回答没有调用任何工具")).toEqual([true, false]);
    expect(turnsOf("Look into ticket 48213 for me", "Look into ticket 48217 for me")).toEqual([true, true]);
    expect(turnsOf("Deploy v1.2 to the cluster eu-1", "Deploy v1.3 to the cluster eu-1")).toEqual([true, true]);
  });

  it("a few words, from the third time in a row on", () => {
    expect(turnsOf("continue", "continue", "continue", "continue")).toEqual([true, true, false, false]);
    expect(turnsOf("yes", "yes", "no", "yes")).toEqual([true, true, true, true]);
  });
});

describe("what is a turn", () => {
  it("anything new, images, and what was asked before", () => {
    expect(turnsOf("Fix the bug in a.ts", "Now write a test for it, please")).toEqual([true, true]);
    const image = [{ type: "text", text: "What do you say about this picture here" }, { type: "image" }];
    expect(turnsOf(image, image)).toEqual([true, true]);
    for (const text of [
      "Is there any news about the deployment?",
      "有没有关于部署的新消息呢？",
      "هل هناك أخبار جديدة؟",
    ])
      expect(turnsOf(...times(5, text))).toEqual(times(5, true));
  });

  it("words before sixteen thousand reminders, in the time that it takes to read them", () => {
    const reminders = "<system-reminder>x</system-reminder>".repeat(16_000);
    const start = performance.now();
    expect(turnsOf(`${"word ".repeat(64_000)}${reminders}`, `Look again.${reminders}`)).toEqual([true, true]);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("words beside a reminder, and words that quote a nudge", () => {
    expect(turnsOf("<system-reminder>x</system-reminder>Go on with the tests now")).toEqual([true]);
    expect(turnsOf("It says: Your output was not formatted correctly. Why is that so")).toEqual([true]);
  });

  it("what is no text at all", () => {
    for (const content of [undefined, null, 7, {}, [null], [7], [{ type: "file" }]])
      expect(turnsOf(content, content)).toEqual([true, true]);
  });

  it("a text too long to be a nudge", () => {
    expect(turnsOf("x ".repeat(9000), "x ".repeat(9000))).toEqual([true, true]);
  });
});

it("one message that a log has twice is one message", () => {
  const words = new UserWords();
  const said: [string, number][] = [
    ["go on", 0],
    ["go on", 0],
    ["go on", 1],
    ["go on", 1],
  ];
  expect(said.map(([text, position]) => words.beginTurn(text, position))).toEqual([true, false, true, false]);
});

it("remembers a bounded number of texts", () => {
  const words = new UserWords();
  for (let i = 0; i < 2000; i++)
    expect(words.beginTurn(`A sentence about case ${i + 1000} and nothing else`, i)).toBe(true);
  expect(words.beginTurn("A sentence about case 1000 and nothing else", 2000)).toBe(true);
  expect(words.beginTurn("A sentence about case 2999 and nothing else", 2001)).toBe(false);
});

it("sinceUser looks at each message with the others in mind", () => {
  const nudge = { role: "user", content: "Your answer had no tool call, try again." };
  const answer = { role: "assistant", content: "Done." };
  expect(sinceUser([nudge])).toEqual([]);
  expect(sinceUser([nudge, answer, nudge])).toEqual([answer, nudge]);
  expect(sinceUser([nudge, answer])).toEqual([answer]);
  expect(sinceUser([nudge, answer, { role: "user", content: "Then send it." }, null])).toEqual([null]);
  expect(sinceUser([answer])).toEqual([answer]);
  expect(sinceUser([])).toEqual([]);
});

describe("in a history", () => {
  const NUDGE = { role: "user", content: "Your answer had no tool call, try again." };
  let ids = 0;
  const step = (result = "0 results") => {
    const id = `call_${++ids}`;
    return [
      { role: "assistant", tool_calls: [{ id, function: { name: "search", arguments: '{"q":"x"}' } }] },
      { role: "tool", tool_call_id: id, content: result },
    ];
  };
  const pending = () => step().slice(0, 1);
  const history = (said: object) => [
    { role: "user", content: "Find x." },
    ...times(8, 0).flatMap(() => [...step(), said]),
  ];

  it("a stuck agent that is nudged is as stuck as one that is not", () => {
    expect(checkMessages([...history(NUDGE), ...pending()]).action).not.toBe("allow");
    const run = new LoopGuard().run("a");
    expect(run.rehydrate(history(NUDGE)).action).not.toBe("allow");
  });

  it("a user who asks each time is a turn each time", () => {
    let n = 0;
    const asked = times(8, 0).flatMap(() => [
      ...step(),
      { role: "user", content: `And ${["one", "two"][n++ % 2]} more, ${"please ".repeat(n)}` },
    ]);
    expect(checkMessages([...asked, ...pending()]).action).toBe("allow");
    expect(
      checkMessages([...history({ role: "user", content: "Is there anything new by now?" }), ...pending()]).action,
    ).toBe("allow");
  });

  it("of Anthropic and Gemini", () => {
    const anthropic = times(8, 0).flatMap(() => {
      const id = `toolu_${++ids}`;
      return [
        { role: "assistant", content: [{ type: "tool_use", id, name: "search", input: { q: "x" } }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: id, content: "0 results" },
            { type: "text", text: "<system-reminder>Use your tools.</system-reminder>" },
          ],
        },
      ];
    });
    const gemini = times(8, 0).flatMap(() => [
      { role: "model", parts: [{ functionCall: { name: "search", args: { q: "x" } } }] },
      { role: "user", parts: [{ functionResponse: { name: "search", response: { output: "0 results" } } }] },
      { role: "user", parts: [{ text: "System: Potential loop detected. Please take a step back." }] },
    ]);
    for (const messages of [anthropic, gemini]) expect(checkMessages(messages).action).not.toBe("allow");
  });
});
