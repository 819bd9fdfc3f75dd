/** Workers that process documents are killed at every step, while others read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomNumbers, roundsOf } from "../support/depth.ts";
import {
  type Office,
  openOffice,
  type Plan,
  poolOf,
  startDurableServer,
  type WorkerPool,
  work,
} from "./crash-parent.ts";
import { KILLERS, type Library, openLibrary, textOf, type Upload } from "./library.ts";

/** At least one kill at each step. */
const runs = roundsOf({ default: 21, nightly: 42 });
const random = randomNumbers();
const minutes = 60_000;
const limit = Math.max(10, runs / 4) * minutes;
/** More words than two steps can process. */
const WORDS = 35_000;
/** The number of attempts to process a document. */
const TRIES = 5;

let server: Awaited<ReturnType<typeof startDurableServer>>;
let office: Office;
let library: Library;
let pool: WorkerPool;

beforeAll(async () => {
  server = await startDurableServer();
  office = await openOffice(server.url);
  library = await openLibrary(office);
  const env = { DATABASE_URL: server.url, STORAGE_URL: library.storage.url };
  // A file that uses too much memory fails early.
  const options = { NODE_OPTIONS: "--max-old-space-size=128" };
  pool = poolOf("index-child.ts", { ...env, ...options }, { afterEnd: office.endLeases });
}, 3 * minutes);

afterAll(async () => {
  await pool?.close();
  await library?.close();
  await office?.close();
  await server?.stop();
});

const steps = ["take_jobs", "lease_indexing", "GET object", "extract", "store_extracted"];
const plans = [...steps, "publish_document", "publish_document"].flatMap((step) =>
  (["before", "during", "after"] as const).map(
    (when): Plan => ({ step, when, duringMs: random() * 4 }),
  ),
);
const settledStatus = /^(indexed|superseded|failed)/;

/** Runs jobs until no upload waits. */
async function settle(uploads: Upload[]): Promise<string[]> {
  const deadline = Date.now() + minutes;
  for (;;) {
    await work(pool, { maxWaitMs: 1_000 });
    const statuses = await Promise.all(uploads.map((upload) => library.statusOf(upload)));
    if (statuses.every((status) => settledStatus.test(status)) || Date.now() > deadline)
      return statuses;
  }
}

/** The words of a text, to compare texts regardless of white space. */
const wordsOf = (text: string) => text.split(/\s+/).join(" ");

test(`every text is complete and stored once after workers were killed ${runs} times, at every step`, {
  timeout: limit,
}, async () => {
  const uploads: (Upload & { text: string })[] = [];
  const deaths: string[] = [];
  for (let run = 0; deaths.length < runs && run < runs * 2; run++) {
    // Not every third text is long, because those would only meet kills before a step.
    const text = textOf(`d${run}`, run % 5 === 0 ? WORDS : 50);
    uploads.push({ ...(await library.ordered(text)), text });
    const crash = await work(pool, plans[run % plans.length] as Plan);
    if (crash) deaths.push(`${crash.when} ${crash.step}`);
  }
  const statuses = await settle(uploads);
  console.log(`indexing: ${deaths.length} kills at ${new Set(deaths).size} places`);
  expect(deaths.length).toBeGreaterThanOrEqual(runs);
  if (runs >= plans.length)
    expect(new Set(deaths).size).toBe(
      new Set(plans.map((plan) => `${plan.when} ${plan.step}`)).size,
    );
  expect(new Set(statuses)).toEqual(new Set(["indexed"]));
  for (const { id, text } of uploads) {
    const passages = await library.readAsMember(id);
    expect(wordsOf(passages.text) === wordsOf(text), id).toBe(true);
  }
  expect(await library.remains()).toEqual({ staged: 0, jobs: 0, unread: 0, passages: 0 });
});

