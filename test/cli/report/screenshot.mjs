/**
 * Makes docs/images/report.png: `npm run build:ts && node test/cli/report/screenshot.mjs`. With a folder it puts pictures of
 * more states there instead, to be looked at: `node test/cli/report/screenshot.mjs /tmp`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ReportPage } from "../../../out/cli/report/render.js";
import { launchChromium } from "./chromium.mjs";
import { sampleReport } from "./sample-report.mjs";

const README = fileURLToPath(new URL("../../../docs/images/report.png", import.meta.url));
const folder = process.argv[2];

const html = join(mkdtempSync(join(tmpdir(), "loopguard-report-")), "report.html");
const { runs, ...report } = sampleReport();
const page = new ReportPage();
writeFileSync(html, [page.begin(), ...runs.map((run) => page.run(run)), page.end(report)].join(""));
const browser = await launchChromium();

async function take(path, { width = 1280, height = 940, colorScheme = "light", fullPage = false, print = false } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme });
  await page.goto(pathToFileURL(html).href);
  await page.locator(".runs a[data-run]").first().click();
  await page.locator("[role=option][data-call='18']").click();
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
rmSync(join(html, ".."), { recursive: true });
