import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
// The augmentation below needs the module to be known.
import type {} from "vitest";
import { cloneDataFolder } from "../../scripts/test-cluster/clusters.ts";
import { cheapenPasswords } from "./cheap-passwords.ts";

/** The contents of the stack.json that `npm start` writes. */
export interface RunningStack {
  url: string;
  publishable_key: string;
  secret_key: string;
  /** As its superuser, to read back the actual rows. */
  database_url: string;
  users: { email: string; password: string; role: string; organization: string | null }[];
  /** The ports of the vendors: free ones, on which a test can act as a vendor. */
  vendor_ports: { clickup: number; google: number };
  /** Its data folder, with the key that signs user tokens: there is no other way to get expired ones. */
  data_dir: string;
}

declare module "vitest" {
  interface ProvidedContext {
    stack: RunningStack;
  }
}

/** A stack that starts: known by its process at once, usable when it is ready. */
export interface TestStack {
  pid: number;
  ready: Promise<RunningStack>;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

const PROJECT = path.resolve(import.meta.dirname, "../..");

/** Starts the service as a person would, in a separate data folder. */
export async function startTestStack(slot: number): Promise<TestStack> {
  const parent = process.env["TEST_RUN_FOLDER"] ?? tmpdir();
  const folder = await mkdtemp(path.join(parent, `countersign-test-${slot}-`));
  // Lets the database server enter even if the tests run as root, so that its data is inside and is deleted with the
  // folder.
  await chmod(folder, 0o711);
  const data_dir = path.join(folder, "data");
  await cloneDataFolder(data_dir);
  const clickup = await freePort();
  const google = await freePort();
  const service = spawn(
    process.execPath,
    ["scripts/start.ts", "--port", "0", "--data", data_dir, "--no-demo-files"],
    {
      cwd: PROJECT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        // Suites propose as the same few people, faster than real people would.
        SERVICE_PROPOSE_RATE_LIMIT: "10000",
        SERVICE_OPEN_CARDS_PER_PERSON: "100000",
        CLICKUP_API_URL: `http://127.0.0.1:${clickup}`,
        GOOGLE_CALENDAR_API_URL: `http://127.0.0.1:${google}`,
        GOOGLE_TOKEN_URL: `http://127.0.0.1:${google}/token`,
      },
    },
  );
  const { pid } = service;
  if (pid === undefined) throw new Error("The service did not start: node cannot be run");

  let output = "";
  const end = new Promise<void>((resolve) => service.once("close", () => resolve()));
  const startLine = new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout, service.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("is ready after")) resolve();
      });
    }
    end.then(() => reject(new Error(`The service did not start:\n${output}`)));
  });
  const ready = startLine.then(async () => {
    const stackFile = JSON.parse(await readFile(path.join(data_dir, "stack.json"), "utf8"));
    await cheapenPasswords(stackFile.database_url);
    return { ...stackFile, vendor_ports: { clickup, google }, data_dir } as RunningStack;
  });
  return {
    pid,
    ready,
    ended: end,
    stop: async () => {
      service.kill("SIGTERM");
      await end;
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

let nextPort = 10_000 + (process.pid % 10_000);

/**
 * An unused port, which no other call returns. It is below the ports of outgoing connections, because a test listens on
 * it only later, and a connection could take it until then.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = nextPort++;
    const probe = net.createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
