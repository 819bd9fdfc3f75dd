import type { z } from "zod";
import type {
  estimateCases,
  Outcome as OutcomeSchema,
  outcome,
} from "../../../supabase/functions/_domain/estimates/contract.ts";
import { call, searchOf } from "./client.ts";

export type Outcome = z.infer<typeof OutcomeSchema>;
export type Comparable = Outcome["comparables"][number];
export type OutcomeQuery = z.infer<typeof outcome.get.query>;
export type EstimateCases = z.infer<typeof estimateCases.get.response>;

export const getOutcome = (query: OutcomeQuery, signal?: AbortSignal) =>
  call<Outcome>("GET", `outcome${searchOf(query)}`, { signal });
export const getEstimateCases = (signal?: AbortSignal) =>
  call<EstimateCases>("GET", "estimate-cases", { signal });
export const saveEstimate = (body: z.input<typeof estimateCases.post.body>) =>
  call<z.infer<typeof estimateCases.post.response>>("POST", "estimate-cases", { body });
