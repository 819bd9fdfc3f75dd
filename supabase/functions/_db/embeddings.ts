import { z } from "zod";
import type { Json } from "../_schema/database.types.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";
import type { Lease } from "./executions.ts";

const Texts = z.discriminatedUnion("state", [
  z.object({ state: z.literal("gone") }),
  z.object({ state: z.literal("done") }),
  z.object({
    state: z.literal("leased"),
    model: z.string(),
    version: z.string(),
    texts: z.array(z.object({ id: z.union([z.string(), z.int()]), text: z.string() })),
  }),
]);
type Leased = Extract<z.output<typeof Texts>, { state: "leased" }>;

const Model = z.object({ name: z.string(), version: z.string(), label: z.string() }).nullable();

/** The next texts of a job that need vectors. */
export async function textsToEmbed(db: Db, lease: Lease, text_limit: number) {
  return Texts.parse(await callFunction(db, "get_texts_to_embed", { ...lease, text_limit }));
}

/** Stores a vector for each text, and continues. */
export async function storeEmbeddings(
  db: Db,
  lease: Lease,
  { model, version, texts }: Leased,
  vectors: number[][],
): Promise<void> {
  const embeddings = texts.map(({ id }, index) => ({ id, vector: vectors[index] }));
  await callFunction(db, "store_embeddings", {
    ...lease,
    model,
    version,
    embeddings: embeddings as Json,
  });
}

/** Continues without vectors. */
export async function skipEmbeddings(db: Db, lease: Lease): Promise<void> {
  await callFunction(db, "skip_embeddings", lease);
}

/** Reports which model is configured. */
export async function setEmbeddingModel(db: Db, name: string, version: string): Promise<void> {
  await callFunction(db, "set_embedding_model", { name, version });
}

/** The model whose vectors search uses, if there is one. */
export async function liveEmbeddingModel(db: Db): Promise<z.output<typeof Model>> {
  return Model.parse(await callFunction(db, "get_embedding_model"));
}
