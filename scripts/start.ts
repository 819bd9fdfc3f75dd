/** `npm start`: the whole service on this machine, until Ctrl-C. */
import path from "node:path";
import { parseArgs } from "node:util";
import { buildConsole } from "./stack/console-build.ts";
import type { VendorsProcess } from "./stack/demo/vendors-process.ts";
import type { Stack } from "./stack/stack.ts";

const PROJECT = path.resolve(import.meta.dirname, "..");
const HELP = `npm start -- [options]

  --port N         port of the console and the API (54321)
  --data DIR       data folder (.local)
  --database URL   your own PostgreSQL 15, 16 or 17 instead of the one in the data folder
  --demo           no database and no sign-in: the API answers from an invented dataset; prints its token
  --reset          start with an empty data folder; deletes what is in it
  --no-seed        no demo people and projects; then see npm run first-admin
  --no-demo-files  the demo data, but none of its files
  --vendors        connects the demo organization to simulated vendors, to see syncs run without an account:
                   Fathom, Linear, Harvest, Google Calendar, Google Drive, HubSpot and Resend. ClickUp is left
                   out, because the simulated one executes no approved cards
  --host H         listen on an address other than 127.0.0.1; one that other machines can reach
                   needs --no-seed
  --origin URL     another origin under which the console is opened, such as
                   https://console.example.com; may be given several times
  --trusted-proxy ADDRESS
                   address of a proxy whose X-Forwarded-For is trusted; may be given several times
  --help           this text
`;
const SAME_SIGNAL_MS = 500;

const startedAt = performance.now();
const flags = readFlags();
let isReady = false;
let isStopping = false;
let stoppedAt = 0;
let vendors: VendorsProcess | undefined;
let stack: Stack | undefined;
const { promise: demoEnd, resolve: endDemo } = Promise.withResolvers<void>();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);

if (flags.demo) await runDemo();

const [starting, build] = await Promise.allSettled([startService(), buildConsole()]);
if (isStopping) await end(0);
else if (starting.status === "rejected") await fail(starting.reason);
else if (build.status === "rejected") await fail(build.reason);
else {
  isReady = true;
  announce(starting.value);
  // This runs in the background, because nothing depends on it.
  if (flags["demo-files"]) void starting.value.addDemoDocuments();
  await starting.value.ended;
  if (!isStopping) await fail(new Error("The database has ended; its log is in the data folder."));
}

// The modules are imported here, so that a wrong flag and --help are answered at once.
async function startService(): Promise<Stack> {
  const [{ startStack }, { connectVendors, disconnectVendors }, { readFunctionSecrets }] =
    await Promise.all([
      import("./stack/stack.ts"),
      import("./stack/demo/demo-vendors.ts"),
      import("./stack/functions/function-secrets.ts"),
    ]);
  if (flags.vendors) {
    const { startVendorsProcess } = await import("./stack/demo/vendors-process.ts");
    vendors = await startVendorsProcess();
  }
  stack = await startStack({
    port: flags.port,
    dataDir: flags.data,
    ...(flags.database !== undefined && { databaseUrl: flags.database }),
    seed: flags.seed,
    reset: flags.reset,
    host: flags.host,
    origins: flags.origin,
    trustedProxies: flags["trusted-proxy"],
    env: { ...(await readFunctionSecrets(PROJECT)), ...vendors?.env },
    onProgress: (step) => console.log(`  ${step} …`),
  });
  if (isStopping) return stack;
  if (flags.vendors) await connectVendors(stack);
  else if (stack.users.length > 0) {
    await disconnectVendors(stack).catch((error: Error) => console.error(`\n${error.message}`));
  }
  return stack;
}

