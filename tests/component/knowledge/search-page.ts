/** The search page. */
import type { Page } from "playwright-core";
import type { z } from "zod";
import type { search } from "../../../supabase/functions/_domain/knowledge/search-contract.ts";
import { type Answer, rows } from "../answers.ts";
import { idOf } from "../fixtures/people.ts";
import { projects } from "../fixtures/projects.ts";

type Result = z.input<typeof search.post.response>["results"][number];

export const passages = (page: Page) => page.getByRole("region", { name: "Passages" });
export const field = (page: Page) => page.getByRole("searchbox", { name: "Search", exact: true });
export const [project] = projects;

export function passage(number: number, title: string, snippet: string): Result {
  return {
    chunk_id: idOf(12, number),
    source_id: idOf(11, number),
    source_kind: "email",
    project_id: project?.id ?? "",
    title,
    snippet,
    highlights: [[0, 4]],
    location: { page: 3 },
    occurred_at: "2026-11-20T09:00:00+00:00",
    rank: number,
  };
}

export const samples = passage(1, "Re: quillfeather samples", "The quillfeather samples arrive.");
export const account = passage(2, "Re: Live payment account", "The risk team sends invoices.");

/** A source of one passage for each of these passages. */
export function sourcesOf(...results: Result[]): Answer[] {
  return [
    rows("meetings", []),
    rows("sources", (url) =>
      results
        .map(({ source_id, title, source_kind, project_id, occurred_at }) => ({
          id: source_id,
          kind: source_kind,
          title,
          project_id,
          occurred_at,
          is_restricted: false,
          archived_at: null,
          published_version: 1,
        }))
        .filter(
          ({ id }) =>
            url.searchParams.get("id")?.includes(id) && !url.searchParams.has("is_restricted"),
        ),
    ),
    rows("passages", (url) =>
      results
        .filter(({ source_id }) => url.searchParams.get("source_id") === `eq.${source_id}`)
        .map(({ chunk_id, snippet, location }) => ({
          id: chunk_id,
          position: 0,
          content: snippet,
          location,
          source: { last: [{ position: 0, location }] },
        })),
    ),
  ];
}

export const searchResponse = (results: Result[]) => ({
  results,
  mode: "lexical" as const,
  partial: false,
});
export const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
