import type { Db } from "../_db/client.ts";
import { liveEmbeddingModel } from "../_db/embeddings.ts";
import type { QuestionVector } from "../_db/search.ts";
import { readEnv } from "../_env.ts";
import { embedderFor } from "../_integrations/embeddings/embedder.ts";

/** If the vector takes longer, search uses only words. */
const TIMEOUT_MS = 5_000;

/**
 * The question as a vector of the live model. Null if there is no model or it does not respond: search then uses
 * only words, and reports that.
 */
export async function questionVector(
  db: Db,
  question: string,
  requestId: string,
): Promise<QuestionVector | null> {
  const { embedding } = readEnv();
  if (!embedding) return null;
  const liveModel = await liveEmbeddingModel(db);
  if (!liveModel) return null;
  try {
    const embedder = await embedderFor(embedding, {
      model: liveModel.name,
      version: liveModel.version,
    });
    const [vector] = (await embedder?.embed([question], AbortSignal.timeout(TIMEOUT_MS))) ?? [];
    return vector ? { model: liveModel.label, vector } : null;
  } catch (error) {
    console.error(`${requestId} search by words only: ${(error as Error).message}`);
    return null;
  }
}
