/** A Postgres of Debian's package in a folder of its own, which listens on a socket in it alone. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from "node:child_process";
import { chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";

const VERSIONS = "/usr/lib/postgresql";

export interface Postgres {
  /** For `psql -d`. */
  database: string;
  stop(): Promise<void>;
}

export async function startPostgres(folder: string): Promise<Postgres> {
  const [version] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const program = (name: string) => join(VERSIONS, version as string, "bin", name);
  mkdirSync(folder);
  const user = otherUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const options: SpawnOptions = { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] };
  execFileSync(
    program("initdb"),
    ["-D", data, "-U", "test", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"],
    options,
  );
  const server = spawn(program("postgres"), ["-D", data, "-k", folder, "-c", "listen_addresses=", "-F"], options);
  await isReady(server);
  return {
    database: `host=${folder} user=test dbname=postgres`,
    stop: () =>
      new Promise((done) => {
        server.once("exit", () => done());
        server.kill("SIGINT");
      }),
  };
}

/** Postgres refuses to run as root. */
function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

function isReady(server: ChildProcess): Promise<void> {
  return new Promise((done, failed) => {
    let said = "";
    server.once("exit", (code) => failed(new Error(`postgres ended with ${code}: ${said}`)));
    server.stderr?.on("data", (chunk: Buffer) => {
      said += chunk;
      if (said.includes("ready to accept connections")) done();
    });
  });
}
