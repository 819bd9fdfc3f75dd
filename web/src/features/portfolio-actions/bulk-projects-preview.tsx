import { ScrollArea, Text } from "@mantine/core";
import type { RefObject } from "react";
import { countOf } from "../../format/numbers.ts";
import { asSentence } from "../../format/sentence.ts";
import classes from "../tasks/bulk.module.css";
import type { ProjectChange } from "./bulk-projects-dialog.tsx";
import { labels, ProjectFact } from "./project-fields.tsx";
import type { ProjectField } from "./project-values.ts";

interface Props {
  heading: RefObject<HTMLHeadingElement | null>;
  results: ProjectChange[];
  /** Projects that already have the new values. */
  unchanged: number;
  isApplied: boolean;
}

/** Per project: each field before and after, or why the project can't be changed. */
export function BulkProjectsPreview({ heading, results, unchanged, isApplied }: Props) {
  const refused = results.filter(({ refusal }) => refusal !== undefined).length;
  const changed = results.length - refused;
  const words = [
    `${countOf(changed, "project")} ${isApplied ? "changed" : changed === 1 ? "changes" : "change"}`,
    refused > 0 && `${refused} can't be changed`,
    unchanged > 0 && `${unchanged} unchanged`,
  ];
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {words.filter(Boolean).join(", ")}
      </h3>
      <ScrollArea.Autosize
        mah="52dvh"
        type="auto"
        viewportProps={{ tabIndex: 0, role: "region", "aria-label": "Changes" }}
      >
        <ul className={classes.results}>
          {results.map(({ project, changes, before, refusal }) => (
            <li key={project.id} className={classes.result}>
              <div className={classes.title}>{project.name}</div>
              {refusal === undefined ? (
                (Object.keys(changes) as (keyof typeof changes & ProjectField)[]).map((field) => (
                  <div key={field}>
                    {labels[field]}:{" "}
                    <span className={classes.before}>
                      <ProjectFact field={field} value={before[field] ?? ""} />
                    </span>
                    <span aria-hidden> → </span>
                    <span className="visually-hidden"> becomes </span>
                    <ProjectFact field={field} value={changes[field] ?? ""} />
                  </div>
                ))
              ) : (
                <Text size="sm" className={classes.refused}>
                  Not changed: {asSentence(refusal)}
                </Text>
              )}
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
    </>
  );
}
