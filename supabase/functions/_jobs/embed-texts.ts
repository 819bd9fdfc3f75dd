/**
 * Makes the vectors of the next texts of a job: of an upload that is being read, or of published passages that
 * have none of the configured model.
 */

import type { Db } from "../_db/client.ts";
import {
  setEmbeddingModel,
  skipEmbeddings,
  storeEmbeddings,
  textsToEmbed,
} from "../_db/embeddings.ts";
import type { EmbeddingEnv } from "../_env.ts";
import { embedderFor, embedderOf } from "../_integrations/embeddings/embedder.ts";
import { VendorError } from "../_integrations/vendor-error.ts";
import {
  type HandlerCall,
  type Job,
  type JobHandler,
  PermanentError,
  RetryLaterError,
} from "./worker.ts";

/** Readers do not wait longer for a document than for these tries: its words are published, vectors follow. */
const PATIENT_TRIES = 2;

/**
 * Every worker of texts begins with it, so that another configured model is noticed. Where that fails, its
 * work goes on: files are read whatever the model is.
 */
export async function announceModel(db: Db, env: EmbeddingEnv | null): Promise<void> {
  if (!env) return;
  try {
    await setEmbeddingModel(db, env.model, env.version);
  } catch (error) {
    console.error(`the model ${env.model} could not be announced: ${(error as Error).message}`);
  }
}

/** One batch; its SQL function ends the job and enqueues what follows. */
export function embedNextTexts(env: EmbeddingEnv | null): JobHandler {
  return async (job, call) => {
    const { db, signal } = call;
    const lease = { job_id: job.id, attempt: job.attempt };
    if (!env) {
      await skipEmbeddings(db, lease);
      return "handled";
    }
    const { batchSize } = await embedderOf(env);
    const asked = await textsToEmbed(db, lease, batchSize);
    if (asked.state !== "leased") return "handled";
    const embedder = await embedderFor(env, asked);
    if (!embedder) {
      await skipEmbeddings(db, lease);
      return "handled";
    }
    try {
      const vectors = await embedder.embed(
        asked.texts.map(({ text }) => text),
        signal,
      );
      await storeEmbeddings(db, lease, asked, vectors);
    } catch (error) {
      await goOn(job, call, error);
    }
    return "handled";
  };
}

async function goOn(job: Job, { db, signal }: HandlerCall, error: unknown): Promise<void> {
  if (!(error instanceof VendorError)) throw error;
  const isFinal = error.failure === "refused";
  const waits = job.kind === "document_index" && !isFinal && job.attempt <= PATIENT_TRIES;
  if (job.kind === "document_index" && !waits && !signal.aborted) {
    console.error(`${job.request_id ?? job.id} published without vectors: ${error.message}`);
    await skipEmbeddings(db, { job_id: job.id, attempt: job.attempt });
    return;
  }
  if (isFinal) throw new PermanentError(error.message);
  if (error.retryAfterMs !== null) throw new RetryLaterError(error.message, error.retryAfterMs);
  throw error;
}
