import type { z } from "zod";
import type { search } from "../_domain/knowledge/search-contract.ts";
import { utf16Ranges } from "../_domain/knowledge/utf16-ranges.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type Question = z.output<typeof search.post.body>;
type Answer = z.input<typeof search.post.response>;

/** The vector of a question and the model that created it. */
export interface QuestionVector {
  model: string;
  vector: number[];
}

export async function searchPassages(
  db: Db,
  { query, limit, ...filter }: Question & { as_person_id?: string },
  vector?: QuestionVector | null,
): Promise<Answer> {
  const answer = (await callFunction(db, "search_passages", {
    query,
    ...filter,
    result_limit: limit,
    ...(vector && { query_embedding: vector.vector, embedding_model: vector.model }),
  })) as unknown as Answer;
  return { ...answer, results: answer.results.map(inUtf16) };
}

/** The database counts code points, JavaScript UTF-16 units. */
function inUtf16(result: Answer["results"][number]): Answer["results"][number] {
  return { ...result, highlights: utf16Ranges(result.snippet, result.highlights) };
}
