/**
 * The embedded stack: a native PostgreSQL (or your own by URL), Lite for the Data API, Auth and
 * Storage, Deno for the functions, stand-ins for cron and net, and the gateway in front of them.
 */
import { rm } from "node:fs/promises";
import path from "node:path";
import { SignJWT } from "jose";
import { captureConsole, NO_LOG } from "./captured-console.ts";
import { openDataFolder } from "./data-folder.ts";
import { addDemoDocuments } from "./demo/demo-documents.ts";
import { readDemoUsers } from "./demo/demo-users.ts";
import {
  type FunctionsOptions,
  startFunctions,
  startFunctionsLater,
} from "./functions/functions-process.ts";
import { checkModelLimits } from "./functions/model-limits.ts";
import { reachOfBackground, reachOfRoutes } from "./functions/network-access.ts";
import { createAdmission } from "./gateway/admission.ts";
import { checkOrigins } from "./gateway/browser-origins.ts";
import { checkProxies } from "./gateway/client-address.ts";
import { watchEventLoop } from "./gateway/event-loop.ts";
import { createGateway } from "./gateway/gateway.ts";
import { openPort } from "./gateway/gateway-port.ts";
import { openInvitedSignUp } from "./gateway/invited-sign-up.ts";
import { createKnownDevices } from "./gateway/known-devices.ts";
import { openUserTiers } from "./gateway/user-tiers.ts";
import { loadKeys, type StackKeys } from "./keys.ts";
import { startDataApiLater } from "./lite/data-api-process.ts";
import { type Lite, type LiteOptions, startLite } from "./lite/lite.ts";
import { urlAs } from "./lite/repairs/database-role.ts";
import { openPasswords } from "./lite/repairs/password-check.ts";
import { openSecondFactors } from "./lite/repairs/second-factors.ts";
import { createTokens } from "./lite/repairs/user-tokens.ts";
import { openLogFile } from "./log-file.ts";
import { proveAccessLists, proveRoles } from "./platform/boot-proof.ts";
import { applyLimits, parseLimits } from "./platform/operator-limits.ts";
import { scheduleJobs } from "./platform/schedule-jobs.ts";
import { startScheduler } from "./platform/scheduler.ts";
import { openDatabase } from "./postgres/database.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { type DemoUser, writeStackFile } from "./stack-file.ts";

export interface StackOptions {
  /** 54321 by default; 0 takes any free one. */
  port?: number;
  /** `.local` when absent. */
  dataDir?: string;
  /** Your own Postgres, 15 or newer; its user must be allowed to create roles. */
  databaseUrl?: string;
  /** Whether an empty database gets the demo seeds; true when absent. */
  seed?: boolean;
  /** Starts with an empty data folder. Never changes a database given by URL. */
  reset?: boolean;
  /** Address to listen on; loopback when absent. */
  host?: string;
  /** Other origins under which the console is opened; their pages may call the service. */
  origins?: string[];
  /** Addresses of proxies whose X-Forwarded-For is trusted; none when absent. */
  trustedProxies?: string[];
  /** Additional environment variables of the functions. */
  env?: Record<string, string>;
  onProgress?: (step: string) => void;
  /** Folder of the built console; `web/dist` when absent. */
  consoleDir?: string;
  /** Settings for the native server, such as `{ fsync: "off" }` in tests. */
  postgresSettings?: Record<string, string>;
}

export interface Stack {
  url: string;
  publishableKey: string;
  secretKey: string;
  databaseUrl: string;
  users: DemoUser[];
  /** Resolves when the native server has ended, even without `stop`. */
  ended: Promise<void>;
  /** Loads tables and functions that were created after the start. */
  clearSchemaCache(): Promise<void>;
  /** Adds missing files of the demo data. A failure is logged. */
  addDemoDocuments(): Promise<void>;
  stop(): Promise<void>;
}

