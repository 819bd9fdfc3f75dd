/**
 * The real adapters read simulated vendors over HTTP while records change there at random: created, edited, moved,
 * merged and deleted, several within one tick of the clock. Requests are limited, forbidden, cut off or never answered,
 * cursors die, pushes are lost, repeated and shuffled, and workers die at any step. At the end our rows are the
 * vendor's, and every id of every receipt has one outcome.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faultKinds } from "../../scripts/vendors/faults.ts";
import { changeAtRandom } from "../../scripts/vendors/random-history.ts";
import type { Truth } from "../../scripts/vendors/records.ts";
import { randomNumbers, roundsOf } from "../support/depth.ts";
import { type ListedVendors, startListedVendors } from "../support/listed-vendors.ts";
import type { SyncedRow } from "./sync-kinds.ts";
import { type Fate, ORGANIZATION, openSyncWorld, type Step, type SyncWorld } from "./sync-world.ts";
import { colleagues, type VendorStream, vendorStreams } from "./vendor-kinds.ts";

const HISTORIES = roundsOf({ default: 4, nightly: 240 });
/** A history begins with few records, because each one is listed several times. */
const RECORDS = 6;
const DAY = 86_400_000;
/** While a request gets no answer; adapters wait for 15 seconds. */
const SHORT_DEADLINE_MS = 200;

let world: SyncWorld;
let receiver: Server;
let address: string;
beforeAll(async () => {
  world = await openSyncWorld({ kinds: vendorStreams, setup: colleagues(ORGANIZATION) });
  receiver = createServer((incoming, outgoing) => {
    incoming.resume();
    outgoing.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await world?.close();
  await new Promise((resolve) => receiver?.close(resolve));
});

test.each(vendorStreams)(
  `${HISTORIES} histories of $provider $stream end with the vendor's rows and no unexplained id`,
  async (stream) => {
    const random = randomNumbers();
    const vendors = await startListedVendors(1);
    try {
      for (let history = 0; history < HISTORIES; history++) {
        keepFew(vendors.vendors.truth, stream);
        await world.history(() => converge(stream, vendors, random));
      }
      expect(vendors.vendors.violations).toEqual([]);
    } finally {
      await vendors.stop();
    }
  },
  20 * 60_000,
);

async function converge(
  stream: VendorStream,
  { vendors, page }: ListedVendors,
  random: () => number,
): Promise<void> {
  const { truth, faults, subscriptions } = vendors;
  const { vendor, provider } = stream;
  let isSlow = false;
  const source = {
    list: (cursor: string | null) => {
      const deadline = isSlow ? AbortSignal.timeout(SHORT_DEADLINE_MS) : undefined;
      return page(provider, stream.stream, cursor, stream.settings, deadline);
    },
  };
  const fate = (step: Step): Fate => {
    if (step === "list" || random() < 0.9) return "on";
    return random() < 0.5 ? "dies before" : "dies after";
  };
  const below = (count: number) => Math.floor(random() * count);
  const subscription = subscriptions.add({
    vendor,
    url: address,
    resource: stream.resource ?? null,
    expiresAt: null,
  });
  await world.run(stream, source, fate);
  for (let rounds = 1 + below(3); rounds > 0; rounds--) {
    truth.clock.step = random() < 0.3 ? 0 : 1000;
    for (let changes = below(8); changes > 0; changes--) {
      changeAtRandom(truth, random, stream.collection);
    }
    truth.clock.step = 1000;
    truth.clock.advance(below(4) * 600_000);
    if (random() < 0.5) {
      const kind = faultKinds[below(faultKinds.length)];
      if (kind) faults.add({ vendor, kind, skip: below(3) });
      isSlow ||= kind === "timeout";
    }
    if (stream.hasTokens && random() < 0.2) faults.expireCursors(vendor);
    // A push that arrives makes the stream due; without one, the poll comes.
    const delivery = await subscriptions.deliver({
      seed: below(1_000_000),
      lost: 0.3,
      repeated: 0.3,
      isShuffled: true,
    });
    for (let runs = Math.min(delivery.length, 2) || below(2); runs > 0; runs--) {
      await world.run(stream, source, fate);
    }
  }
  faults.clear();
  isSlow = false;
  subscriptions.remove(subscription.id);
  subscriptions.pending.length = 0;

  // Open work ends, and a day later vendors without tombstones are listed completely.
  await world.run(stream, source);
  await world.run(stream, source);
  if (stream.reportsRemovals) {
    expect(await world.rows(stream)).toEqual(sorted(stream.truth(truth)));
  }
  truth.clock.advance(DAY);
  await world.run(stream, source);
  await world.run(stream, source);
  expect(await world.rows(stream)).toEqual(sorted(stream.truth(truth)));
  expect(await world.unexplained()).toEqual([]);
  expect(await world.openDeadLetters()).toBe(0);
}

function keepFew(truth: Truth, { collection }: VendorStream): void {
  const records = truth[collection];
  for (const { id } of records.live().slice(RECORDS)) records.delete(id);
}

const sorted = (rows: SyncedRow[]) => rows.sort((a, b) => (a.id < b.id ? -1 : 1));
