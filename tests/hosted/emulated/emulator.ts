/** The kit's database of a new hosted project, and the CLI's push to it. */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { KIT } from "../../../scripts/deploy/rehearsal.ts";

const PROJECT = path.resolve(import.meta.dirname, "../../..");
const CLI = path.join(PROJECT, "node_modules/.bin/supabase");
const run = promisify(execFile);

export interface Emulator {
  /** Connects as postgres, the owner of the objects that migrations create. */
  databaseUrl: string;
  /** Connects as the platform's superuser. */
  adminUrl: string;
  /** Connects with the role with which the Data API signs in. */
  authenticatorUrl: string;
  stop(): Promise<void>;
}

export async function startEmulator(
  options: { extensionsEnabled?: boolean; postgres?: 15 | 17 } = {},
): Promise<Emulator> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-hosted-"));
  await chmod(folder, 0o755);
  // All databases share the built server. Everyone may enter the folder, because it never runs as root.
  const cache = process.env["XDG_CACHE_HOME"] ?? path.join(tmpdir(), "countersign-hosted-cache");
  await mkdir(cache, { recursive: true, mode: 0o755 });
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  const program = path.join(KIT, "emulate.sh");
  const { stdout } = await run(
    program,
    [
      "start",
      folder,
      String(await freePort()),
      ...(options.extensionsEnabled ? ["--extensions-enabled"] : []),
      ...(options.postgres ? ["--postgres", String(options.postgres)] : []),
    ],
    { env },
  );
  const urls = JSON.parse(stdout) as Record<string, string>;
  return {
    databaseUrl: urls["database_url"] as string,
    adminUrl: urls["admin_url"] as string,
    authenticatorUrl: urls["authenticator_url"] as string,
    stop: async () => {
      await run(program, ["stop", folder], { env });
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** `supabase db push` of a project folder; returns its output. */
export async function push(databaseUrl: string, project = PROJECT): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), "countersign-home-"));
  try {
    const { stdout, stderr } = await run(
      CLI,
      ["--workdir", project, "--yes", "db", "push", `--remote=${databaseUrl}`],
      {
        env: {
          PATH: process.env["PATH"],
          HOME: home,
          DO_NOT_TRACK: "1",
          SUPABASE_TELEMETRY_DISABLED: "1",
          NO_COLOR: "1",
        },
      },
    );
    return stdout + stderr;
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** A copy of the project's database folder, with other migrations. */
export async function copyProject(change: {
  keep?: (migration: string) => boolean;
  add?: Record<string, string>;
}): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "countersign-project-"));
  const migrations = path.join(folder, "supabase/migrations");
  await cp(path.join(PROJECT, "supabase/config.toml"), path.join(folder, "supabase/config.toml"));
  await cp(path.join(PROJECT, "supabase/functions"), path.join(folder, "supabase/functions"), {
    recursive: true,
  });
  await cp(path.join(PROJECT, "supabase/migrations"), migrations, {
    recursive: true,
    filter: (source) => !source.endsWith(".sql") || (change.keep?.(path.basename(source)) ?? true),
  });
  for (const [name, script] of Object.entries(change.add ?? {})) {
    await writeFile(path.join(migrations, name), script);
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }) };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
