import type { z } from "zod";
import type {
  SampleData,
  SampleDataAndSteps,
  sampleData,
} from "../_domain/portfolio/sample-contract.ts";
import { callFunction } from "./call.ts";
import type { Db } from "./client.ts";

type Answer = z.output<typeof sampleData.post.response>;

export async function readSampleData(db: Db): Promise<SampleDataAndSteps> {
  return (await callFunction(db, "get_sample_data")) as unknown as SampleDataAndSteps;
}

export async function changeSampleData(db: Db, action: "add" | "remove"): Promise<Answer> {
  if (action === "add") {
    const sample_data = (await callFunction(db, "add_sample_data")) as unknown as SampleData;
    return { action, sample_data };
  }
  const result = await callFunction(db, "remove_sample_data");
  return {
    action,
    ...(result as unknown as Omit<Extract<Answer, { action: "remove" }>, "action">),
  };
}
