import { BUILT_IN_MODEL } from "../../_env.ts";
import { VendorError } from "../vendor-error.ts";
import { type Embedder, vectorsOf } from "./port.ts";

interface Session {
  run(text: string, options: { mean_pool: boolean; normalize: boolean }): Promise<unknown>;
}

/** The hosted runtime's own global; absent elsewhere. */
interface Runtime {
  Supabase?: { ai: { Session: new (model: string) => Session } };
}

const VENDOR = "The runtime's own model";

// One session per instance of a function, because creating one loads the model.
let session: Session | undefined;

/** The model that the hosted runtime includes. It uses the function's own CPU time, so a batch is small. */
export function gteSmall(version: string): Embedder {
  return {
    model: BUILT_IN_MODEL,
    version,
    batchSize: 8,
    async embed(texts, signal) {
      const vectors: unknown[] = [];
      for (const text of texts) {
        if (signal.aborted)
          throw new VendorError(
            "busy",
            `${VENDOR} was not called, because the time limit was reached`,
          );
        vectors.push(await run(text));
      }
      return vectorsOf(VENDOR, vectors, texts.length);
    },
  };
}

async function run(text: string): Promise<unknown> {
  const { Supabase } = globalThis as Runtime;
  if (!Supabase) throw new VendorError("refused", `${VENDOR} is not part of this runtime`);
  try {
    session ??= new Supabase.ai.Session(BUILT_IN_MODEL);
    return await session.run(text, { mean_pool: true, normalize: true });
  } catch (error) {
    session = undefined;
    throw new VendorError("busy", `${VENDOR} failed: ${(error as Error).message}`);
  }
}
