import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { NOW, type Office, openOffice } from "./office.ts";
import { email, meeting, task } from "./records.ts";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.stop());

const list = (init: RequestInit = {}) => office.ask("clickup", "/v2/list/901500001/task", init);

describe("a fault", () => {
  test("skips requests, happens as often as configured, and ends", async () => {
    office.faults.add({ vendor: "clickup", kind: "server_error", skip: 1, times: 2 });
    const statuses: number[] = [];
    for (const _ of [1, 2, 3, 4]) statuses.push((await list()).status);
    expect(statuses).toEqual([200, 503, 503, 200]);
    expect(office.faults.applied).toHaveLength(2);
  });

  test("applies only to its vendor and operation", async () => {
    office.faults.add({ vendor: "clickup", operation: "GetTask", kind: "server_error" });
    office.faults.add({ vendor: "resend", kind: "server_error" });
    expect((await list()).status).toBe(200);
  });

  test("is a timeout, a reset connection or a truncated answer", async () => {
    office.truth.clickUpTasks.create(task());
    office.faults.add({ kind: "timeout" });
    await expect(list({ signal: AbortSignal.timeout(50) })).rejects.toThrow();
    office.faults.add({ kind: "reset" });
    await expect(list()).rejects.toThrow();
    office.faults.add({ kind: "truncated" });
    await expect(list()).rejects.toThrow();
    expect((await list()).status).toBe(200);
  });

  test("at random is the same for the same seed", async () => {
    const run = async () => {
      office.faults.clear();
      office.faults.atRandom({ seed: 7, share: 0.5, kinds: ["server_error", "rate_limited"] });
      const statuses: number[] = [];
      for (let number = 0; number < 12; number++) statuses.push((await list()).status);
      return statuses;
    };
    const statuses = await run();
    expect(new Set(statuses)).toEqual(new Set([200, 429, 503]));
    expect(await run()).toEqual(statuses);
  });

  test("does not count as a violation, and neither do wrong credentials", async () => {
    office.faults.add({ kind: "forbidden" });
    await list();
    expect((await list({ headers: { authorization: "wrong" } })).status).toBe(401);
    expect(office.violations).toEqual([]);
  });
});

test("an address of no vendor is a violation", async () => {
  await fetch(new URL("/attio/v2/records", office.baseUrls.clickup));
  expect(office.violations).toEqual([
    expect.objectContaining({ vendor: null, path: "/attio/v2/records" }),
  ]);
});

describe("pushes", () => {
  let receiver: Server;
  const receivedIds: string[] = [];
  beforeEach(async () => {
    receivedIds.length = 0;
    receiver = createServer((incoming, outgoing) => {
      receivedIds.push(String(incoming.headers["webhook-id"] ?? incoming.headers["svix-id"]));
      outgoing.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    for (const vendor of ["fathom", "resend"] as const) {
      office.subscriptions.add({ vendor, url, resource: null, expiresAt: null });
    }
  });
  afterEach(() => new Promise((resolve) => receiver.close(resolve)));

  test("arrive in the order of the changes, once", async () => {
    const first = office.truth.meetings.create(meeting());
    const second = office.truth.receivedEmails.create(email());
    const deliveries = await office.subscriptions.deliver();
    expect(receivedIds).toEqual([`msg_${first.id}`, `msg_${second.id}`]);
    expect(deliveries.map(({ status }) => status)).toEqual([204, 204]);
    expect(await office.subscriptions.deliver()).toEqual([]);
  });

  test("get lost, repeat and change their order as the seed determines", async () => {
    const run = async () => {
      receivedIds.length = 0;
      for (let number = 0; number < 12; number++) {
        office.truth.receivedEmails.create(email({ receivedAt: NOW }));
      }
      const ids = office.subscriptions.pending.map(({ id }) => id);
      await office.subscriptions.deliver({ seed: 5, lost: 0.3, repeated: 0.3, isShuffled: true });
      return receivedIds.map((id) => ids.indexOf(id));
    };
    const order = await run();
    expect(new Set(order).size).toBeLessThan(12);
    expect(order.length).toBeGreaterThan(new Set(order).size);
    expect(order).not.toEqual([...order].sort((a, b) => a - b));
    expect(await run()).toEqual(order);
  });
});
