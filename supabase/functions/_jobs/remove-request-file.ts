/** Deletes a file that a client uploaded and did not send with a request. */
import { z } from "zod";
import { callFunction } from "../_db/call.ts";
import { deleteObject } from "../_db/files.ts";
import type { JobHandler } from "./worker.ts";

const Removal = z.discriminatedUnion("state", [
  z.object({ state: z.literal("gone") }),
  z.object({ state: z.literal("removed"), bucket: z.string(), path: z.string() }),
]);

/** Runs jobs of the kind `request_file_remove`. */
export const removeRequestFile: JobHandler = async (job, { db }) => {
  const removal = Removal.parse(
    await callFunction(db, "remove_request_file", { job_id: job.id, attempt: job.attempt }),
  );
  if (removal.state === "removed") await deleteObject(db, removal);
  return "done";
};
