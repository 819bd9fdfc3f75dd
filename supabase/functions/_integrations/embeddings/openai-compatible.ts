import OpenAI from "openai";
import { failureOf } from "../request.ts";
import { VendorError } from "../vendor-error.ts";
import { DIMENSIONS, type Embedder, vectorsOf } from "./port.ts";

export interface OpenAiOptions {
  /** The address of the API, up to its version, such as /v1. */
  baseUrl: string;
  apiKey: string;
  model: string;
  version: string;
  timeoutMs?: number;
}

const VENDOR = "The embedding service";
const TIMEOUT_MS = 30_000;

/** Works with any endpoint that implements OpenAI's API. The client does not retry: the job is repeated instead. */
export function openAiCompatible(options: OpenAiOptions): Embedder {
  const client = new OpenAI({
    baseURL: options.baseUrl,
    apiKey: options.apiKey,
    // By default, the client reads both from the environment. The key determines them already.
    organization: null,
    project: null,
    maxRetries: 0,
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    // Following a redirect would send the credentials to its target.
    fetchOptions: { redirect: "manual" },
    logLevel: "off",
  });
  return {
    model: options.model,
    version: options.version,
    batchSize: 64,
    async embed(texts, signal) {
      if (signal.aborted)
        throw new VendorError(
          "busy",
          `${VENDOR} was not called, because the time limit was reached`,
        );
      const answer = await client.embeddings
        .create(
          // Endpoints other than OpenAI's often accept only numbers.
          { model: options.model, input: texts, dimensions: DIMENSIONS, encoding_format: "float" },
          { signal },
        )
        .catch((error: unknown) => {
          throw asFailure(error);
        });
      if (!Array.isArray(answer?.data)) {
        throw new VendorError("ambiguous", `${VENDOR} sent an unreadable response`);
      }
      return vectorsOf(VENDOR, inOrder(answer.data), texts.length);
    },
  };
}

/**
 * Sorts the vectors by the index of their text, because a response may have any order. A missing vector is undefined.
 */
function inOrder(data: unknown[]): unknown[] {
  const vectors: unknown[] = Array.from(data, () => undefined);
  for (const [position, entry] of data.entries()) {
    const { index = position, embedding } = (entry ?? {}) as {
      index?: unknown;
      embedding?: unknown;
    };
    if (typeof index === "number" && index in vectors) vectors[index] = embedding;
  }
  return vectors;
}

function asFailure(error: unknown): VendorError {
  if (error instanceof OpenAI.APIConnectionError || error instanceof OpenAI.APIUserAbortError) {
    return new VendorError("busy", `${VENDOR} cannot be reached or did not respond in time`);
  }
  if (!(error instanceof OpenAI.APIError) || error.status === undefined) {
    return new VendorError("ambiguous", `${VENDOR} sent an unreadable response`);
  }
  const { status, headers } = error;
  const failure = failureOf(VENDOR, { status, headers: headers ?? new Headers(), body: undefined });
  if (status === 404) {
    return new VendorError("refused", `${VENDOR} does not know the model or the address`);
  }
  return failure ?? new VendorError("ambiguous", `${VENDOR} sent an unreadable response`);
}
