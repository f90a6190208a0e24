/** Of every platform that a release has an addon for. */
export const PREBUILDS = [
  "darwin-arm64",
  "darwin-x64",
  "linux-arm64",
  "linux-arm64-musl",
  "linux-x64",
  "linux-x64-musl",
  "win32-x64",
];

/** The folder of a prebuilt addon; lib/core/native.ts looks for the same name. */
export function prebuildName() {
  const name = `${process.platform}-${process.arch}`;
  return process.platform === "linux" && isMusl() ? `${name}-musl` : name;
}

function isMusl() {
  const { report } = process;
  report.excludeNetwork = true; // else it may wait for reverse DNS
  return report.getReport().header.glibcVersionRuntime === undefined;
}