const PROJECT = path.resolve(import.meta.dirname, "../..");
const DEFAULT_PORT = 54321;
// The memory limit of the hosted platform for a function.
const BACKGROUND_HEAP_MB = 256;
// Enough memory for a table of 10 MB with 20,000 rows.
const FILES_HEAP_MB = 512;
// A step of a job takes a second or two, and stops by itself after half a minute.
const BACKGROUND_SILENCE_MS = 45_000;
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/**
 * Starts all parts and verifies the access rights. If a step fails, it throws an Error of one sentence (or a list of
 * differences in access rights) and leaves nothing running.
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const host = options.host ?? "127.0.0.1";
  const seed = options.seed ?? true;
  const progress = options.onProgress ?? (() => {});
  if (!LOOPBACK.includes(host) && seed) {
    throw new Error("The password of the demo sign-ins is public. Add --no-seed to use --host.");
  }
  const limits = parseLimits(options.env);
  checkModelLimits(options.env);
  const origins = checkOrigins(options.origins ?? []);
  const proxies = checkProxies(options.trustedProxies ?? []);
  const undo: (() => Promise<unknown>)[] = [];
  let shutdown: Promise<void> | undefined;
  const stop = () => {
    shutdown ??= undoAll(undo);
    return shutdown;
  };
  try {
    return await start();
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }

  async function start(): Promise<Stack> {
    const folder = await openDataFolder(options.dataDir ?? path.join(PROJECT, ".local"), {
      reset: options.reset ?? false,
      seed,
    });
    undo.push(() => folder.unlock());
    const log = openLogFile(folder.file("logs", "stack.log"));
    undo.push(() => log.close());
    const server = await openPort(options.port ?? DEFAULT_PORT, host, log);
    undo.push(() => server.close());
    const url = server.url;

    progress("Starting the database");
    const database = await openDatabase(folder, {
      url: options.databaseUrl,
      settings: options.postgresSettings,
    });
    undo.push(() => database.close());
    const keys = await loadKeys(folder.file("keys.json"));

    const { liteRole, expected } = await prepareDatabase({
      folder,
      database,
      litePassword: keys.litePassword,
      seed,
      onProgress: progress,
    });
    const users = await readDemoUsers(database.url);
    if (!LOOPBACK.includes(host) && users.length > 0) {
      throw new Error(
        "This database contains the demo sign-ins, whose password is public. Use a database without them for --host.",
      );
    }

    progress("Starting the services");
    const tokens = await createTokens(keys);
    const liteOptions: LiteOptions = {
      databaseUrl: database.url,
      liteUrl: urlAs(database.url, liteRole, keys.litePassword),
      liteSecret: keys.liteSecret,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      siteUrl: url,
      objectsFolder: folder.file("objects"),
      log,
    };
    const lite = await startLite(liteOptions);
    undo.push(() => lite.close());
    const dataApiOfOthers = startDataApiLater(
      { ...liteOptions, hasLowPriority: options.databaseUrl === undefined },
      lite,
    );
    undo.push(() => dataApiOfOthers.stop());
    const functionsLog = openLogFile(folder.file("logs", "functions.log"));
    undo.push(() => functionsLog.close());
    const env = functionEnvironment(url, keys, tokens.jwks, options.env);
    const common: FunctionsOptions = {
      functions: path.join(PROJECT, "supabase/functions"),
      env,
      reach: reachOfRoutes(env),
      cache: folder.file("deno"),
      log: functionsLog,
    };
    const starting = startFunctions(common);
    // A failure is reported below. Until then, it must not end the process as an unhandled rejection.
    starting.catch(() => {});

    progress("Checking the access rights");
    try {
      // Lite prints every refusal, and the proof provokes many.
      await captureConsole(NO_LOG, () => prove(lite, database.url, url, keys, expected));
    } finally {
      await starting.then((functions) => undo.push(() => functions.stop()));
    }
    const functions = await starting;
    const functionsOfOthers = startFunctionsLater({
      ...common,
      name: "functions of everyone but leaders",
      hasLowPriority: true,
    });
    undo.push(() => functionsOfOthers.stop());
    const background = startFunctionsLater({
      ...common,
      name: "background functions",
      reach: reachOfBackground(env),
      env: { ...env, SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }) },
      heapMb: BACKGROUND_HEAP_MB,
      silenceMs: BACKGROUND_SILENCE_MS,
    });
    undo.push(() => background.stop());
    // These functions serve people, so they get no secret key.
    const files = startFunctionsLater({
      ...common,
      name: "functions that read files",
      hasLowPriority: true,
      heapMb: FILES_HEAP_MB,
      silenceMs: BACKGROUND_SILENCE_MS,
    });
    undo.push(() => files.stop());

    const clearSchemaCache = async () => {
      await Promise.all([lite.clearSchemaCache(), dataApiOfOthers.clearSchemaCache()]);
    };
    await database.onSchemaChange(() => {
      clearSchemaCache().catch((error) => log.write("The schema cannot be reloaded:", error));
    });
    await scheduleJobs(database.url, `${url}/functions/v1`);
    await applyLimits(database.url, limits);
    const scheduler = await startScheduler(database.url, log);
    undo.push(() => scheduler.stop());
    const signUp = openInvitedSignUp(database.url);
    undo.push(() => signUp.close());
    const passwords = openPasswords(database.url);
    undo.push(() => passwords.close());
    const factors = openSecondFactors(database.url);
    undo.push(() => factors.close());
    const userTiers = openUserTiers(database.url);
    undo.push(() => userTiers.close());
    const loop = watchEventLoop();
    undo.push(async () => loop.stop());
    const incomingDir = folder.file("objects", "incoming");
    // A killed stack leaves unfinished uploads.
    await rm(incomingDir, { recursive: true, force: true });
    const gateway = createGateway({
      lite,
      dataApiOfOthers,
      functions,
      functionsOfOthers,
      background,
      files,
      keys,
      tokens,
      signUp,
      passwords,
      factors,
      devices: createKnownDevices(keys.liteSecret),
      userTiers,
      admission: createAdmission(loop),
      loop,
      consoleDir: options.consoleDir ?? path.join(PROJECT, "web/dist"),
      incomingDir,
      url,
      origins,
      proxies,
      log,
    });
    server.serve(gateway);
    // The steps run in reverse order, so the server closes before the parts that it uses stop.
    undo.push(() => server.close());
    undo.push(() => rm(folder.file("stack.json"), { force: true }));
    await writeStackFile(folder.file("stack.json"), {
      url,
      publishable_key: keys.publishable,
      secret_key: keys.secret,
      database_url: database.url,
      users,
    });
    const parts = {
      url,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      databaseUrl: database.url,
    };
    const stopping = new AbortController();
    let adding = Promise.resolve();
    undo.push(() => {
      stopping.abort();
      return adding;
    });
    return {
      ...parts,
      users,
      ended: database.exited,
      clearSchemaCache,
      addDemoDocuments: () => {
        adding = addDemoDocuments(parts, stopping.signal).catch((error) => {
          if (!stopping.signal.aborted) log.write("Some of the demo files are missing:", error);
        });
        return adding;
      },
      stop,
    };
  }
}

/** Runs the steps in reverse order, all of them even if one fails. */
async function undoAll(steps: (() => Promise<unknown>)[]): Promise<void> {
  let failure: unknown;
  for (const step of steps.reverse()) {
    await step().catch((error) => {
      failure ??= error;
    });
  }
  if (failure !== undefined) throw failure;
}

/** The environment of every function. Functions that answer people have no secret key. */
function functionEnvironment(
  url: string,
  keys: StackKeys,
  jwks: object,
  env: Record<string, string> = {},
): Record<string, string> {
  return {
    ...env,
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_JWKS: JSON.stringify(jwks),
  };
}

async function prove(
  lite: Lite,
  databaseUrl: string,
  url: string,
  keys: StackKeys,
  expected: string[],
): Promise<void> {
  const liteKey = new TextEncoder().encode(keys.liteSecret);
  await proveRoles(lite, {
    databaseUrl,
    url,
    publishableKey: keys.publishable,
    secretKey: keys.secret,
    liteTokenFor: (subject) =>
      new SignJWT({ role: "authenticated" })
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setSubject(subject)
        .setIssuedAt()
        .setExpirationTime("10 minutes")
        .sign(liteKey),
  });
  await proveAccessLists(databaseUrl, expected);
}
