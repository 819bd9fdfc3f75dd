/** A worker that reads documents: the real loop, handler and readers, as service_role and over HTTP from Storage. */
import { createClient } from "@supabase/supabase-js";
import { extractStep } from "../../supabase/functions/_domain/documents/extract.ts";
import { indexDocument } from "../../supabase/functions/_jobs/index-document.ts";
import { runJobs } from "../../supabase/functions/_jobs/worker.ts";
import { db, leaseMs, readPlan, say, step, stepsOfRequests } from "./crash-steps.ts";
import { KILLS_ITS_READER } from "./library.ts";

stepsOfRequests(() => "GET object");
const { storage } = createClient(process.env["STORAGE_URL"] ?? "", "sb_secret_of_the_test");

const extract: typeof extractStep = (input, cursor, budgetMs) =>
  step("extract", () => {
    const start = new TextDecoder().decode(input.bytes.subarray(0, KILLS_ITS_READER.length));
    if (start === KILLS_ITS_READER) process.kill(process.pid, "SIGKILL");
    return extractStep(input, cursor, budgetMs);
  });

const { patienceMs = 0 } = await readPlan();
const report = await runJobs(Object.assign(db, { storage }), {
  worker: `child ${process.pid}`,
  leaseMs,
  patienceMs,
  batch: 1,
  // No time: as many steps as there can be.
  handlers: { document_index: indexDocument(extract, 0) },
});
say({ report });
process.exit(0);
