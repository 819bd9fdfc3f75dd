import type { z } from "zod";
import type {
  SampleDataAndSteps,
  sampleData,
} from "../../../supabase/functions/_domain/portfolio/sample-contract.ts";
import { call } from "./client.ts";

type Answer = z.output<typeof sampleData.post.response>;
export type RemovedSamples = Extract<Answer, { action: "remove" }>;

export const getSampleData = (signal?: AbortSignal) =>
  call<SampleDataAndSteps>("GET", "sample-data", signal ? { signal } : {});

export const addSampleData = () =>
  call<Extract<Answer, { action: "add" }>>("POST", "sample-data", { body: { action: "add" } });

export const removeSampleData = () =>
  call<RemovedSamples>("POST", "sample-data", { body: { action: "remove" } });
