import { BUILT_IN_MODEL, type EmbeddingEnv } from "../../_env.ts";
import { gteSmall } from "./gte-small.ts";
import type { Embedder } from "./port.ts";

/** The configured model. Its client is imported here, so that routes that do not need it start without it. */
export async function embedderOf(env: EmbeddingEnv): Promise<Embedder> {
  if (env.provider === "built-in") return gteSmall(env.version);
  const { openAiCompatible } = await import("./openai-compatible.ts");
  return openAiCompatible(env);
}

/**
 * The live model while the vectors of its successor are created; it uses the configured provider. Null if that model
 * is no longer available.
 */
export async function embedderFor(
  env: EmbeddingEnv,
  live: { model: string; version: string },
): Promise<Embedder | null> {
  const { model, version } = live;
  if (env.model === model && env.version === version) return embedderOf(env);
  if ("Supabase" in globalThis && model === BUILT_IN_MODEL) return gteSmall(version);
  // A new version means that another model has the same name, so the earlier version is no longer available.
  if (env.provider === "built-in" || env.model === model || model === BUILT_IN_MODEL) return null;
  return embedderOf({ ...env, model, version });
}
