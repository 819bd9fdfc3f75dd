import type { RefObject } from "react";
import type { ProjectChange } from "./bulk-projects-dialog.tsx";
import { BulkResults } from "./bulk-results.tsx";
import { labels, ProjectFact } from "./project-fields.tsx";
import type { ProjectField } from "./project-values.ts";

interface Props {
  heading: RefObject<HTMLHeadingElement | null>;
  results: ProjectChange[];
  unchangedCount: number;
  isApplied: boolean;
}

export function BulkProjectsPreview(props: Props) {
  return (
    <BulkResults
      {...props}
      noun="project"
      keyOf={({ project }) => project.id}
      lines={({ changes, before }) =>
        (Object.keys(changes) as (keyof typeof changes & ProjectField)[]).map((field) => ({
          label: labels[field],
          before: <ProjectFact field={field} value={before[field] ?? ""} />,
          after: <ProjectFact field={field} value={changes[field] ?? ""} />,
        }))
      }
    />
  );
}
