/** Rows and figures that tools return, with the numbers that cite them. */
import type { CitedTable } from "../_domain/chat/references.ts";
import { inWords } from "../_domain/chat/row-words.ts";
import type { ToolCallContext } from "./tool.ts";

export type Rows = Record<string, unknown>[];

export function numberRows(
  rows: Rows,
  table: CitedTable,
  { references, fence }: ToolCallContext,
): Rows {
  return rows.map((row) => {
    const title = fence
      .line(String(row["title"] ?? row["name"] ?? row["summary"] ?? ""))
      .slice(0, 200);
    const text = fence.line(inWords(row));
    return {
      n: references.add({ kind: "row", table, id: String(row["id"]), title, text }),
      ...row,
    };
  });
}

export interface FigureSubject {
  table: CitedTable;
  id: string;
}

/**
 * Figures with their citation number. The citation opens the row that the figures belong to: by default the
 * project or person of the filter, or the organization if there is no filter.
 */
export function citeFigures<Figures extends object>(
  figures: Figures,
  name: string,
  filter: { project_id?: string | undefined; person_id?: string | undefined },
  { references, fence, organizationId }: ToolCallContext,
  subject: FigureSubject = subjectOf(filter, organizationId),
): Figures & { n: number } {
  const filterWords = inWords({ ...filter });
  const text = fence.line(
    `${name}${filterWords && ` (${filterWords})`}: ${inWords(figures as Record<string, unknown>)}`,
  );
  return { n: references.add({ kind: "row", ...subject, title: name, text }), ...figures };
}

function subjectOf(
  { project_id, person_id }: { project_id?: string | undefined; person_id?: string | undefined },
  organizationId: string,
): FigureSubject {
  if (project_id) return { table: "projects", id: project_id };
  if (person_id) return { table: "people", id: person_id };
  return { table: "organizations", id: organizationId };
}
