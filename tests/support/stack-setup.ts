import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";

/** What `npm start` writes into stack.json. */
export interface RunningStack {
  url: string;
  publishable_key: string;
  secret_key: string;
  /** As its superuser: for reading back what really happened. */
  database_url: string;
  users: { email: string; password: string; role: string; organization: string | null }[];
  /** Ports at which it looks for the vendors: free ones, for a test that wants to be one. */
  vendor_ports: { clickup: number; google: number };
  /** Its data folder, with the key that signs user tokens: expired ones cannot be had otherwise. */
  data_dir: string;
}

declare module "vitest" {
  interface ProvidedContext {
    stack: RunningStack;
  }
}

const PROJECT = path.resolve(import.meta.dirname, "../..");

/** Starts the service as a person would, in a data folder of its own, and stops it after the suite. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "countersign-test-"));
  const [clickup, google] = await freePorts();
  const service = spawn(
    process.execPath,
    ["scripts/start.ts", "--port", "0", "--data", path.join(dataDir, "data"), "--no-demo-files"],
    {
      cwd: PROJECT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        CLICKUP_API_URL: `http://127.0.0.1:${clickup}`,
        GOOGLE_CALENDAR_API_URL: `http://127.0.0.1:${google}`,
        GOOGLE_TOKEN_URL: `http://127.0.0.1:${google}/token`,
      },
    },
  );
  let output = "";
  const ended = new Promise<void>((resolve) => service.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [service.stdout, service.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.includes("is ready after")) resolve();
      });
    }
    ended.then(() => reject(new Error(`The service did not start:\n${output}`)));
  });
  const data_dir = path.join(dataDir, "data");
  const written = await readFile(path.join(data_dir, "stack.json"), "utf8");
  const vendor_ports = { clickup, google };
  project.provide("stack", { ...JSON.parse(written), vendor_ports, data_dir } as RunningStack);

  return async () => {
    service.kill("SIGTERM");
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Two ports that nobody listens at, held together so that they are two. */
async function freePorts(): Promise<[number, number]> {
  const servers = [net.createServer(), net.createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ports.push((server.address() as net.AddressInfo).port);
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve));
  return ports as [number, number];
}