test("files that kill their worker and missing files end as failed, while other files are processed", {
  timeout: limit,
}, async () => {
  const killers: Upload[] = [];
  for (const start of KILLERS) killers.push(await library.ordered(`${start} ${textOf("p", 50)}`));
  const deletedUpload = await library.upload(textOf("g", 50));
  await library.storage.remove(`documents/${deletedUpload.path}`);
  await library.ingest(deletedUpload.id);
  const sound = await library.ordered(textOf("s", 50));

  let rounds = 0;
  let soundAfter: number | undefined;
  for (; ; rounds++) {
    const statuses = await Promise.all(killers.map((upload) => library.statusOf(upload)));
    if (statuses.every((status) => settledStatus.test(status))) break;
    await work(pool, { maxWaitMs: 1_000, maxSilenceMs: 1_000 });
    if ((await library.statusOf(sound)) === "indexed") soundAfter ??= rounds;
  }
  // Each killer file used all of its attempts, and the valid text did not wait for the last of them.
  expect(rounds).toBeGreaterThanOrEqual(KILLERS.length * TRIES);
  expect(soundAfter).toBeLessThan(rounds - TRIES);
  expect(await settle([...killers, deletedUpload, sound])).toEqual([
    ...killers.map(() => "failed gave_up"),
    "failed file_missing",
    "indexed",
  ]);
  for (const upload of killers) {
    expect(await library.reasonOf(upload)).toMatch(
      /^Processing the file failed several times\. .*save it in another format/,
    );
  }
  expect(await library.remains()).toEqual({ staged: 0, jobs: 0, unread: 0, passages: 0 });
});

test("readers of a text that is replaced by killed workers see one complete text", {
  timeout: limit,
}, async () => {
  const first = textOf("v1", WORDS);
  const { id } = await library.ordered(first);
  await settle([{ id, version: 1 }]);
  const texts = [first];
  const uploads: Upload[] = [];
  const watch = library.watch(id);
  for (let run = 0; run < Math.ceil(runs / 4); run++) {
    // Every third round processes the same upload again.
    if (run % 3 === 2) {
      await settle(uploads);
    } else {
      const text = textOf(`v${run + 2}`, Math.floor(WORDS / (run + 1)));
      texts.push(text);
      uploads.push(await library.upload(text, id));
    }
    await library.ingest(id);
    await work(pool, plans[(run * 5) % plans.length] as Plan);
  }
  const statuses = await settle(uploads);
  const states = await watch.stop();
  console.log(
    `re-indexing: ${states.reads} reads saw ${states.texts.length} of ${texts.length} texts`,
  );
  expect(statuses.at(-1)).toBe("indexed");
  expect(states.reads).toBeGreaterThan(runs);
  expect(states.texts.length).toBeGreaterThan(1);
  const wholeTexts = new Set(texts.map(wordsOf));
  for (const text of states.texts)
    expect(wholeTexts.has(wordsOf(text)), text.slice(0, 50)).toBe(true);
  expect(wordsOf((await library.readAsMember(id)).text) === wordsOf(texts.at(-1) ?? "")).toBe(true);
  expect(await library.remains()).toEqual({ staged: 0, jobs: 0, unread: 0, passages: 0 });
});

test("a worker that wakes up after its lease ended changes nothing", {
  timeout: limit,
}, async () => {
  for (const step of ["store_extracted", "publish_document"]) {
    const text = textOf(`z${step.length}`, 600);
    const upload = await library.ordered(text);
    const zombie = await pool.take();
    zombie.go({ step, when: "before", signal: "SIGSTOP" });
    await zombie.lastStep;
    await office.endLeases();
    expect(await settle([upload])).toEqual(["indexed"]);
    const before = await library.readAsMember(upload.id);
    zombie.child.kill("SIGCONT");
    await zombie.ended;
    pool.giveBack(zombie);
    expect(await library.readAsMember(upload.id)).toEqual(before);
    expect(wordsOf(before.text) === wordsOf(text)).toBe(true);
  }
  expect(await library.remains()).toEqual({ staged: 0, jobs: 0, unread: 0, passages: 0 });
});
