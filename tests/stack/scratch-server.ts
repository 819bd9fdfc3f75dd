/** A throw-away server for the tests of one file. */
import { afterAll, beforeAll } from "vitest";
import { type ScratchServer, startScratchServer } from "../../scripts/db/scratch.ts";

export let scratch: ScratchServer;

beforeAll(async () => {
  scratch = await startScratchServer();
});
afterAll(async () => {
  await scratch?.stop();
});
