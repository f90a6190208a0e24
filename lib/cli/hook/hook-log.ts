/** `loopguard hook log`: what the hook found and said, for people. */
import { setTimeout } from "node:timers/promises";
import { plainText } from "../plain-text.ts";
import { logReader } from "./log-files.ts";

/** A line of the log, as native/hook/session.c writes it. */
interface HookRecord {
  readonly at: number;
  readonly agent: string;
  readonly session: string;
  readonly subagent?: string;
  readonly event: string;
  readonly tool?: string;
  readonly arguments?: string;
  readonly found?: readonly { tool?: string; detector?: string; verdict: string; text?: string }[];
  readonly said?: string;
  readonly problem?: string;
}

const LOOK_AGAIN_MS = 300;

/** Prints the log; `follow`: and what is added to it, until the process is ended. */
export async function printLog(follow: boolean): Promise<void> {
  const next = logReader();
  const first = next();
  print(first);
  if (first.length === 0 && !follow) process.stdout.write("The hook has found nothing, and told nobody anything.\n");
  while (follow) {
    await setTimeout(LOOK_AGAIN_MS);
    print(next());
  }
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${describe(line)}\n`);
}

/** Texts in it are those of tools and models, so they are made safe to print. */
function describe(line: string): string {
  let record: HookRecord;
  try {
    record = JSON.parse(line) as HookRecord;
    const when = new Date(record.at).toISOString().slice(0, 19).replace("T", " ");
    const whose = record.subagent === undefined ? record.session : `${record.session} (${record.subagent})`;
    const about = [when, record.agent, whose, record.event, record.tool].filter((part) => part !== undefined);
    const found = (record.found ?? []).map(
      ({ tool, detector, verdict, text }) =>
        `found: ${[tool, detector].filter((part) => part !== undefined).join(" ")}, ${verdict}: ${text}`,
    );
    const rest = (["arguments", "said", "problem"] as const).filter((key) => record[key] !== undefined);
    const more = [...found, ...rest.map((key) => `${key}: ${record[key]}`)];
    return [about.map(plainText).join("  "), ...more.map((text) => `  ${plainText(text)}`)].join("\n");
  } catch {
    return plainText(line); // another program's, or cut short by a full disk
  }
}
