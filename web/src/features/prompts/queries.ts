import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { actOnPrompt } from "../../api/routes.ts";
import { read, supabase } from "../../supabase/client.ts";

export const prompt = queryOptions({
  queryKey: ["prompt"],
  queryFn: ({ signal }) => actOnPrompt({ action: "get_prompt" }, signal),
});

/** Every version, newest first, page by page. */
export const promptVersions = infiniteQueryOptions({
  queryKey: ["prompt-versions"],
  initialPageParam: undefined as number | undefined,
  queryFn: ({ pageParam, signal }) =>
    actOnPrompt(
      { action: "prompt_versions", ...(pageParam !== undefined && { before: pageParam }) },
      signal,
    ),
  getNextPageParam: ({ next_before }) => next_before ?? undefined,
});

/** A skill as list_skills and read_skill return it; only read_skill returns the text. */
export interface Skill {
  name: string;
  title: string;
  number: number;
  created_by: { id: string; name: string };
  created_at: string;
}

/** The live skills, by name. */
export const skills = queryOptions({
  queryKey: ["skills"],
  queryFn: async ({ signal }) => {
    const { data } = await read(supabase().rpc("list_skills").abortSignal(signal));
    return (data as unknown as { skills: Skill[] }).skills;
  },
});

export const skillText = (name: string) =>
  queryOptions({
    queryKey: ["skills", name],
    queryFn: async ({ signal }) => {
      const { data } = await read(supabase().rpc("read_skill", { name }).abortSignal(signal));
      return (data as unknown as { content: string }).content;
    },
  });
