import { expect, test } from "vitest";
import { startVendors } from "../../../scripts/vendors/simulator.ts";
import { present } from "./office.ts";

async function month(seed: number) {
  const { truth, stop } = await startVendors({ seed, now: present });
  await stop();
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
const contentOf = (records: Awaited<ReturnType<typeof month>>) =>
  Object.entries(records).map(([name, collection]) => [name, collection.all()]);

test("every vendor has records of the last month", async () => {
  const records = await month(1);
  for (const [name, collection] of Object.entries(records)) {
    expect(collection.live().length, name).toBeGreaterThan(2);
    for (const { createdAt } of collection.all()) {
      expect(createdAt).toBeLessThanOrEqual(present);
      expect(createdAt).toBeGreaterThan(present - 40 * 86_400_000);
    }
  }
});

test("the same seed makes the same month, and another seed another one", async () => {
  const [first, again, other] = [await month(1), await month(1), await month(2)].map(contentOf);
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
});

test("every address is one of a domain that does not exist", async () => {
  const text = JSON.stringify(contentOf(await month(1)));
  const addresses = text.match(/[\w.-]+@[\w.-]+/g) ?? [];
  expect(addresses.length).toBeGreaterThan(100);
  for (const address of addresses) expect(address).toMatch(/\.test$/);
});
