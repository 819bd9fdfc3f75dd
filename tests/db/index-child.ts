/** A worker that reads documents: the real loop, handler and readers, as service_role and over HTTP from Storage. */
import { createClient } from "@supabase/supabase-js";
import { callFunction } from "../../supabase/functions/_db/call.ts";
import { extractStep } from "../../supabase/functions/_files/documents/extract.ts";
import { indexDocument } from "../../supabase/functions/_jobs/index-document.ts";
import { runJobs } from "../../supabase/functions/_jobs/worker.ts";
import { db, leaseMs, plans, say, step, stepsOfRequests } from "./crash-steps.ts";
import { KILLERS } from "./library.ts";

stepsOfRequests(() => "GET object");
const { storage } = createClient(process.env["STORAGE_URL"] ?? "", "sb_secret_of_the_test");

const extract: typeof extractStep = (input, cursor, budgetMs) =>
  step("extract", () => {
    const start = new TextDecoder().decode(input.bytes.subarray(0, 30));
    const [atOnce, byMemory, byTime] = KILLERS;
    if (start.startsWith(atOnce)) process.kill(process.pid, "SIGKILL");
    if (start.startsWith(byMemory))
      for (const blocks: object[] = []; ; ) blocks.push(new Array(1e6).fill(1));
    // Blocks the event loop as an endless loop does, without the CPU time.
    if (start.startsWith(byTime)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return extractStep(input, cursor, budgetMs);
  });

// Runs one job in advance, because the one-time costs of the first job would outlast a test's short lease.
await callFunction(db, "next_job_at", { kinds: ["document_index"] });
await storage.from("documents").download("nothing");
const bytes = new TextEncoder().encode("Warm");
await extractStep(
  { bytes, fileName: "a.txt", contentType: "text/plain", kind: "other", title: "Warm" },
  null,
  0,
);

setInterval(() => say({ beat: true }), 100).unref();
for await (const { maxWaitMs = 0 } of plans()) {
  const report = await runJobs(Object.assign(db, { storage }), {
    worker: `child ${process.pid}`,
    leaseMs,
    maxWaitMs,
    batch: 1,
    // Without a time budget, so that there are as many steps as possible.
    handlers: { document_index: indexDocument(extract, 0) },
  });
  say({ report });
}
