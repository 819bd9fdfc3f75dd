import { type Answer, type MockVendor, type SeenCall, startMockVendor } from "./mock-vendor.ts";
import { readContract } from "./vendor-contract.ts";
import { wordVector } from "./word-vectors.ts";

export interface MockOpenAi extends MockVendor {
  /** The answer of the web search: the body of a response, or null if nothing is found. */
  web: ((question: string) => unknown) | null;
  /** Replaces the requested vectors. */
  answer: ((texts: string[]) => unknown) | null;
}

export const openAiAccount = { apiKey: "sk-mock-key" };
const MODELS = ["text-embedding-3-small", "text-embedding-3-large"];

/** An endpoint that speaks OpenAI's API, with vectors of words. */
export async function startMockOpenAi(port = 0): Promise<MockOpenAi> {
  const handle = (request: SeenCall): Answer => {
    const { model, input, dimensions } = request.body as {
      model: string;
      input: string[];
      dimensions?: number;
    };
    if (request.headers.get("authorization") !== `Bearer ${openAiAccount.apiKey}`) {
      return failure(401, "Incorrect API key provided", "invalid_api_key");
    }
    if (request.operation === "createResponse") {
      return {
        status: 200,
        body: mock.web?.(String(input)) ?? webAnswer("Nothing was found.", []),
      };
    }
    if (!MODELS.includes(model)) return failure(404, "No such model", "model_not_found");
    if (input.includes("")) return failure(400, "'$.input' is invalid", "invalid_request_error");
    if (mock.answer) return { status: 200, body: mock.answer(input) };
    // The larger model has different directions.
    const vectors = input.map((text) =>
      wordVector(model === MODELS[0] ? text : text.replaceAll(/[\p{L}\p{N}]+/gu, "$&$&")),
    );
    return {
      status: 200,
      body: {
        object: "list",
        model,
        data: vectors.map((embedding, index) => ({
          object: "embedding",
          index,
          embedding: dimensions === 384 ? embedding : [...embedding, ...embedding],
        })),
        usage: { prompt_tokens: input.length, total_tokens: input.length },
      },
    };
  };
  const vendor = await startMockVendor(readContract("openai"), handle, undefined, port);
  const mock: MockOpenAi = Object.assign(vendor, { answer: null, web: null });
  return mock;
}

function failure(status: number, message: string, code: string): Answer {
  return { status, body: { error: { message, type: "invalid_request_error", param: null, code } } };
}

/** A response of the model that searches the web: its queries, and text with citations. */
export function webAnswer(
  text: string,
  annotations: { url: string; title: string; start_index: number; end_index: number }[],
  status = "completed",
) {
  return {
    id: "resp_1",
    object: "response",
    status,
    output: [
      {
        id: "ws_1",
        type: "web_search_call",
        status: "completed",
        action: { type: "search", queries: [] },
      },
      {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status,
        content: [
          {
            type: "output_text",
            text,
            annotations: annotations.map((annotation) => ({ type: "url_citation", ...annotation })),
          },
        ],
      },
    ],
  };
}
