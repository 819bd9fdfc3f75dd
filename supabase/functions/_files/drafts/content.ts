import { z } from "zod";

/** An approved draft, as get_approved_draft returns it. */
export const ApprovedDraft = z.object({
  title: z.string(),
  project: z.string(),
  client: z.string(),
  agency: z.string(),
  version: z.int(),
  approved_by: z.string().nullable(),
  approved_on: z.string(),
  file_name: z.string(),
  format: z.enum(["docx", "pdf"]),
  sections: z.array(z.object({ heading: z.string(), body: z.string() })),
  revisions: z
    .array(z.object({ version: z.int(), by: z.string().nullable(), written_on: z.string() }))
    .nullable(),
});
export type ApprovedDraft = z.output<typeof ApprovedDraft>;

/** One paragraph of a body; a line that begins with a mark is an entry of a list. */
export interface Paragraph {
  text: string;
  isEntry: boolean;
}

export function paragraphsOf(body: string): Paragraph[] {
  return body
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line) => {
      const entry = /^[-*\u2022]\s+(.*)$/.exec(line);
      return entry?.[1] ? { text: entry[1], isEntry: true } : { text: line, isEntry: false };
    });
}

export const factsOf = (draft: ApprovedDraft): string =>
  `${draft.agency} for ${draft.client} · ${draft.project} · version ${draft.version}, approved on ${draft.approved_on}${draft.approved_by ? ` by ${draft.approved_by}` : ""}`;

export const revisionsOf = (draft: ApprovedDraft): string[] =>
  (draft.revisions ?? []).map(
    ({ version, by, written_on }) => `Version ${version}, ${written_on}${by ? `, ${by}` : ""}`,
  );
