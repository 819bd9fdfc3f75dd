import { BUILT_IN_MODEL, type EmbeddingEnv } from "../../_env.ts";
import { gteSmall } from "./gte-small.ts";
import type { Embedder } from "./port.ts";

/** The configured model. Its client is loaded where it is used: routes that need none start without it. */
export async function embedderOf(env: EmbeddingEnv): Promise<Embedder> {
  if (env.provider === "built-in") return gteSmall(env.version);
  const { openAiCompatible } = await import("./openai-compatible.ts");
  return openAiCompatible(env);
}

/**
 * Another model of the configured provider: the live one, while its successor's vectors are created. Null if its
 * provider is no longer configured.
 */
export async function embedderFor(
  env: EmbeddingEnv,
  wanted: { model: string; version: string },
): Promise<Embedder | null> {
  const { model, version } = wanted;
  if (env.model === model && env.version === version) return embedderOf(env);
  if ("Supabase" in globalThis && model === BUILT_IN_MODEL) return gteSmall(version);
  // Another version of a model is a different model under the same name: the earlier one is no longer available.
  if (env.provider === "built-in" || env.model === model || model === BUILT_IN_MODEL) return null;
  return embedderOf({ ...env, model, version });
}