/** Runs until Ctrl-C; nothing is stored. */
async function runDemo(): Promise<never> {
  const [{ startDemoMode }, { readFunctionSecrets }] = await Promise.all([
    import("./stack/demo/demo-mode.ts"),
    import("./stack/functions/function-secrets.ts"),
  ]);
  const demo = await startDemoMode({
    port: flags.port,
    dataDir: flags.data,
    env: await readFunctionSecrets(PROJECT),
  }).catch((error: Error) => {
    console.error(`\n${error.message}`);
    process.exit(1);
  });
  const { url, token, webhookSecret } = demo;
  console.log(`
Demo mode is ready:  ${url}/api/board?token=${token}

x-demo-token: ${token}
  opens GET board, spine, inbox, outcome and status, POST chat and ingest
x-webhook-secret: ${webhookSecret}
  opens POST meeting-webhook, such as with {"recording_id": "demo-ferry-weekly"}

curl ${url}/api/spine -H 'x-demo-token: ${token}'

Ctrl-C stops it; nothing is stored.`);
  await demoEnd;
  await demo.stop();
  process.exit(0);
}

function announce({ url, users }: Stack): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`\nCountersign is ready after ${seconds} s:  ${url}\n`);
  if (users.length > 0) {
    const width = Math.max(...users.map((user) => user.email.length));
    console.log(`Sign in as (password ${users[0]?.password}):`);
    for (const { email, role, organization } of users) {
      console.log(`  ${email.padEnd(width)}  ${[role, organization].filter(Boolean).join(", ")}`);
    }
  } else {
    console.log(
      "This database has no demo people. Create the first sign-in with npm run first-admin.",
    );
  }
  if (vendors) announceVendors(vendors);
  console.log("\nCtrl-C stops it; the data stays.");
}

function announceVendors({ pid, env, ended }: VendorsProcess): void {
  console.log(`
The vendors are simulated by process ${pid}: their meetings, emails, events, tasks, hours, files and companies arrive
within two minutes.
End that process (kill ${pid}) to see how syncs fail.
To simulate a received email, run this command, and then the sync of Resend under Settings:
  curl ${env["RESEND_API_URL"]}/simulated-emails -d from=eve@partner.test -d subject=Offer -d text=Hello`);
  ended.then(() => {
    if (isStopping) return;
    console.log(
      "\nThe simulated vendors have ended, so their syncs fail. To start them again, stop the service and run npm start -- --vendors.",
    );
  });
}

function stop(): void {
  if (isStopping) {
    // The signal of one Ctrl-C arrives twice: from the terminal and from the process that started this one.
    if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(130);
    return;
  }
  isStopping = true;
  stoppedAt = performance.now();
  console.log("\nStopping …");
  endDemo();
  // A signal during the start takes effect when the start is complete.
  if (isReady) end(0);
}

async function end(code: number): Promise<void> {
  await Promise.all([stack?.stop(), vendors?.stop()]);
  process.exit(code);
}

async function fail(error: unknown): Promise<void> {
  isStopping = true;
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  if (process.env.DEBUG) console.error(error);
  await end(1);
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "54321" },
        data: { type: "string", default: path.join(PROJECT, ".local") },
        database: { type: "string" },
        demo: { type: "boolean", default: false },
        reset: { type: "boolean", default: false },
        seed: { type: "boolean", default: true },
        "demo-files": { type: "boolean", default: true },
        vendors: { type: "boolean", default: false },
        host: { type: "string", default: "127.0.0.1" },
        origin: { type: "string", multiple: true, default: [] },
        "trusted-proxy": { type: "string", multiple: true, default: [] },
        help: { type: "boolean", default: false },
      },
      allowNegative: true,
    });
    if (values.help) {
      console.log(HELP);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) {
      throw new Error(`--port ${values.port} is not a port.`);
    }
    if (values.vendors && (!values.seed || values.demo || values.host !== "127.0.0.1")) {
      throw new Error(
        "--vendors is for the demo organization on this machine. Leave out --no-seed, --demo and --host.",
      );
    }
    if (values.database !== undefined && !/^postgres(ql)?:\/\//.test(values.database)) {
      throw new Error("--database takes a URL such as postgresql://user:password@host:5432/name.");
    }
    return { ...values, port };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}
