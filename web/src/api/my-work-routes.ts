import type { z } from "zod";
import type {
  MyWorkActionInput,
  MyWork as MyWorkSchema,
} from "../../../supabase/functions/_domain/work/my-work-contract.ts";
import { call } from "./client.ts";

export type MyWork = z.infer<typeof MyWorkSchema>;
export type MyTask = MyWork["tasks"]["items"][number];

export const getMyWork = (signal?: AbortSignal) => call<MyWork>("GET", "my-work", { signal });

/** Marks changes as seen, or mentions as read. */
export const markMyWork = (body: MyWorkActionInput) => call<unknown>("POST", "my-work", { body });
