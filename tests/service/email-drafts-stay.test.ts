/**
 * An approved email draft never leaves the service: it calls no mail server and no vendor, although both would answer.
 */
import { readdir, readFile, readlink } from "node:fs/promises";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { owner } from "../support/database.ts";
import { type MockClickUp, startMockClickUp } from "../support/mock-clickup.ts";
import {
  googleAccount,
  type MockGoogleCalendar,
  startMockGoogleCalendar,
} from "../support/mock-google-calendar.ts";
import type { OwnOrganization } from "../support/own-organization.ts";
import {
  makeOrganizationWithPromptOwner,
  pauseSchedules,
  perform,
  propose,
  storedCard,
} from "./approval-acting.ts";

const { vendor_ports, url } = inject("stack");
const servicePort = Number(new URL(url).port);
const MAIL_PORTS = [25, 465, 587, 2525];
/** Longer than a worker needs to finish after an execution. */
const REST_MS = 500;

let clickUp: MockClickUp;
let google: MockGoogleCalendar;
let own: OwnOrganization;
let resume: () => Promise<void>;
const servers: net.Server[] = [];
const calledPorts: number[] = [];

beforeAll(async () => {
  clickUp = await startMockClickUp(vendor_ports.clickup);
  google = await startMockGoogleCalendar(vendor_ports.google);
  for (const port of MAIL_PORTS) await listen(port);
  resume = await pauseSchedules();
  own = await makeOrganizationWithPromptOwner();
  // Mailboxes through which an email could be sent, if the service knew how.
  await owner`
    insert into public.integrations (organization_id, provider, settings, secret_name, connected_by)
    select ${own.id}, provider::public.integration_provider, '{}', 'none', ${own.people.admin.id}
    from unnest(array['gmail', 'resend']) as provider`;
});
afterAll(async () => {
  await resume();
  for (const server of servers) server.close();
  await Promise.all([clickUp.close(), google.close()]);
});

/** A mail server, unless another program has the port or only an administrator may use it. */
async function listen(port: number): Promise<void> {
  const server = net.createServer((socket) => {
    calledPorts.push(port);
    socket.end("220 mail.example ESMTP\r\n");
  });
  const isOpen = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => resolve(true));
  });
  if (isOpen) servers.push(server);
}

/** The ports to which the processes of the functions have connections, from the two tables of Linux. */
async function portsOfFunctions(): Promise<Set<number>> {
  const rows = (
    await Promise.all(["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8")))
  )
    .flatMap((table) => table.split("\n").slice(1))
    .map((row) => row.trim().split(/\s+/))
    .map(([, local, remote, state, , , , , , inode]) => ({
      local: portOf(local),
      remote: portOf(remote),
      isListening: state === "0A",
      inode,
    }));
  const listening = new Set(rows.filter((row) => row.isListening).map(({ local }) => local));
  const inodes = await socketsOfFunctions();
  const outgoing = rows.filter(
    ({ inode, local, isListening }) =>
      inode !== undefined && inodes.has(inode) && !isListening && !listening.has(local),
  );
  return new Set(outgoing.map(({ remote }) => remote));
}

const portOf = (address = "") => Number.parseInt(address.split(":")[1] ?? "", 16);

async function socketsOfFunctions(): Promise<Set<string>> {
  const inodes = new Set<string>();
  for (const pid of await processesOfFunctions()) {
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => "");
      const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
      if (inode) inodes.add(inode);
    }
  }
  return inodes;
}

/** Only the processes of this stack, because other stacks may run on the machine. */
async function processesOfFunctions(): Promise<string[]> {
  const pids: string[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const program = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (!program.includes("functions-host.ts")) continue;
    const env = await readFile(`/proc/${pid}/environ`, "utf8").catch(() => "");
    if (env.includes(`SUPABASE_URL=${url}\0`) || env.includes(`:${servicePort}\0`)) pids.push(pid);
  }
  return pids;
}

/** Approves and executes a card. Returns the ports that the functions connect to until it has ended, and a while later. */
async function portsDuring(kind: "email_draft" | "calendar_event_create", payload?: object) {
  const card = await propose(own, kind, payload ? { payload } : {});
  const ports = new Set<number>();
  await perform(own, "lead", { action: "approve_and_execute", id: card.id, version: card.version });
  for (let end: number | undefined; end === undefined || Date.now() < end; await sleep(5)) {
    for (const port of await portsOfFunctions()) ports.add(port);
    const { status } = await storedCard(card.id);
    if (["executed", "failed", "unknown"].includes(String(status))) end ??= Date.now() + REST_MS;
  }
  expect((await storedCard(card.id))["status"]).toBe("executed");
  return ports;
}

test.skipIf(process.platform !== "linux")(
  "an executed email draft reaches no mail server and no vendor",
  async () => {
    expect(servers.length).toBeGreaterThan(0);
    const ports = await portsDuring("email_draft", {
      to: ["somebody@mail.localhost"],
      subject: "Tents",
      body: "They arrive on Friday.",
    });
    expect([...ports]).toEqual([servicePort]);
    expect(calledPorts).toEqual([]);
    expect([...clickUp.requests, ...google.requests]).toEqual([]);
    const calls = await owner`select from public.external_links where organization_id = ${own.id}`;
    expect(calls).toHaveLength(0);
  },
);

test.skipIf(process.platform !== "linux")(
  "the same checks notice an email that is sent and a card that a vendor executes",
  async () => {
    const [server] = servers;
    if (!server) throw new Error("No port is free");
    const { port } = server.address() as net.AddressInfo;
    await new Promise((resolve) => net.connect(port, "127.0.0.1").once("close", resolve).resume());
    expect(calledPorts).toEqual([port]);
    const answer = await own.people.admin.ask("/rest/v1/rpc/connect_integration", {
      body: {
        provider: "google_calendar",
        settings: googleAccount.settings,
        secret: googleAccount.serviceAccount,
      },
    });
    expect(answer.status).toBe(200);
    expect([...(await portsDuring("calendar_event_create"))]).toContain(vendor_ports.google);
    expect(google.requests.length).toBeGreaterThan(0);
  },
);
