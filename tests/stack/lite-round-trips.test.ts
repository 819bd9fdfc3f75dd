/** How often Lite waits for the database to answer one request: each wait costs more than the statement itself. */
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { SignJWT } from "jose";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningDatabase, startScratchDatabase } from "../../scripts/db/scratch.ts";
import { bearerOfDataApi } from "../../scripts/stack/gateway/credentials.ts";
import { type Lite, startLite } from "../../scripts/stack/lite/lite.ts";
import { queryAfter } from "../../scripts/stack/lite/query-after.ts";
import {
  liteRoleFor,
  prepareLiteRole,
  urlAs,
} from "../../scripts/stack/lite/repairs/database-role.ts";
import { type LogFile, openLogFile } from "../../scripts/stack/log-file.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const SITE = "http://127.0.0.1:1";
const SECRET = "a secret of thirty-two characters";
const READY_FOR_QUERY = "Z".charCodeAt(0);

let folder: string;
let server: RunningDatabase;
let databaseUrl: string;
let relay: net.Server;
let log: LogFile;
let lite: Lite;
let roundTrips = 0;

beforeAll(async () => {
  folder = await temporaryFolder("round-trips");
  log = openLogFile(path.join(folder, "lite.log"));
  server = await startScratchDatabase("migrated");
  const { url } = server;
  databaseUrl = url;
  const role = liteRoleFor(url);
  await prepareLiteRole(url, role, "password");
  relay = await relayTo(Number(new URL(url).port));
  const liteUrl = new URL(urlAs(url, role, "password"));
  liteUrl.port = String((relay.address() as net.AddressInfo).port);
  lite = await startLite({
    databaseUrl: url,
    liteUrl: liteUrl.href,
    liteSecret: SECRET,
    publishableKey: "publishable",
    secretKey: "secret",
    siteUrl: SITE,
    objectsFolder: folder,
    log,
  });
});
afterAll(async () => {
  await lite.close();
  relay.close();
  await server.stop();
  await log.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Passes everything on to the database and counts its answers. */
async function relayTo(port: number): Promise<net.Server> {
  const relayServer = net.createServer((client) => {
    const database = net.connect(port, "127.0.0.1");
    let unread = Buffer.alloc(0);
    database.on("data", (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      while (unread.length >= 5 && unread.length > unread.readInt32BE(1)) {
        if (unread[0] === READY_FOR_QUERY) roundTrips++;
        unread = unread.subarray(1 + unread.readInt32BE(1));
      }
    });
    for (const socket of [client, database]) socket.on("error", () => {});
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((resolve) => relayServer.listen(0, "127.0.0.1", resolve));
  return relayServer;
}

async function ask(address: string, init: RequestInit = {}): Promise<{ status: number }> {
  const token = await new SignJWT({ role: "authenticated" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(randomUUID())
    .setIssuedAt()
    .setExpirationTime("10 minutes")
    .sign(new TextEncoder().encode(SECRET));
  const headers = {
    apikey: "publishable",
    authorization: bearerOfDataApi(token),
    "content-type": "application/json",
  };
  const answer = await lite.fetch(new Request(SITE + address, { ...init, headers }));
  await answer.text();
  return { status: answer.status };
}

// Two round trips: the statement with its settings, and the end of the transaction.
test.each([
  ["a read", "/rest/v1/projects?select=id", {}, 200, 2],
  ["a function call", "/rest/v1/rpc/get_viewer", { method: "POST", body: "{}" }, 400, 2],
])(
  "%s sends its settings together with its statement",
  async (_, address, init, status, expected) => {
    // The first request opens a connection and reads the schema.
    await ask(address, init);
    roundTrips = 0;
    expect(await ask(address, init)).toEqual({ status });
    expect(roundTrips).toBe(expected);
  },
);

test.each([
  ["fails", ["begin", "select 1 / 0"], "22012"],
  ["cannot be read", ["begin", "select set_config("], "42601"],
  ["names an unknown role", ["begin", "select set_config('role', 'unknown', true)"], "22023"],
])("a query never runs after a statement that %s", async (_, statements, code) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("create temporary table written (value text)");
    const insert = "insert into written select $1::text";
    await expect(queryAfter(client, statements, insert, ["a"])).rejects.toMatchObject({ code });
    await client.query("rollback");
    await expect(queryAfter(client, statements, insert, [])).rejects.toMatchObject({ code });
    await client.query("rollback");
    expect((await client.query("select * from written")).rows).toEqual([]);

    const settings = ["begin", "select set_config('role', 'anon', true), 'a second column'"];
    const statement = "select current_user, $1::text as text, session_user = 'anon' as is_own";
    const { rows } = await queryAfter(client, settings, statement, ["a"]);
    expect(rows).toEqual([{ current_user: "anon", text: "a", is_own: false }]);
  } finally {
    await client.end();
  }
});
