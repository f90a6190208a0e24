/**
 * Makes docs/images/report.png: `npm run build:ts && node scripts/pictures.mjs`. What it shows is what the built command says of
 * made-up traces. With a folder it puts pictures of more states there instead, to be looked at: `node scripts/pictures.mjs /tmp`.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchChromium } from "../test/cli/report/chromium.mjs";
import { sampleReport } from "../test/cli/report/sample-report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const README = join(root, "docs", "images", "report.png");
const [folder] = process.argv.slice(2);

/** The runs of the sample as traces, a file for each of theirs. */
function writeTraces(to) {
  const files = new Map();
  for (const { id, file, startedAt, strip } of sampleReport().runs) {
    const at = (round) => new Date(Date.parse(startedAt) + 8_000 * round).toISOString();
    const calls = strip.map(({ name, args, result, error, round }) => ({
      ...{ name, args: JSON.parse(args), result, ...(error && { error }), batch: round, at: at(round) },
    }));
    const line = JSON.stringify({ id, startedAt, calls });
    files.set(file, [...(files.get(file) ?? []), line]);
  }
  for (const [file, lines] of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), `${lines.join("\n")}\n`);
  }
}

const work = mkdtempSync(join(tmpdir(), "loopguard-pictures-"));
writeTraces(work);
const command = [join(root, "dist", "cli", "main.js"), "report", "traces", "-o", "report.html", "--price", "3"];
const { status, stderr } = spawnSync(process.execPath, command, { cwd: work, encoding: "utf8" });
if (status !== 0) throw new Error(`loopguard report failed: ${stderr}`);

const browser = await launchChromium();

async function take(path, { width = 1280, height = 940, colorScheme = "light", fullPage = false, print = false } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(pathToFileURL(join(work, "report.html")).href);
  await page.locator(".runs a[data-run]").first().click();
  await page.locator("[role=option]").nth(6).click();
  await page.evaluate(() => scrollTo(0, 0));
  if (print) await page.emulateMedia({ media: "print" });
  await page.locator(".runs svg").first().waitFor({ state: "attached" });
  await page.screenshot({ path, fullPage });
  await page.close();
  console.log(path);
}

if (folder === undefined) {
  await take(README);
} else {
  await take(join(folder, "report-light.png"), { fullPage: true });
  await take(join(folder, "report-dark.png"), { colorScheme: "dark" });
  await take(join(folder, "report-phone.png"), { width: 375 });
  await take(join(folder, "report-print.png"), { print: true });
}
await browser.close();
rmSync(work, { recursive: true });
