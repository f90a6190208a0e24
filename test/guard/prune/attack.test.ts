import fc from "fast-check";
import { expect, test } from "vitest";
import { pruneLoop } from "../../../lib/guard/prune/prune-loop.ts";
import { conversation } from "./random-requests.ts";
import { RENDERED } from "./rendered-requests.ts";
import { CHECKS } from "./prune-safely.ts";

type M = Record<string, any>;
const N = Number(process.env.N ?? 1500);
const tagged = (r: M[]): M[] => r.map((m, i) => (Object.getPrototypeOf(m) === Object.prototype ? { ...m, tag: i } : Object.assign(m, { tag: i })));
const tags = (r: readonly M[]) => r.map((m) => m.tag);
const deep = (v: any, f: (s: string) => string): any => JSON.parse(f(JSON.stringify(v)));

// ids reused in later responses
for (const p of ["OpenAI chat", "OpenAI responses", "Anthropic", "AI SDK", "LangChain dictionaries", "Gemini"])
  test(`${p}: reused ids`, () => {
    fc.assert(fc.property(conversation, fc.constantFrom("a", "b", "c"), (turns, toolName) => {
      let i = 0;
      const other = turns.map((t) => ({ ...t, calls: t.calls.map((c) => ({ ...c, id: `call_${i++ % 7}_` })) }));
      const first = pruneLoop(tagged(RENDERED[p]!(turns)), { toolName });
      const req = tagged(RENDERED[p]!(other));
      const second = pruneLoop(req, { toolName });
      expect(tags(second.messages)).toEqual(tags(first.messages));
      expect(CHECKS[p]!(second.messages).filter((w) => !/thinking|reasoning|following/.test(w))).toEqual(CHECKS[p]!(req).filter((w) => !/thinking|reasoning|following/.test(w)));
    }), { numRuns: N });
  });

// results in reverse order in each response
const reversal: Record<string, (r: M[]) => M[]> = {
  "OpenAI chat": (r) => runs(r, (m) => m.role === "tool"),
  "OpenAI responses": (r) => runs(r, (m) => m.type === "function_call_output"),
  "LangChain dictionaries": (r) => runs(r, (m) => m.type === "tool"),
  "Anthropic": (r) => r.map((m) => (m.role === "user" && Array.isArray(m.content) ? { ...m, content: runs(m.content, (x: M) => x.type === "tool_result") } : m)),
  "AI SDK": (r) => r.map((m) => (m.role === "tool" ? { ...m, content: [...m.content].reverse() } : m)),
  "Gemini": (r) => r.map((m) => (m.role === "user" ? { ...m, parts: runs(m.parts, (x: M) => x.functionResponse) } : m)),
};
function runs(r: M[], is: (m: M) => any): M[] {
  const out: M[] = [];
  let run: M[] = [];
  for (const m of r) { if (is(m)) { run.unshift(m); continue; } out.push(...run, m); run = []; }
  return [...out, ...run];
}
const kept = (r: readonly M[]) => [...new Set(JSON.stringify(r).match(/call_\d+_/g) ?? [])].sort();
for (const [p, rev] of Object.entries(reversal))
  test(`${p}: results out of order`, () => {
    fc.assert(fc.property(conversation, fc.constantFrom("a", "b", "c"), (turns, toolName) => {
      const first = pruneLoop(RENDERED[p]!(turns), { toolName });
      const second = pruneLoop(rev(RENDERED[p]!(turns) as M[]), { toolName });
      expect(kept(second.messages)).toEqual(kept(first.messages));
    }), { numRuns: N });
  });

test("Gemini: no ids", () => {
  fc.assert(fc.property(conversation, fc.constantFrom("a", "b", "c"), (turns, toolName) => {
    const req = tagged(RENDERED["Gemini"]!(turns));
    const first = pruneLoop(req, { toolName });
    const bare = deep(req, (s) => s.replace(/"id":"call_\d+_",/g, ""));
    const second = pruneLoop(bare as M[], { toolName });
    expect(tags(second.messages)).toEqual(tags(first.messages));
  }), { numRuns: N });
});

// OpenAI responses: each output behind its call
test("responses: call, output, call, output", () => {
  fc.assert(fc.property(conversation, fc.constantFrom("a", "b", "c"), (turns, toolName) => {
    const out: M[] = [];
    for (const m of RENDERED["OpenAI responses"]!(turns) as M[]) {
      if (m.type === "function_call_output") { const at = out.findIndex((o) => o.type === "function_call" && o.call_id === m.call_id); out.splice(at + 1, 0, m); } else out.push(m);
    }
    const wrong = CHECKS["OpenAI responses"]!(out);
    const { messages } = pruneLoop(out, { toolName });
    expect(CHECKS["OpenAI responses"]!(messages, out)).toEqual(wrong);
  }), { numRuns: N });
});

// anything goes: junk, duplicates, dropped messages, swapped messages: nothing throws, no orphan is made
const pairs = (r: readonly M[], p: string): { calls: number; orphans: number } => {
  const text = JSON.stringify(r);
  const all = text.match(/call_\d+_/g) ?? [];
  const count = new Map<string, number>();
  for (const a of all) count.set(a, (count.get(a) ?? 0) + 1);
  return { calls: count.size, orphans: [...count.values()].filter((n) => n % 2).length };
};
for (const p of ["OpenAI chat", "Anthropic", "AI SDK", "LangChain dictionaries", "Gemini"])
  test(`${p}: broken requests`, () => {
    fc.assert(fc.property(conversation, fc.constantFrom("a", "b", "c"), fc.array(fc.tuple(fc.constantFrom("drop", "dup", "swap", "junk", "empty"), fc.nat(60)), { maxLength: 4 }), (turns, toolName, muts) => {
      const req = tagged(RENDERED[p]!(turns));
      for (const [kind, n] of muts) {
        const at = n % Math.max(1, req.length);
        if (kind === "drop") req.splice(at, 1);
        if (kind === "dup") req.splice(at, 0, req[at]!);
        if (kind === "swap" && at + 1 < req.length) [req[at], req[at + 1]] = [req[at + 1]!, req[at]!];
        if (kind === "junk") req.splice(at, 0, [null, 1, "x", {}, { role: "tool" }, { role: "assistant", content: null }, { role: "assistant", content: [] }, { role: "user", content: "" }, { type: "function_call_output" }, []][n % 10] as never);
        if (kind === "empty" && req[at]) req[at] = { ...req[at], content: "" };
      }
      const before = JSON.stringify(req);
      const { messages, removed } = pruneLoop(req, { toolName });
      expect(JSON.stringify(req)).toBe(before);
      const [a, b] = [pairs(req, p), pairs(messages, p)];
      expect(b.orphans).toBeLessThanOrEqual(a.orphans);
      const wrong = CHECKS[p]!(req.filter((m) => m && typeof m === "object")), after = CHECKS[p]!(messages.filter((m) => m && typeof m === "object"), req.filter((m) => m && typeof m === "object"));
      expect(after.length).toBeLessThanOrEqual(wrong.length);
      if (wrong.length === 0) expect(after).toEqual([]);
      if (removed === 0) expect(messages).toEqual(req);
    }), { numRuns: N });
  });
