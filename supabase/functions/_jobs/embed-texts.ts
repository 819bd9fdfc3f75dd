/**
 * Creates the vectors of a job's next texts: those of an upload that is being processed, or of published passages
 * without vectors from the configured model.
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

/**
 * For this many attempts, a document waits for its vectors. After them, its text is published, and the vectors follow
 * later.
 */
const WAITING_ATTEMPTS = 2;

/**
 * Every worker that creates vectors calls this first, so that the database notices a change of the configured model.
 * If it fails, the worker continues, because files can be processed without it.
 */
export async function announceModel(db: Db, env: EmbeddingEnv | null): Promise<void> {
  if (!env) return;
  try {
    await setEmbeddingModel(db, env.model, env.version);
  } catch (error) {
    console.error(`the model ${env.model} could not be registered: ${(error as Error).message}`);
  }
}

/** Processes one batch. Its SQL function ends the job and enqueues the next one. */
export function embedNextTexts(env: EmbeddingEnv | null): JobHandler {
  return async (job, call) => {
    const { db, signal } = call;
    const lease = { job_id: job.id, attempt: job.attempt };
    if (!env) {
      await skipEmbeddings(db, lease);
      return "handled";
    }
    const { batchSize } = await embedderOf(env);
    const batch = await textsToEmbed(db, lease, batchSize);
    if (batch.state !== "leased") return "handled";
    const embedder = await embedderFor(env, batch);
    if (!embedder) {
      await skipEmbeddings(db, lease);
      return "handled";
    }
    try {
      const vectors = await embedder.embed(
        batch.texts.map(({ text }) => text),
        signal,
      );
      await storeEmbeddings(db, lease, batch, vectors);
    } catch (error) {
      await settleFailure(job, call, error);
    }
    return "handled";
  };
}

async function settleFailure(job: Job, { db, signal }: HandlerCall, error: unknown): Promise<void> {
  if (!(error instanceof VendorError)) throw error;
  const isFinal = error.failure === "refused";
  const waits = job.kind === "document_index" && !isFinal && job.attempt <= WAITING_ATTEMPTS;
  if (job.kind === "document_index" && !waits && !signal.aborted) {
    console.error(`${job.request_id ?? job.id} published without vectors: ${error.message}`);
    await skipEmbeddings(db, { job_id: job.id, attempt: job.attempt });
    return;
  }
  if (isFinal) throw new PermanentError(error.message);
  if (error.retryAfterMs !== null) throw new RetryLaterError(error.message, error.retryAfterMs);
  throw error;
}
