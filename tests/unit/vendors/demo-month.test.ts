import { expect, test } from "vitest";
import { numbersOf } from "../../../scripts/vendors/faults.ts";
import { changeAtRandom } from "../../../scripts/vendors/random-history.ts";
import type { Truth } from "../../../scripts/vendors/records.ts";
import { startVendors } from "../../../scripts/vendors/simulator.ts";
import { NOW, openOffice } from "./office.ts";

async function month(seed: number) {
  const { truth, stop } = await startVendors({ seed, now: NOW });
  await stop();
  return recordsOf(truth);
}

function recordsOf(truth: Truth) {
  const { meetings, clickUpTasks, linearIssues, googleEvents, graphEvents, driveFiles } = truth;
  const { gmailMessages, timeEntries, companies, contacts, deals, receivedEmails } = truth;
  return {
    meetings,
    clickUpTasks,
    linearIssues,
    googleEvents,
    graphEvents,
    driveFiles,
    gmailMessages,
    timeEntries,
    companies,
    contacts,
    deals,
    receivedEmails,
  };
}
const contentOf = (records: ReturnType<typeof recordsOf>) =>
  Object.entries(records).map(([name, collection]) => [name, collection.all()]);

test("every vendor has records of the last month", async () => {
  const records = await month(1);
  for (const [name, collection] of Object.entries(records)) {
    expect(collection.live().length, name).toBeGreaterThan(2);
    for (const { createdAt } of collection.all()) {
      expect(createdAt).toBeLessThanOrEqual(NOW);
      expect(createdAt).toBeGreaterThan(NOW - 40 * 86_400_000);
    }
  }
});

test("the same seed creates the same month, and another seed a different one", async () => {
  const [first, again, other] = [await month(1), await month(1), await month(2)].map(contentOf);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("every address belongs to a domain that does not exist", async () => {
  const text = JSON.stringify(contentOf(await month(1)));
  const addresses = text.match(/[\w.-]+@[\w.-]+/g) ?? [];
  expect(addresses.length).toBeGreaterThan(100);
  for (const address of addresses) expect(address).toMatch(/\.test$/);
});

test("random changes are the same for the same numbers, and keep every answer valid", async () => {
  const run = async () => {
    const office = await openOffice(1);
    const next = numbersOf(11);
    for (let number = 0; number < 300; number++) changeAtRandom(office.truth, next);
    const list = await office.ask("clickup", "/v2/team/90150001/task?include_closed=true");
    const drive = await office.ask("google-drive", "/changes?pageToken=1&fields=*&pageSize=1000");
    const companies = await office.ask("hubspot", "/crm/v3/objects/companies?limit=100");
    expect([list.status, drive.status, companies.status]).toEqual([200, 200, 200]);
    const live = new Set(office.truth.companies.live().map(({ id }) => id));
    expect(new Set(companies.body.results.map(({ id }: { id: string }) => id))).toEqual(live);
    await office.stop();
    return contentOf(recordsOf(office.truth));
  };
  expect(await run()).toEqual(await run());
});
