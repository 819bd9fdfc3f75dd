/**
 * After a random history of a vendor and of the workers that read it, our rows are the vendor's, and every id of
 * every receipt has one outcome. Records arrive late, twice and in the wrong order, some cannot be applied,
 * vendors fail, and workers die at any step. A worker that is killed at every step of a page, repeatedly, loses and
 * duplicates no row, and the cursor is never ahead of the rows.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomNumbers, roundsOf } from "../support/depth.ts";
import { syncKinds } from "./sync-kinds.ts";
import { simulateVendor } from "./sync-vendor.ts";
import { type Fate, openSyncWorld, type Step, type SyncWorld } from "./sync-world.ts";

const HISTORIES = roundsOf({ default: 250, nightly: 10_000 }) / syncKinds.length;
const KILLS = roundsOf({ default: 27, nightly: 1_000 });
const KILLS_OF_A_LISTING = 10;

/** A nightly run has 20 times the default rounds. */
const patience = 20 * 60_000;

let world: SyncWorld;
beforeAll(async () => {
  world = await openSyncWorld();
});
afterAll(() => world?.close());

/** Server errors and timeouts count as one kind of failure, and so do bodies that are cut off or have another shape. */
const failures = ["unavailable", "rate_limited", "cursor_died", "invalid_response"] as const;

test.each(syncKinds)(
  `${HISTORIES} histories of $stream end with the vendor's rows and no unexplained id`,
  async (kind) => {
    const random = randomNumbers();
    const fate = (step: Step): Fate => {
      const number = random();
      if (number < 0.9) return "on";
      if (step !== "list") return number < 0.96 ? "dies before" : "dies after";
      return failures[Math.floor(random() * failures.length)] as Fate;
    };
    for (let history = 0; history < HISTORIES; history++) {
      await world.history(async () => {
        const vendor = simulateVendor(kind, random);
        for (let runs = 1 + Math.floor(random() * 4); runs > 0; runs--) {
          vendor.change();
          await world.run(kind, vendor, fate);
        }
        vendor.repair();
        // A complete listing, after the vendor's cursor expired.
        await world.run(kind, vendor, (step) => (step === "list" ? "cursor_died" : "on"));
        await world.run(kind, vendor);
        expect(await world.rows(kind)).toEqual(vendor.rows());
        expect(await world.unexplained()).toEqual([]);
        expect(await world.openDeadLetters()).toBe(0);
      });
    }
  },
  patience,
);

/** Every step at which a worker can die. A page is one transaction, within which it dies at one table after another. */
const deaths: [Step, Fate][] = [
  ["begin_sync_run", "dies before"],
  ["begin_sync_run", "dies after"],
  ["list", "dies before"],
  ["apply_sync_page", "dies before"],
  ["apply_sync_page", "dies within"],
  ["apply_sync_page", "dies after"],
  ["apply_sync_page", "dies within"],
  ["end_sync_run", "dies before"],
  ["end_sync_run", "dies after"],
];

test.each(syncKinds)(
  `${KILLS} killed workers lose and duplicate none of the $stream`,
  async (kind) => {
    const random = randomNumbers();
    for (let kill = 0; kill < KILLS; ) {
      await world.history(async () => {
        const vendor = simulateVendor(kind, random);
        for (let n = 0; n < KILLS_OF_A_LISTING && kill < KILLS; n++, kill++) {
          if (n % 5 === 0) {
            vendor.change();
            vendor.repair();
          }
          const [deadlyStep, fate] = deaths[kill % deaths.length] as (typeof deaths)[number];
          // Half of them die at the first page, the others at the second.
          let pages = Math.floor(random() * 2);
          await world.run(kind, vendor, (step) => {
            if (step !== deadlyStep) return "on";
            return pages-- > 0 && deadlyStep !== "begin_sync_run" ? "on" : fate;
          });
          const ids = (await world.rows(kind)).map((row) => row.id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids).toEqual(expect.arrayContaining(vendor.idsBefore(await world.cursor(kind))));
        }
        await world.run(kind, vendor);
        await world.run(kind, vendor);
        expect(await world.rows(kind)).toEqual(vendor.rows());
        expect(await world.unexplained()).toEqual([]);
      });
    }
  },
  patience,
);
