import { z } from "zod";
import { type Block, blocksOf } from "../../_domain/drafts/blocks.ts";
import { formatDay } from "../../_domain/drafts/compose.ts";

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

export const factsOf = (draft: ApprovedDraft): string =>
  `${draft.agency} for ${draft.client} · ${draft.project} · version ${draft.version}, approved on ${formatDay(draft.approved_on)}${draft.approved_by ? ` by ${draft.approved_by}` : ""}`;

export interface Section {
  heading: string;
  blocks: Block[];
}

/** The sections of the draft, and its revision history if it has one. */
export function sectionsOf({ sections, revisions }: ApprovedDraft): Section[] {
  const history = (revisions ?? []).map(({ version, by, written_on }) => [
    String(version),
    formatDay(written_on),
    by ?? "",
  ]);
  return [
    ...sections.map(({ heading, body }) => ({ heading, blocks: blocksOf(body) })),
    ...(history.length > 0
      ? [
          {
            heading: "Revision history",
            blocks: [{ kind: "table" as const, rows: [["Version", "Date", "Author"], ...history] }],
          },
        ]
      : []),
  ];
}
